import type { Account as Person } from "@remote-assist/core/Account"
import type { Confirmed, RegisterEnterprise } from "@remote-assist/core/Registration"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { choose } from "../../Gaps.ts"
import { moment } from "../../Moment.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import { address, defaultPods, freeEmail, join } from "../../users/Membership.ts"
import { plainUser } from "../../users/User.ts"
import type { User } from "../../users/User.ts"
import * as Users from "../../users/Users.ts"
import { draw, send } from "../../World.ts"
import type { Account, Step, World } from "../../World.ts"

/** Who registers. */
export interface Applicant {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly location?: string
  readonly title?: string
}

const done = (world: World): readonly [World, void] => [world, undefined]

const given = (field: string, value: string): Result.Result<string, Refusal> =>
  value.trim() === "" ? Result.fail(refusal("badInput", `The field ${field} is empty.`)) : Result.succeed(value)

const confirmationMail = (world: World, { confirmationToken, email }: Account, at: number) =>
  send(world, {
    kind: "confirmation",
    to: email,
    at,
    subject: "Confirm your e-mail address",
    token: confirmationToken
  })

/** (none) -> unconfirmed: a confirmation e-mail is sent. */
export const register = (world: World, applicant: Applicant, now: number): Step<void> =>
  Result.gen(function* () {
    const email = yield* freeEmail(world, applicant.email)
    yield* given("name", applicant.name)
    yield* given("password", applicant.password)
    const key = email.toLowerCase()
    if (HashMap.has(world.accounts, key))
      return yield* Result.fail(
        refusal("duplicate", `${email} is registered and not confirmed. POST /api/v1/register/resend_confirmation.`)
      )
    const [drawn, confirmationToken] = draw(world)
    const account = { location: "", title: "", ...applicant, registeredAt: now, confirmationToken }
    const next = {
      ...drawn,
      accounts: HashMap.set(drawn.accounts, key, account),
      confirmations: HashMap.set(drawn.confirmations, confirmationToken, { account: key })
    }
    return done(confirmationMail(next, account, now))
  })

const unknownToken = refusal("token", "The confirmation_token is unknown, used already or replaced by a newer one.")

const accountOf = (world: World, token: string): Result.Result<Account, Refusal> => {
  const confirmation = Option.getOrUndefined(HashMap.get(world.confirmations, token))
  return confirmation === undefined || !("account" in confirmation)
    ? Result.fail(unknownToken)
    : Result.fromOption(
        Option.filter(
          HashMap.get(world.accounts, confirmation.account),
          ({ confirmationToken }) => confirmationToken === token
        ),
        () => unknownToken
      )
}

/** unconfirmed -> confirmed: the account is a user from here on. */
export const confirm = (world: World, token: string, now: number): Step<Confirmed> =>
  Result.gen(function* () {
    const { email, location, name, password, registeredAt, title } = yield* accountOf(world, token)
    yield* freeEmail(world, email)
    const registered = moment(registeredAt)
    const [joined] = join(
      world,
      { email, name, password, role: plainUser, at: registered, invited: false, pods: defaultPods(world) },
      { location, title, confirmation_sent_at: registered, confirmed_at: moment(now), updated_at: moment(now) }
    )
    const next = {
      ...joined,
      accounts: HashMap.remove(joined.accounts, email.toLowerCase()),
      confirmations: HashMap.remove(joined.confirmations, token)
    }
    return [next, choose(world.settings.choices, "registration.confirmed-answer")]
  })

const noToken = Redacted.make("")

const personOf = ({ entry, personalRoom }: User): Person => ({
  active: entry.active,
  available: String(entry.available),
  avatar: "",
  confirmed_email: entry.email_confirmed,
  created_at: entry.created_at,
  email: entry.email,
  id: entry.id,
  is_confirmed: entry.is_confirmed,
  is_first_login: entry.is_first_login,
  last_used_at: entry.last_used_at,
  name: entry.name,
  permissions: entry.permissions,
  personal_room_session_id: personalRoom?.session ?? "",
  personal_room_url: personalRoom?.url ?? "",
  role_id: entry.role_id,
  role_name: entry.role_name,
  status: String(entry.status),
  status_message: entry.status_message,
  token: noToken,
  unavailable_expires_at: entry.unavailable_expires_at,
  updated_at: entry.updated_at,
  username: entry.username
})

const userWaiting = (world: World, token: string): Result.Result<Required<Pick<User, "newEmail">> & User, Refusal> => {
  const confirmation = Option.getOrUndefined(HashMap.get(world.confirmations, token))
  const user =
    confirmation === undefined || !("user" in confirmation)
      ? undefined
      : Option.getOrUndefined(Users.byId(world.users, confirmation.user))
  const newEmail = user?.newEmail
  return user === undefined || newEmail?.token !== token
    ? Result.fail(unknownToken)
    : Result.succeed({ ...user, newEmail })
}

/** confirmed with a pending new e-mail address -> the address is changed. */
export const confirmNewEmail = (world: World, token: string, now: number): Step<Person> =>
  Result.gen(function* () {
    const { newEmail, ...user } = yield* userWaiting(world, token)
    const email = yield* freeEmail(world, newEmail.address)
    const changed = { ...user, entry: { ...user.entry, email, confirmed_at: moment(now), updated_at: moment(now) } }
    const next = {
      ...world,
      users: Users.replace(world.users, changed),
      confirmations: HashMap.remove(world.confirmations, token)
    }
    return [next, personOf(changed)]
  })

/** unconfirmed -> unchanged: the confirmation e-mail is sent again. */
export const resendConfirmation = (world: World, email: string, now: number): Step<void> =>
  Result.map(
    Result.fromOption(HashMap.get(world.accounts, email.toLowerCase()), () =>
      refusal("notFound", `No e-mail was sent: ${JSON.stringify(email)} is the address of no unconfirmed account.`)
    ),
    (account) => done(confirmationMail(world, account, now))
  )

/** Creates an enterprise and writes to its contact. */
export const registerEnterprise = (world: World, enterprise: RegisterEnterprise, now: number): Step<void> =>
  Result.gen(function* () {
    const contactEmail = yield* address(enterprise.contact_email)
    const contactName = yield* given("contact_name", enterprise.contact_name)
    const name = yield* given("enterprise_name", enterprise.enterprise_name)
    const resellerId = yield* given("reseller_id", enterprise.reseller_id)
    const next = { ...world, enterprises: [...world.enterprises, { name, contactEmail, contactName, resellerId }] }
    return done(send(next, { kind: "enterprise", to: contactEmail, at: now, subject: `${name} is registered` }))
  })
