import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
import type { RegisterV1R1 } from "@remote-assist/core/Registration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { temporary } from "../../recorder/Cleanup.ts"
import { mustRun } from "../../recorder/Recorder.ts"
import { Target } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"
import { administratorLogsIn, loggedInAs, removeByEmail, unusedEmail, userByEmail } from "./people.ts"

/** Reads the newest e-mail to an address; needs `outbox`. */
export const newestMail = (to: string) =>
  step(
    `the newest e-mail to ${to} is read`,
    Effect.flatMap(Target, ({ mails }) =>
      Effect.flatMap(mails(to), (all) => Expect.present(`an e-mail to ${to}`, all.at(-1)))
    )
  )

/** Reads the token in the newest e-mail to an address; needs `outbox`. */
export const mailedToken = Effect.fnUntraced(function* (to: string) {
  const { token } = yield* newestMail(to)
  return Redacted.make(yield* Expect.present("the token of the e-mail", token))
}, mustRun)

/** A new account with an unused e-mail address, not registered yet. */
export const applicant = Effect.map(unusedEmail, (email) => ({
  email,
  name: "Mary Jackson",
  password: Redacted.make("supersonic-1953")
}))

/** Creates a user as a step. The administrator removes the user when the scenario ends. */
const temporaryUser = <E, R>(title: string, email: string, create: Effect.Effect<void, E, R>) =>
  Effect.flatMap(Target, ({ administrator }) => {
    const remove = loggedInAs(administrator, removeByEmail(email))
    return step(title, temporary({ kind: "user", id: email, create, remove }))
  }).pipe(mustRun)

/** Registers a user by an operation. The confirmed user is removed when the scenario ends. */
export const registerWith = <E, R>(email: string, register: Effect.Effect<void, E, R>) =>
  temporaryUser(`${email} registers`, email, register)

/** Registers a user on `/v1`, and returns the unconfirmed account. */
export const registeredAccount = (invitation: Pick<RegisterV1R1, "invitation_token"> = {}) =>
  Effect.gen(function* () {
    const user_info = yield* applicant
    yield* registerWith(user_info.email, (yield* Registration).register({ ...invitation, user_info }))
    return user_info
  }).pipe(mustRun)

/** Registers and confirms a user, and returns the account; needs `outbox`. */
export const confirmedAccount = Effect.gen(function* () {
  const account = yield* registeredAccount()
  const token = yield* mailedToken(account.email)
  yield* step(`${account.email} confirms the account`, (yield* Registration).confirm(token))
  return account
})

/** Changes the e-mail address of a user as the current administrator, and returns the unconfirmed address. */
export const newEmailFor = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers
  const next = yield* unusedEmail
  const update = Effect.flatMap(userByEmail(email), ({ id }) => users.update(id, { email: next }))
  yield* temporaryUser(`the administrator gives ${email} the address ${next}`, next, Effect.asVoid(update))
  return next
}, mustRun)

/** Changes the e-mail address of a confirmed user, and returns the unconfirmed address with its token; needs `outbox`. */
export const pendingEmail = Effect.gen(function* () {
  const account = yield* confirmedAccount
  yield* administratorLogsIn
  const email = yield* newEmailFor(account.email)
  return { account, email, token: yield* mailedToken(email) }
})
