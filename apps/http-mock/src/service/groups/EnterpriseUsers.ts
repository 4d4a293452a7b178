import { Provision, UserChange } from "@remote-assist/core/EnterpriseUsers"
import type { UserId, UserQuery } from "@remote-assist/core/EnterpriseUsers"
import type { Page } from "@remote-assist/core/Page"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { OptionLookup } from "../../world/gaps/options.ts"
import { withoutDeparted } from "../../world/life/dueEvents.ts"
import { paginate, reverse } from "../../world/lists/paging.ts"
import type { Cooperative } from "../../world/lists/select.ts"
import { parse } from "../../world/lists/select.ts"
import { defaultPods, freeEmail, join, leave, newEmailMail, withoutNewEmail } from "../../world/model/membership.ts"
import { revoke } from "../../world/model/refreshTokens.ts"
import { rootBranch } from "../../world/model/rows.ts"
import { sendMail } from "../../world/model/World.ts"
import type { AdministrationContext, TransitionContext, TransitionResult, World } from "../../world/model/World.ts"
import { nextRandom } from "../../world/prng.ts"
import { badInput, reject, resultFn, serviceError } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import { timestamp } from "../../world/timestamp.ts"
import { userSubject } from "../../world/tokens/UserToken.ts"
import * as EncodedPage from "../../world/users/encodedPage.ts"
import { listed, search } from "../../world/users/search.ts"
import { localPart, plainUser, roles } from "../../world/users/User.ts"
import type { Entry, Role, User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import { mapAnswer } from "../operation.ts"
import type { Handlers } from "../operation.ts"
import { listedToken } from "./Auth.ts"

/** Rejects unknown fields of a body, unless they are ignored. */
const checkFields = (
  { option }: TransitionContext,
  body: unknown,
  fields: Readonly<Record<string, unknown>>
): Checked => {
  if (option("request.unknown-fields") === "ignored" || !Predicate.isObject(body)) return Result.void
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(fields, field))
  return unknown.length === 0
    ? Result.void
    : badInput(`The fields ${unknown.join(", ")} are not known. Send some of ${Object.keys(fields).join(", ")}.`)
}

const findRole = (name: string, option: OptionLookup): Checked<Role> => {
  const role = roles.find((role) => role.name === name)
  if (role !== undefined) return Result.succeed(role)
  return option("users.role") === "any"
    ? Result.succeed({ ...plainUser, name })
    : badInput(`The role ${name} is not known. Use one of ${roles.map((role) => role.name).join(", ")}.`)
}

const selectPods = ({ option, world }: TransitionContext, ids: ReadonlyArray<PodId>): Checked<ReadonlyArray<PodId>> => {
  const unknown = ids.filter((id) => !world.pods.some((pod) => pod.id === id))
  if (unknown.length > 0 && option("users.pod-ids") === "known")
    return badInput(`The pods ${unknown.join(", ")} do not exist. GET /api/v1r1/enterprise/pods lists those that do.`)
  const known = ids.filter((id) => !unknown.includes(id))
  return Result.succeed(known.length === 0 ? defaultPods(world) : [...new Set(known)])
}

const checkName = (name: string): Checked<string> =>
  name.trim() === "" ? badInput("The field name is empty. Send a name, or leave the field out.") : Result.succeed(name)

const nameFor = ({ name }: Provision, email: string, option: OptionLookup): Checked<string> =>
  name === undefined && option("users.required") === "name and email"
    ? badInput("The field name is missing. Send name and email.")
    : checkName(name ?? localPart(email))

const existingUser = ({ option, world }: TransitionContext, email: string): User | undefined =>
  option("users.duplicate-email") === "refused" ? undefined : Option.getOrUndefined(Users.byEmail(world.users, email))

/** (none) -> active: creates a user, and sends a welcome e-mail unless `send_email` is false. */
export const provision: (context: TransitionContext, input: Provision) => TransitionResult<Entry> = resultFn(
  function* (context, input) {
    const { option, now, world } = context
    const { email = "" } = input
    if (email === "")
      return yield* badInput('The field email is missing. Send at least {"email": "someone@example.com"}.')
    const existing = existingUser(context, email)
    if (existing !== undefined) return [world, existing.entry]
    yield* freeEmail(world, email)
    const name = yield* nameFor(input, email, option)
    const role = yield* findRole(input.role ?? plainUser.name, option)
    const pods = yield* selectPods(context, input.pod_ids ?? [])
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

const findUser = (world: World, id: UserId): Checked<User> =>
  Result.fromOption(Users.byId(world.users, id), () => serviceError("notFound", `There is no user ${id}.`))

/** Rejects an administrator who deactivates or deletes themselves, unless that is allowed. */
const checkNotOneself = ({ option, principal }: AdministrationContext, id: UserId): Checked =>
  principal.subject === userSubject(id) && option("users.own-account") === "refused"
    ? reject("permission", "You cannot deactivate or delete yourself. Ask another administrator.")
    : Result.void

const withNewEmail = ({ now, world }: TransitionContext, user: User, email: string): Checked<World> =>
  Result.map(freeEmail(world, email), () => {
    const [drawn, token] = nextRandom(world)
    const next = {
      ...drawn,
      users: Users.replace(drawn.users, { ...user, newEmail: { address: email, token } }),
      confirmations: HashMap.set(withoutNewEmail(drawn, user), token, { user: user.entry.id, madeAt: now })
    }
    return newEmailMail(next, email, token, now)
  })

/** Revokes the refresh tokens of a deactivated user, unless they resume with the user. */
const withRevokedTokens = ({ option }: TransitionContext, world: World, { entry }: User): World =>
  option("token.after-deactivation") === "resumes" ? world : revoke(world, userSubject(entry.id))

const deactivationFields = ({ line }: World, { deactivations = 0 }: User): Partial<User> => ({
  deactivations: deactivations + 1,
  ...(line === rootBranch ? {} : { deactivatedIn: line })
})

/** active <-> inactive, or a change of other fields. All data stays; a new e-mail address needs a confirmation. */
export const update: (context: TransitionContext, id: UserId, input: UserChange) => TransitionResult<Entry> = resultFn(
  function* (context, id, { email, ...change }) {
    const { option, now, world } = context
    const user = yield* findUser(world, id)
    if (change.name !== undefined) yield* checkName(change.name)
    const ends = user.entry.active && change.active === false
    const entry = { ...user.entry, ...change, updated_at: timestamp(now) }
    const changed = { ...user, entry, ...(ends ? deactivationFields(world, user) : {}) }
    const replaced = { ...world, users: Users.replace(world.users, changed) }
    const next = ends ? withoutDeparted({ ...context, world: withRevokedTokens(context, replaced, changed) }) : replaced
    if (email === undefined || email === entry.email) return [next, entry]
    if (option("registration.new-email") === "confirmed")
      return [yield* withNewEmail({ ...context, world: next }, changed, email), entry]
    const { newEmail: _, ...withoutPending } = changed
    const addressed = { ...withoutPending, entry: { ...entry, email: yield* freeEmail(world, email) } }
    return [
      { ...next, users: Users.replace(next.users, addressed), confirmations: withoutNewEmail(next, changed) },
      addressed.entry
    ]
  }
)

/** active or inactive -> (none): removes a user permanently. */
export const remove = (context: TransitionContext, id: UserId): TransitionResult<Entry> =>
  Result.map(findUser(context.world, id), (user) => [
    withoutDeparted({ ...context, world: leave(context.world, user) }),
    user.entry
  ])

/** Returns the positions of one page of the users that a query selects. */
export function* list({ option, world }: TransitionContext, query: UserQuery): Cooperative<Checked<Page<number>>> {
  const parsed = parse(query, listed, option)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const selected = yield* search(world.users, parsed.success)
  const isOrdered = parsed.success.keys.length > 0 || option("users.order") === "creation"
  return paginate(isOrdered ? selected : reverse(selected), query, option)
}

const toRawResponse = (body: unknown) => ({ entry: Option.none(), body })

/** Changes a user. Unknown fields of the body may be rejected. */
const change = (
  context: AdministrationContext,
  body: unknown,
  fields: Readonly<Record<string, unknown>>,
  transition: () => TransitionResult<Entry>
) =>
  mapAnswer(Result.andThen(checkFields(context, body, fields), transition), (entry) =>
    toRawResponse(context.option("users.answer") === "entry" ? entry : {})
  )

const contentType = "application/json"

/** Encodes one page of the users that a query selects as JSON. */
function* encodePage(
  context: AdministrationContext,
  query: UserQuery
): Cooperative<TransitionResult<HttpServerResponse.HttpServerResponse>> {
  const page = yield* list(context, query)
  if (Result.isFailure(page)) return Result.fail(page.failure)
  const { users } = context.world
  const tokenAt = (position: number) => listedToken(context, Users.rowAt(users, position))
  const choice = context.option("users.token")
  const hasTokens = choice === "partner keys" ? context.principal.subject.startsWith("Partner:") : choice === "present"
  const json = yield* EncodedPage.page(users, page.success, hasTokens ? tokenAt : undefined)
  return Result.succeed([
    context.world,
    typeof json === "string"
      ? HttpServerResponse.text(json, { contentType })
      : HttpServerResponse.uint8Array(json, { contentType })
  ])
}

export const handlers: Handlers<"EnterpriseUsers", AdministrationContext> = {
  provision: (context, { body, payload }) => change(context, body, Provision.fields, () => provision(context, payload)),
  list: (context, { query }) => encodePage(context, query),
  update: (context, { body, params: { user_id }, payload }) =>
    change(context, body, UserChange.fields, () =>
      Result.andThen(payload.active === false ? checkNotOneself(context, user_id) : Result.void, () =>
        update(context, user_id, payload)
      )
    ),
  remove: (context, { params: { user_id } }) =>
    mapAnswer(
      Result.andThen(checkNotOneself(context, user_id), () => remove(context, user_id)),
      () => toRawResponse(context.option("users.deleted-answer"))
    )
}
