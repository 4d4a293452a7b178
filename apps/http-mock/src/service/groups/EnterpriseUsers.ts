import { Provision, UserChange } from "@remote-assist/core/EnterpriseUsers"
import type { UserId, UserQuery } from "@remote-assist/core/EnterpriseUsers"
import type { Page } from "@remote-assist/core/Page"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { toErrorV1R1 } from "../../wire/errors.ts"
import * as Calls from "../../world/calls/Calls.ts"
import type { OptionLookup } from "../../world/gaps/options.ts"
import type { Cooperative } from "../../world/lists/Cooperative.ts"
import { paginate } from "../../world/lists/paging.ts"
import { parse } from "../../world/lists/select.ts"
import { defaultPods, freeEmail, join, leave, withoutNewEmail } from "../../world/model/membership.ts"
import { revoke } from "../../world/model/refreshTokens.ts"
import { rootBranch } from "../../world/model/rows.ts"
import { sendMail } from "../../world/model/World.ts"
import type { TransitionContext, AdministrationContext, TransitionResult, World } from "../../world/model/World.ts"
import { nextRandom } from "../../world/prng.ts"
import { serviceError, resultFn } from "../../world/ServiceError.ts"
import type { ServiceError } from "../../world/ServiceError.ts"
import { timestamp } from "../../world/timestamp.ts"
import { userSubject } from "../../world/tokens/UserToken.ts"
import * as EncodedPage from "../../world/users/encodedPage.ts"
import { listed, search } from "../../world/users/search.ts"
import type { Found } from "../../world/users/search.ts"
import { localPart, plainUser, roles } from "../../world/users/User.ts"
import type { Role, Entry, User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import { administrator, runAs, mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"
import { listedToken } from "./Auth.ts"

/** Refuses a body with fields beyond the known ones where the gap says so; else they are passed over. */
const knownOnly = (
  { option }: TransitionContext,
  body: unknown,
  known: Readonly<Record<string, unknown>>
): Result.Result<void, ServiceError> => {
  if (option("request.unknown-fields") === "ignored" || !Predicate.isObject(body)) return Result.void
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(known, field))
  return unknown.length === 0
    ? Result.void
    : Result.fail(
        serviceError(
          "badInput",
          `The fields ${unknown.join(", ")} are not known. Send some of ${Object.keys(known).join(", ")}.`
        )
      )
}

const badInput = (message: string) => Result.fail(serviceError("badInput", message))

const roleNamed = (name: string, option: OptionLookup): Result.Result<Role, ServiceError> => {
  const role = roles.find((role) => role.name === name)
  if (role !== undefined) return Result.succeed(role)
  return option("users.role") === "any"
    ? Result.succeed({ ...plainUser, name })
    : badInput(`The role ${name} is not known. Use one of ${roles.map((role) => role.name).join(", ")}.`)
}

const podsFor = (
  { option, world }: TransitionContext,
  ids: ReadonlyArray<PodId>
): Result.Result<ReadonlyArray<PodId>, ServiceError> => {
  const unknown = ids.filter((id) => !world.pods.some((pod) => pod.id === id))
  if (unknown.length > 0 && option("users.pod-ids") === "known")
    return badInput(`The pods ${unknown.join(", ")} do not exist. GET /api/v1r1/enterprise/pods lists those that do.`)
  const known = ids.filter((id) => !unknown.includes(id))
  return Result.succeed(known.length === 0 ? defaultPods(world) : [...new Set(known)])
}

const named = (name: string): Result.Result<string, ServiceError> =>
  name.trim() === "" ? badInput("The field name is empty. Send a name, or leave the field out.") : Result.succeed(name)

const nameFor = ({ name }: Provision, email: string, option: OptionLookup): Result.Result<string, ServiceError> =>
  name === undefined && option("users.required") === "name and email"
    ? badInput("The field name is missing. Send name and email.")
    : named(name ?? localPart(email))

const userThere = ({ option, world }: TransitionContext, email: string): User | undefined =>
  option("users.duplicate-email") === "refused" ? undefined : Option.getOrUndefined(Users.byEmail(world.users, email))

/** (none) -> active: creates a user, who gets a welcome e-mail unless `send_email` is false. */
export const provision: (context: TransitionContext, input: Provision) => TransitionResult<Entry> = resultFn(
  function* (context, input) {
    const { option, now, world } = context
    const { email = "" } = input
    if (email === "")
      return yield* badInput('The field email is missing. Send at least {"email": "someone@example.com"}.')
    const there = userThere(context, email)
    if (there !== undefined) return [world, there.entry]
    yield* freeEmail(world, email)
    const name = yield* nameFor(input, email, option)
    const role = yield* roleNamed(input.role ?? plainUser.name, option)
    const pods = yield* podsFor(context, input.pod_ids ?? [])
    const invited = input.send_email !== false
    const [created, entry] = join(world, { email, name, role, at: timestamp(now), invited, pods })
    const next = invited
      ? sendMail(created, {
          kind: "welcome",
          to: email,
          at: now,
          subject: "Welcome to remote assistance"
        })
      : created
    return [next, entry]
  }
)

const existing = (world: World, id: UserId): Result.Result<User, ServiceError> =>
  Result.fromOption(Users.byId(world.users, id), () =>
    serviceError("notFound", `There is no user ${id}. They may have been deleted.`)
  )

/** Whether a subject may deactivate or delete a user: not themselves where the gap says so. */
const mayEnd = ({ option, principal }: AdministrationContext, id: UserId): Result.Result<void, ServiceError> =>
  principal.subject === userSubject(id) && option("users.own-account") === "refused"
    ? Result.fail(serviceError("permission", "You cannot deactivate or delete yourself. Ask another administrator."))
    : Result.void

const withNewEmail = (
  { now, world }: TransitionContext,
  user: User,
  email: string
): Result.Result<World, ServiceError> =>
  Result.map(freeEmail(world, email), () => {
    const [drawn, token] = nextRandom(world)
    const next = {
      ...drawn,
      users: Users.replace(drawn.users, { ...user, newEmail: { address: email, token } }),
      confirmations: HashMap.set(withoutNewEmail(drawn, user), token, { user: user.entry.id, madeAt: now })
    }
    return sendMail(next, { kind: "new-email", to: email, at: now, subject: "Confirm your new e-mail address", token })
  })

/** What a deactivation ends besides log-ins: nothing, unless tokens from before it are void. */
const deactivated = ({ option }: TransitionContext, world: World, { entry }: User): World =>
  option("token.after-deactivation") === "resumes" ? world : revoke(world, userSubject(entry.id))

const endedIn = ({ line }: World, { deactivations = 0 }: User): Partial<User> => ({
  deactivations: deactivations + 1,
  ...(line === rootBranch ? {} : { deactivatedIn: line })
})

/** active <-> inactive, and changes of other fields: all data stays. A new e-mail address waits for confirmation. */
export const update: (context: TransitionContext, id: UserId, input: UserChange) => TransitionResult<Entry> = resultFn(
  function* (context, id, { email, ...change }) {
    const { option, now, world } = context
    const user = yield* existing(world, id)
    if (change.name !== undefined) yield* named(change.name)
    const ends = user.entry.active && change.active === false
    const entry = { ...user.entry, ...change, updated_at: timestamp(now) }
    const changed = { ...user, entry, ...(ends ? endedIn(world, user) : {}) }
    const calls = ends ? Calls.departing(world.calls, now) : world.calls
    const replaced = { ...world, calls, users: Users.replace(world.users, changed) }
    const next = ends ? deactivated(context, replaced, changed) : replaced
    if (email === undefined || email === entry.email) return [next, entry]
    if (option("registration.new-email") === "confirmed")
      return [yield* withNewEmail({ ...context, world: next }, changed, email), entry]
    const { newEmail: _, ...waitingForNone } = changed
    const addressed = { ...waitingForNone, entry: { ...entry, email: yield* freeEmail(world, email) } }
    return [
      { ...next, users: Users.replace(next.users, addressed), confirmations: withoutNewEmail(next, changed) },
      addressed.entry
    ]
  }
)

/** active or inactive -> (none): removes a user for good. */
export const remove = ({ now, world }: TransitionContext, id: UserId): TransitionResult<Entry> =>
  Result.map(existing(world, id), (user) => [
    { ...leave(world, user), calls: Calls.departing(world.calls, now) },
    user.entry
  ])

const reversed = ({ slice, total }: Found): Found => ({
  total,
  slice: (start, count) => slice(Math.max(0, total - start - count), Math.min(count, total - start)).toReversed()
})

/** One page of the users that pass the filter, in the order asked for, by their positions. */
export function* list(
  { option, world }: TransitionContext,
  query: UserQuery
): Cooperative<Result.Result<Page<number>, ServiceError>> {
  const asked = parse(query, listed, option)
  if (Result.isFailure(asked)) return Result.fail(asked.failure)
  const selected = yield* search(world.users, asked.success)
  const asIs = asked.success.keys.length > 0 || option("users.order") === "creation"
  const found = asIs ? selected : reversed(selected)
  return paginate(found, (position) => position, query, option)
}

const administer = runAs(administrator("manage_users"), toErrorV1R1)

const shown = (body: unknown) => ({ entry: Option.none(), body })

/** Changes a user by a body, whose fields beyond the known ones may be refused. */
const change = (
  body: unknown,
  known: Readonly<Record<string, unknown>>,
  transition: (context: AdministrationContext) => TransitionResult<Entry>
) =>
  mapAnswer(
    administer((context) =>
      Result.map(
        Result.andThen(knownOnly(context, body, known), () => transition(context)),
        ([world, entry]) => [world, context.option("users.answer") === "entry" ? entry : {}]
      )
    ),
    shown
  )

const contentType = "application/json"

/** One page of the users that a query selects, as JSON. */
function* listedPage(
  context: AdministrationContext,
  query: UserQuery
): Cooperative<TransitionResult<string | Uint8Array>> {
  const page = yield* list(context, query)
  if (Result.isFailure(page)) return Result.fail(page.failure)
  const { users } = context.world
  const tokenAt = (position: number) => listedToken(context, Users.rowAt(users, position))
  const showing = { tokenAt: context.option("users.token") === "present" ? tokenAt : undefined }
  return Result.succeed([context.world, yield* EncodedPage.page(users, page.success, showing)])
}

export const handlers: Handlers<"EnterpriseUsers"> = {
  provision: ({ body, payload }) => change(body, Provision.fields, (context) => provision(context, payload)),
  list: ({ query }) =>
    mapAnswer(
      administer((context) => listedPage(context, query)),
      (json) =>
        typeof json === "string"
          ? HttpServerResponse.text(json, { contentType })
          : HttpServerResponse.uint8Array(json, { contentType })
    ),
  update: ({ body, params: { user_id }, payload }) =>
    change(body, UserChange.fields, (context) =>
      Result.andThen(payload.active === false ? mayEnd(context, user_id) : Result.void, () =>
        update(context, user_id, payload)
      )
    ),
  remove: ({ params: { user_id } }) =>
    mapAnswer(
      administer((context) =>
        Result.map(
          Result.andThen(mayEnd(context, user_id), () => remove(context, user_id)),
          ([world]) => [world, context.option("users.deleted-answer")]
        )
      ),
      shown
    )
}
