import { Account as Person } from "@remote-assist/core/Account"
import type { Confirmation as ConfirmationAnswer, RegisterEnterprise } from "@remote-assist/core/Registration"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { confirmationMail, defaultPods, freeEmail, join, withAccount } from "../../world/model/membership.ts"
import type { Account, Confirmation } from "../../world/model/rows.ts"
import { sendMail } from "../../world/model/World.ts"
import type { TransitionContext, TransitionResult, World } from "../../world/model/World.ts"
import { nextRandom } from "../../world/prng.ts"
import { badInput, reject, resultFn, serviceError } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import { isOver, timestamp } from "../../world/timestamp.ts"
import { parseEmail, administrator, enterpriseIdOf, plainUser } from "../../world/users/User.ts"
import type { User } from "../../world/users/User.ts"
import * as Users from "../../world/users/Users.ts"
import type { Handlers } from "../operation.ts"

const noToken = Redacted.make("")

/** Makes the account that the confirmation of a new e-mail address answers. Unset texts are empty. */
const accountAnswer = ({ entry, personalRoom }: User): Person => ({
  ...Struct.omit(entry, ["confirmed_at", "email_confirmed", "enterprise_id"]),
  available: String(entry.available),
  avatar: "",
  confirmed_email: entry.email_confirmed,
  personal_room_session_id: personalRoom?.session ?? "",
  personal_room_url: personalRoom?.url ?? "",
  status: String(entry.status),
  token: noToken
})

const withoutUnset = (account: Person): Person =>
  Struct.omit(
    account,
    Record.keys(Person.fields).filter(
      (field): field is Exclude<keyof Person, "id"> => account[field] === "" || account[field] === noToken
    )
  )

interface Applicant {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly location?: string
  readonly title?: string
  /** Whether the applicant has an invitation token. */
  readonly isInvited?: boolean
}

const withoutAnswer = (world: World): readonly [World, void] => [world, undefined]

const checkNotEmpty = (field: string, value: string): Checked<string> =>
  value.trim() === "" ? badInput(`The field ${field} is empty.`) : Result.succeed(value)

const checkPassword = (password: string, minLength: number): Checked<string> =>
  Result.flatMap(checkNotEmpty("password", password), () =>
    password.length < minLength
      ? badInput(`The password has fewer than ${minLength} characters. Choose a longer one.`)
      : Result.succeed(password)
  )

const registerAgain = ({ option, now, world }: TransitionContext, account: Account): Checked<World> => {
  const choice = option("registration.again")
  if (choice === "sent again") return Result.succeed(confirmationMail(world, account, now))
  return choice === "replaced"
    ? Result.succeed({ ...world, confirmations: HashMap.remove(world.confirmations, account.confirmationToken) })
    : reject(
        "duplicate",
        `${account.email} is registered and not confirmed. POST /api/v1/register/resend_confirmation.`
      )
}

/** (none) -> unconfirmed: a confirmation e-mail is sent. */
export const register: (context: TransitionContext, input: Applicant) => TransitionResult<void> = resultFn(function* (
  context,
  { isInvited = false, ...applicant }
) {
  const { option, now, world } = context
  const email = yield* freeEmail(world, applicant.email)
  yield* checkNotEmpty("name", applicant.name)
  yield* checkPassword(applicant.password, option("registration.password-length"))
  if (isInvited && option("registration.invitation-token") === "refused")
    return yield* reject("token", "The invitation_token is not known. Register without it.")
  const before = Option.getOrUndefined(HashMap.get(world.accounts, email.toLowerCase()))
  const free = before === undefined ? world : yield* registerAgain(context, before)
  if (before !== undefined && option("registration.again") === "sent again") return withoutAnswer(free)
  const [drawn, confirmationToken] = nextRandom(free)
  const account = { location: "", title: "", ...applicant, registeredAt: now, confirmationToken }
  return withoutAnswer(confirmationMail(withAccount(drawn, account, { madeAt: now }), account, now))
})

const unknownToken = serviceError(
  "token",
  "The confirmation_token is unknown, used already or replaced by a newer one."
)

const expiredToken = serviceError("token", "The confirmation_token has expired. Ask for the e-mail again.")

const findConfirmation = ({ option, now, world }: TransitionContext, token: string): Checked<Confirmation> =>
  Result.filterOrFail(
    Result.fromOption(HashMap.get(world.confirmations, token), () => unknownToken),
    ({ madeAt }) => !isOver(madeAt, option("registration.token-life"), now),
    () => expiredToken
  )

const accountOf = (world: World, key: string, token: string): Checked<Account> =>
  Result.fromOption(
    Option.filter(HashMap.get(world.accounts, key), ({ confirmationToken }) => confirmationToken === token),
    () => unknownToken
  )

/** Removes a used token, or keeps it if a second confirmation succeeds. */
const withUsedToken = ({ option }: TransitionContext, world: World, token: string): World["confirmations"] =>
  option("registration.confirm-twice") === "refused"
    ? HashMap.remove(world.confirmations, token)
    : HashMap.set(world.confirmations, token, { confirmed: "account" })

/** Returns the role of a user: the contact of a registered enterprise is an administrator. */
const roleOf = ({ settings: { enterprise } }: World, email: string) =>
  enterprise?.contactEmail.toLowerCase() === email.toLowerCase() ? administrator : plainUser

/** unconfirmed -> confirmed: the account becomes a user. */
export const confirm: (context: TransitionContext, token: string) => TransitionResult<ConfirmationAnswer> = resultFn(
  function* (context, token) {
    const { option, now, world } = context
    const answer = option("registration.confirmed-answer")
    const confirmation = yield* findConfirmation(context, token)
    if ("confirmed" in confirmation) return [world, answer]
    if ("user" in confirmation) return yield* Result.fail(unknownToken)
    const account = yield* accountOf(world, confirmation.account, token)
    const { email, location, name, password, registeredAt, title } = account
    yield* freeEmail(world, email)
    const registered = timestamp(registeredAt)
    const [joined] = join(
      world,
      { email, name, password, role: roleOf(world, email), at: registered, invited: false, pods: defaultPods(world) },
      { location, title, confirmation_sent_at: registered, confirmed_at: timestamp(now), updated_at: timestamp(now) }
    )
    const next = {
      ...joined,
      accounts: HashMap.remove(joined.accounts, email.toLowerCase()),
      confirmations: withUsedToken(context, joined, token)
    }
    return [next, answer]
  }
)

const userWithNewEmail = (
  context: TransitionContext,
  token: string
): Checked<Required<Pick<User, "newEmail">> & User> =>
  Result.flatMap(findConfirmation(context, token), (confirmation) => {
    const { users } = context.world
    const user = "user" in confirmation ? Option.getOrUndefined(Users.byId(users, confirmation.user)) : undefined
    const newEmail = user?.newEmail
    return user === undefined || newEmail?.token !== token
      ? Result.fail(unknownToken)
      : Result.succeed({ ...user, newEmail })
  })

/** confirmed with a pending new e-mail address -> the address is changed. */
export const confirmNewEmail: (context: TransitionContext, token: string) => TransitionResult<Person> = resultFn(
  function* (context, token) {
    const { option, now, world } = context
    const { newEmail, ...user } = yield* userWithNewEmail(context, token)
    const email = yield* freeEmail(world, newEmail.address)
    const changed = {
      ...user,
      entry: { ...user.entry, email, confirmed_at: timestamp(now), updated_at: timestamp(now) }
    }
    const next = {
      ...world,
      users: Users.replace(world.users, changed),
      confirmations: HashMap.remove(world.confirmations, token)
    }
    const person = accountAnswer(changed)
    return [next, option("registration.user") === "empty" ? person : withoutUnset(person)]
  }
)

/** unconfirmed -> unchanged: the confirmation e-mail is sent again. */
export const resendConfirmation = ({ now, world }: TransitionContext, email: string): TransitionResult<void> =>
  Result.map(
    Result.fromOption(HashMap.get(world.accounts, email.toLowerCase()), () =>
      serviceError(
        "notFound",
        `No e-mail was sent: ${JSON.stringify(email)} is not the address of an unconfirmed account.`
      )
    ),
    (account) => {
      const { confirmationToken } = account
      // the lifetime of the token starts again
      const confirmations = HashMap.modify(world.confirmations, confirmationToken, (confirmation) => ({
        ...confirmation,
        madeAt: now
      }))
      return withoutAnswer(confirmationMail({ ...world, confirmations }, account, now))
    }
  )

const nextEnterprise = (world: World) =>
  world.enterprises.reduce((last, { access }) => Math.max(last, access?.id ?? 0), enterpriseIdOf(world)) + 1

/** Creates an enterprise, and sends its API key to its contact. */
export const registerEnterprise: (
  context: TransitionContext,
  enterprise: RegisterEnterprise
) => TransitionResult<void> = resultFn(function* ({ option, now, world }, enterprise) {
  const contactEmail = yield* parseEmail(enterprise.contact_email)
  const contactName = yield* checkNotEmpty("contact_name", enterprise.contact_name)
  const name = yield* checkNotEmpty("enterprise_name", enterprise.enterprise_name)
  const resellerId = yield* checkNotEmpty("reseller_id", enterprise.reseller_id)
  const registered = { name, contactEmail, contactName, resellerId }
  const mail = { kind: "enterprise", to: contactEmail, at: now, subject: `${name} is registered` } as const
  if (option("registration.enterprise") === "noted")
    return withoutAnswer(sendMail({ ...world, enterprises: [...world.enterprises, registered] }, mail))
  const [once, secret] = nextRandom(world)
  const [drawn, confirmationToken] = nextRandom(once)
  const apiKey = `key-${secret}`
  const access = { id: nextEnterprise(world), apiKey, confirmationToken, registeredAt: now }
  const next = { ...drawn, enterprises: [...drawn.enterprises, { ...registered, access }] }
  return withoutAnswer(sendMail(next, { ...mail, token: confirmationToken, apiKey }))
})

const applicant = <Info extends { readonly password: Redacted.Redacted }>({
  invitation_token,
  user_info
}: {
  readonly invitation_token?: Redacted.Redacted
  readonly user_info: Info
}) => ({
  ...user_info,
  password: Redacted.value(user_info.password),
  isInvited: invitation_token !== undefined
})

export const handlers: Handlers<"Registration", TransitionContext> = {
  register: (context, { payload }) => register(context, applicant(payload)),
  confirm: (context, { query }) => confirm(context, Redacted.value(query.confirmation_token)),
  confirmNewEmail: (context, { query }) => confirmNewEmail(context, Redacted.value(query.confirmation_token)),
  resendConfirmation: (context, { query }) => resendConfirmation(context, query.email),
  registerV1R1: (context, { payload }) => register(context, applicant(payload)),
  registerEnterprise: (context, { payload }) => registerEnterprise(context, payload)
}
