import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Auth from "../../src/service/groups/Auth.ts"
import * as CallSteps from "../../src/service/groups/Calls.ts"
import * as EnterpriseUsers from "../../src/service/groups/EnterpriseUsers.ts"
import * as Invitations from "../../src/service/groups/Invitations.ts"
import * as OnCallGroups from "../../src/service/groups/OnCallGroups.ts"
import * as PersonalAccessTokens from "../../src/service/groups/PersonalAccessTokens.ts"
import * as Registration from "../../src/service/groups/Registration.ts"
import * as Calls from "../../src/world/calls/Calls.ts"
import type { CallerContext, TransitionResult, World } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"
import { as, now, on } from "./worlds.ts"

/** A transition by the user at a position, unless the user is removed. */
const by = <Answer>(
  world: World,
  position: number,
  step: (context: CallerContext) => TransitionResult<Answer>,
  time?: number
): TransitionResult<Answer | undefined> =>
  Users.isPresent(world.users, position)
    ? step(as(Users.rowAt(world.users, position), world, time))
    : Result.succeed([world, undefined])

const steps: ReadonlyArray<(world: World, at: number) => TransitionResult<unknown>> = [
  (world, at) => Auth.logIn(on(world), { email: Users.rowAt(world.users, at).entry.email, password: "correct-horse" }),
  (world, at) => Auth.refresh(on(world), [...HashMap.keys(world.refreshTokens)].at(at) ?? ""),
  (world) => Auth.exchange(on(world), "alias-demo-ada"),
  (world) => Auth.fromUrl(on(world), "https://invite.example/w/demo"),
  (world, at) =>
    EnterpriseUsers.provision(on(world, now + at), {
      email: `New~${at}/x@example.org`,
      send_email: at % 2 === 0,
      ...(at % 3 === 0 ? { role: "EnterpriseAdmin", pod_ids: world.pods.map(({ id }) => id) } : {})
    }),
  (world, at) => EnterpriseUsers.update(on(world, now + at), Users.idAt(at), { name: `N ${at}`, active: at % 3 === 0 }),
  (world, at) => EnterpriseUsers.update(on(world, now + at), Users.idAt(at), { email: `other${at}@example.org` }),
  (world, at) => EnterpriseUsers.remove(on(world), Users.idAt(at)),
  (world, at) =>
    Registration.register(on(world, now + at), { email: `r${at}@example.org`, name: "R", password: "secret-word" }),
  (world, at) => Registration.confirm(on(world, now + at), [...HashMap.keys(world.confirmations)].at(at % 4) ?? ""),
  (world, at) => Registration.confirmNewEmail(on(world), [...HashMap.keys(world.confirmations)].at(at % 4) ?? ""),
  (world) =>
    Registration.registerEnterprise(on(world), {
      contact_email: "c@example.com",
      contact_name: "C",
      enterprise_name: "E",
      reseller_id: "1"
    }),
  (world, at) =>
    by(world, 0, (context) =>
      CallSteps.annotate(
        context,
        Calls.idOf(world.calls, at % world.calls.size),
        at % 2 === 0 ? { alt1_id: `${at}` } : { extra_info: "noted" }
      )
    ),
  (world, at) => by(world, at, (context) => OnCallGroups.setFavorite(context, OnCallGroupId.make(11 + (at % 2)), true)),
  (world, at) => by(world, at, (context) => OnCallGroups.setFavorite(context, OnCallGroupId.make(11), false)),
  (world, at) => by(world, at % 5, PersonalAccessTokens.create, now + at),
  (world) => by(world, 0, (context) => Invitations.personalRoom(context, { email: "d@example.com", name: "D" })),
  (world, at) => {
    const [token] = [...HashMap.values(world.personalAccessTokens)].slice(at % 5)
    return token === undefined
      ? Result.succeed([world, undefined])
      : PersonalAccessTokens.remove(as(Users.rowAt(world.users, Users.positionOf(token.userId)), world), token.id)
  }
]

const below = (end: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: end - 1 }))

/** Random transitions, each of a user, a call or a token. */
export const Walk = Schema.Array(Schema.Struct({ step: below(steps.length), at: below(30) }))

const taken = (world: World, { at, step }: (typeof Walk.Type)[number]): World => {
  const next = at < world.users.next ? steps[step]?.(world, at) : undefined
  return next !== undefined && Result.isSuccess(next) ? next.success[0] : world
}

/** The world after a walk; failing transitions are skipped. */
export const walked = (from: World, walk: typeof Walk.Type): World => walk.reduce(taken, from)
