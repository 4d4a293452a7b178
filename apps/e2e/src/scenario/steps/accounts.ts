import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
import type { RegisterV1R1 } from "@remote-assist/core/Registration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { owned } from "../../recorder/Cleanup.ts"
import { Target } from "../../targets/Target.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Scenario.ts"
import { administratorLogsIn, loggedInAs, unusedEmail, userByEmail } from "./people.ts"

/** The newest e-mail to an address; for scenarios that need `outbox`. */
export const newestMail = (to: string) =>
  step(
    `the newest e-mail to ${to} is read`,
    Effect.flatMap(Target, ({ mails }) =>
      Effect.flatMap(mails(to), (all) => Expect.present(`an e-mail to ${to}`, all.at(-1)))
    )
  )

/** The token that the newest e-mail to an address carries. */
export const mailedToken = Effect.fnUntraced(function* (to: string) {
  const { token } = yield* newestMail(to)
  return Redacted.make(yield* Expect.present("the token of the e-mail", token))
})

/** Somebody who could register, with an e-mail address that nobody has. */
export const applicant = Effect.map(unusedEmail, (email) => ({
  email,
  name: "Mary Jackson",
  password: Redacted.make("supersonic-1953")
}))

const removeByEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers
  const { entries } = yield* users.list({ filter: `email=${email}` })
  yield* Effect.forEach(entries, ({ id }) => users.remove(id))
})

/** Registers somebody by an operation of the registration; once confirmed, the user is removed when the scenario ends. */
export const registeredWith = <E, R>(email: string, register: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const { administrator } = yield* Target
    yield* step(
      `${email} registers`,
      owned({
        kind: "user",
        id: email,
        create: register,
        remove: () => loggedInAs(administrator, removeByEmail(email))
      })
    )
  })

/** Registers somebody on `/v1` and yields who it is; the account waits for its confirmation. */
export const registeredAccount = (invitation: Pick<RegisterV1R1, "invitation_token"> = {}) =>
  Effect.gen(function* () {
    const user_info = yield* applicant
    yield* registeredWith(user_info.email, (yield* Registration).register({ ...invitation, user_info }))
    return user_info
  })

/** Registers somebody and confirms the account, and yields who can log in from then on; for scenarios that need `outbox`. */
export const confirmedAccount = Effect.gen(function* () {
  const account = yield* registeredAccount()
  const token = yield* mailedToken(account.email)
  yield* step(`${account.email} confirms the account`, (yield* Registration).confirm(token))
  return account
})

/** Has an administrator who is logged in give somebody another e-mail address, which waits for its confirmation, and yields it. */
export const newEmailFor = (email: string) =>
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const users = yield* EnterpriseUsers
    const next = yield* unusedEmail
    yield* step(
      `the administrator gives ${email} the address ${next}`,
      owned({
        kind: "user",
        id: next,
        create: Effect.flatMap(userByEmail(email), ({ id }) => users.update(id, { email: next })),
        remove: () => loggedInAs(administrator, removeByEmail(next))
      })
    )
    return next
  })

/** Has somebody who is confirmed be given another e-mail address, and yields what waits for its confirmation; for scenarios that need `outbox`. */
export const waitingAddress = Effect.gen(function* () {
  const account = yield* confirmedAccount
  yield* administratorLogsIn
  const email = yield* newEmailFor(account.email)
  return { account, email, token: yield* mailedToken(email) }
})
