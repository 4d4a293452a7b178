import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Auth from "../../src/service/groups/Auth/transitions.ts"
import * as CallSteps from "../../src/service/groups/Calls/transitions.ts"
import * as EnterpriseUsers from "../../src/service/groups/EnterpriseUsers/transitions.ts"
import * as Invitations from "../../src/service/groups/Invitations/transitions.ts"
import * as OnCallGroups from "../../src/service/groups/OnCallGroups/transitions.ts"
import * as PersonalAccessTokens from "../../src/service/groups/PersonalAccessTokens/transitions.ts"
import * as Registration from "../../src/service/groups/Registration/transitions.ts"
import * as Calls from "../../src/world/calls/Calls.ts"
import type { Step, World } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"
import { now } from "./worlds.ts"

const steps: ReadonlyArray<(world: World, at: number) => Step<unknown>> = [
  (world, at) => Auth.logIn(world, { email: Users.rowAt(world.users, at).entry.email, password: "correct-horse" }, now),
  (world, at) => Auth.refresh(world, [...HashMap.keys(world.refreshTokens)].at(at) ?? "", now),
  (world) => Auth.exchange(world, "alias-demo-ada", now),
  (world) => Auth.fromUrl(world, "https://invite.example/w/demo", now),
  (world, at) =>
    EnterpriseUsers.provision(world, { email: `New~${at}/x@example.org`, send_email: at % 2 === 0 }, now + at),
  (world, at) => EnterpriseUsers.update(world, Users.idAt(at), { name: `N ${at}`, active: at % 3 === 0 }, now + at),
  (world, at) => EnterpriseUsers.update(world, Users.idAt(at), { email: `other${at}@example.org` }, now + at),
  (world, at) => EnterpriseUsers.remove(world, Users.idAt(at)),
  (world, at) =>
    Registration.register(world, { email: `r${at}@example.org`, name: "R", password: "secret-word" }, now + at),
  (world, at) => Registration.confirm(world, [...HashMap.keys(world.confirmations)].at(at % 4) ?? "", now + at),
  (world, at) => Registration.confirmNewEmail(world, [...HashMap.keys(world.confirmations)].at(at % 4) ?? "", now),
  (world) =>
    Registration.registerEnterprise(
      world,
      { contact_email: "c@example.com", contact_name: "C", enterprise_name: "E", reseller_id: "1" },
      now
    ),
  (world, at) =>
    CallSteps.annotate(
      world,
      Users.rowAt(world.users, 0),
      Calls.idOf(world.calls, at % world.calls.size),
      at % 2 === 0 ? { alt1_id: `${at}` } : { extra_info: "noted" }
    ),
  (world, at) => OnCallGroups.favorite(world, Users.rowAt(world.users, at), OnCallGroupId.make(11 + (at % 2))),
  (world, at) => OnCallGroups.unfavorite(world, Users.rowAt(world.users, at), OnCallGroupId.make(11)),
  (world, at) => PersonalAccessTokens.create(world, Users.rowAt(world.users, at % 5), now + at),
  (world) => Invitations.personalRoom(world, Users.rowAt(world.users, 0), { email: "d@example.com", name: "D" }, now)
]

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))

/** A walk through worlds: which steps are tried, each at some user, call or token. */
export const Walk = Schema.Array(Schema.Struct({ step: below(steps.length), at: below(30) }))

const taken = (world: World, { at, step }: (typeof Walk.Type)[number]): World => {
  const next = at < world.users.next ? steps[step]?.(world, at) : undefined
  return next !== undefined && Result.isSuccess(next) ? next.success[0] : world
}

/** The world that a walk leads to; a refused step leads nowhere. */
export const walked = (from: World, walk: typeof Walk.Type): World => walk.reduce(taken, from)
