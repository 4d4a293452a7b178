import type { Provision, UserChange, UserId, UserQuery } from "@remote-assist/core/EnterpriseUsers"
import type { Page } from "@remote-assist/core/Page"
import type { PodId } from "@remote-assist/core/Pods"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { moment } from "../../Moment.ts"
import { paginate } from "../../Paging.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import * as Clause from "../../users/Clause.ts"
import { search } from "../../users/Search.ts"
import { administrator, newEntry, plainUser, roles } from "../../users/User.ts"
import type { Entry, Role, User } from "../../users/User.ts"
import * as Users from "../../users/Users.ts"
import { send } from "../../World.ts"
import type { Step, World } from "../../World.ts"

const badInput = (message: string) => Result.fail(refusal("badInput", message))

const roleNamed = (name: string): Result.Result<Role, Refusal> =>
  Result.fromOption(Option.fromUndefinedOr(roles.find((role) => role.name === name)), () =>
    refusal("badInput", `The role ${name} is not known. Use one of ${roles.map((role) => role.name).join(", ")}.`)
  )

const podsFor = (world: World, ids: ReadonlyArray<PodId>): Result.Result<ReadonlyArray<PodId>, Refusal> => {
  if (ids.length === 0) return Result.succeed(world.pods.filter((pod) => pod.default).map((pod) => pod.id))
  const unknown = ids.filter((id) => !world.pods.some((pod) => pod.id === id))
  return unknown.length > 0
    ? badInput(`The pods ${unknown.join(", ")} do not exist. GET /api/v1r1/enterprise/pods lists those that do.`)
    : Result.succeed([...new Set(ids)])
}

const counted = (world: World, user: User, by: 1 | -1): World["pods"] =>
  world.pods.map((pod) =>
    user.pods.includes(pod.id)
      ? {
          ...pod,
          user_count: pod.user_count + by,
          admin_count: pod.admin_count + (user.entry.role_id === administrator.id ? by : 0)
        }
      : pod
  )

const newEmail = (world: World, email: string | undefined): Result.Result<string, Refusal> => {
  if (email === undefined || email === "")
    return badInput('The field email is missing. Send at least {"email": "someone@example.com"}.')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    return badInput(`The field email holds ${JSON.stringify(email)}, which is no e-mail address.`)
  return Option.isSome(Users.byEmail(world.users, email))
    ? Result.fail(refusal("duplicate", `There is a user with the e-mail address ${email} already.`))
    : Result.succeed(email)
}

const freeUsername = (world: World, email: string, local: string) =>
  Option.isNone(Users.byUsername(world.users, local)) ? local : email

/** (none) -> active: creates a user, who gets a welcome e-mail unless `send_email` is false. */
export const provision = (world: World, input: Provision, now: number): Step<Entry> =>
  Result.gen(function* () {
    const email = yield* newEmail(world, input.email)
    const role = yield* roleNamed(input.role ?? plainUser.name)
    const pods = yield* podsFor(world, input.pod_ids ?? [])
    const local = email.slice(0, email.lastIndexOf("@"))
    const invited = input.send_email !== false
    const entry = newEntry({
      id: Users.nextId(world.users),
      username: freeUsername(world, email, local),
      name: input.name ?? local,
      email,
      role,
      at: moment(now),
      invited
    })
    const user = { entry, pods }
    const created = { ...world, users: Users.add(world.users, user), pods: counted(world, user, 1) }
    const next = invited
      ? send(created, {
          kind: "welcome",
          to: email,
          at: now,
          subject: "Welcome to remote assistance",
          token: undefined
        })
      : created
    return [next, entry]
  })

const existing = (world: World, id: UserId): Result.Result<User, Refusal> =>
  Result.fromOption(Users.byId(world.users, id), () =>
    refusal("notFound", `There is no user ${id}. They may have been deleted.`)
  )

/** active <-> inactive, and changes of other fields: all data stays. */
export const update = (world: World, id: UserId, change: UserChange, now: number): Step<Entry> =>
  Result.map(existing(world, id), (user) => {
    const entry = { ...user.entry, ...change, updated_at: moment(now) }
    return [{ ...world, users: Users.replace(world.users, { ...user, entry }) }, entry]
  })

/** active or inactive -> (none): removes a user for good. */
export const remove = (world: World, id: UserId): Step<Entry> =>
  Result.map(existing(world, id), (user) => [
    { ...world, users: Users.remove(world.users, id), pods: counted(world, user, -1) },
    user.entry
  ])

/** One page of the users that pass the filter. */
export const list = (world: World, { filter, ...query }: UserQuery): Result.Result<Page<Entry>, Refusal> =>
  Result.gen(function* () {
    const clause =
      filter === undefined
        ? undefined
        : yield* Result.mapError(Clause.parse(filter), (message) => refusal("badInput", message))
    const found = search(
      world.users,
      filter === undefined || clause === undefined ? undefined : { text: filter, clause }
    )
    return yield* paginate(found, ({ entry }) => entry, query, world.settings.choices)
  })
