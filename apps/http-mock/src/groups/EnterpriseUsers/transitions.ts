import type { Provision, UserChange, UserId, UserQuery } from "@remote-assist/core/EnterpriseUsers"
import type { Page } from "@remote-assist/core/Page"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Clause from "../../Clause.ts"
import { moment } from "../../Moment.ts"
import { paginate } from "../../Paging.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import { defaultPods, freeEmail, join, leave, localPart } from "../../users/Membership.ts"
import { listed, search } from "../../users/Search.ts"
import { plainUser, roles } from "../../users/User.ts"
import type { Entry, Role, User } from "../../users/User.ts"
import * as Users from "../../users/Users.ts"
import { draw, send } from "../../World.ts"
import type { Step, World } from "../../World.ts"

const badInput = (message: string) => Result.fail(refusal("badInput", message))

const roleNamed = (name: string): Result.Result<Role, Refusal> =>
  Result.fromOption(Option.fromUndefinedOr(roles.find((role) => role.name === name)), () =>
    refusal("badInput", `The role ${name} is not known. Use one of ${roles.map((role) => role.name).join(", ")}.`)
  )

const podsFor = (world: World, ids: ReadonlyArray<PodId>): Result.Result<ReadonlyArray<PodId>, Refusal> => {
  if (ids.length === 0) return Result.succeed(defaultPods(world))
  const unknown = ids.filter((id) => !world.pods.some((pod) => pod.id === id))
  return unknown.length > 0
    ? badInput(`The pods ${unknown.join(", ")} do not exist. GET /api/v1r1/enterprise/pods lists those that do.`)
    : Result.succeed([...new Set(ids)])
}

const newEmail = (world: World, email: string | undefined): Result.Result<string, Refusal> =>
  email === undefined || email === ""
    ? badInput('The field email is missing. Send at least {"email": "someone@example.com"}.')
    : freeEmail(world, email)

/** (none) -> active: creates a user, who gets a welcome e-mail unless `send_email` is false. */
export const provision = (world: World, input: Provision, now: number): Step<Entry> =>
  Result.gen(function* () {
    const email = yield* newEmail(world, input.email)
    const role = yield* roleNamed(input.role ?? plainUser.name)
    const pods = yield* podsFor(world, input.pod_ids ?? [])
    const invited = input.send_email !== false
    const name = input.name ?? localPart(email)
    const [created, entry] = join(world, { email, name, role, at: moment(now), invited, pods })
    const next = invited
      ? send(created, {
          kind: "welcome",
          to: email,
          at: now,
          subject: "Welcome to remote assistance"
        })
      : created
    return [next, entry]
  })

const existing = (world: World, id: UserId): Result.Result<User, Refusal> =>
  Result.fromOption(Users.byId(world.users, id), () =>
    refusal("notFound", `There is no user ${id}. They may have been deleted.`)
  )

const withNewEmail = (world: World, user: User, email: string, now: number): Result.Result<World, Refusal> =>
  Result.map(freeEmail(world, email), () => {
    const [drawn, token] = draw(world)
    const next = {
      ...drawn,
      users: Users.replace(drawn.users, { ...user, newEmail: { address: email, token } }),
      confirmations: HashMap.set(drawn.confirmations, token, { user: user.entry.id })
    }
    return send(next, { kind: "new-email", to: email, at: now, subject: "Confirm your new e-mail address", token })
  })

/** active <-> inactive, and changes of other fields: all data stays. A new e-mail address waits for confirmation. */
export const update = (world: World, id: UserId, { email, ...change }: UserChange, now: number): Step<Entry> =>
  Result.gen(function* () {
    const user = yield* existing(world, id)
    const entry = { ...user.entry, ...change, updated_at: moment(now) }
    const changed = { ...user, entry }
    const next = { ...world, users: Users.replace(world.users, changed) }
    return [email === undefined || email === entry.email ? next : yield* withNewEmail(next, changed, email, now), entry]
  })

/** active or inactive -> (none): removes a user for good. */
export const remove = (world: World, id: UserId): Step<Entry> =>
  Result.map(existing(world, id), (user) => [leave(world, user), user.entry])

/** One page of the users that pass the filter. */
export const list = (world: World, { filter, ...query }: UserQuery): Result.Result<Page<Entry>, Refusal> =>
  Result.gen(function* () {
    const clause = filter === undefined ? undefined : yield* Clause.parse(filter, listed)
    const found = search(
      world.users,
      filter === undefined || clause === undefined ? undefined : { text: filter, clause }
    )
    return yield* paginate(found, ({ entry }) => entry, query, world.settings.choices)
  })
