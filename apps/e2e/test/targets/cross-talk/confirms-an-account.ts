import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import { Tokens } from "@remote-assist/core/Tokens"
import { applicant, Expect, mailedToken, registeredWith, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { email } from "./_everybodys.ts"

/** Who registers an address finds it free, gets one e-mail, and logs in with the password that they chose. */
export default scenario(
  Effect.gen(function* () {
    const { confirm, register } = yield* Registration
    const person = yield* applicant
    const password = Redacted.make(`of ${person.email}`)
    yield* registeredWith(email, register({ user_info: { ...person, email, password } }))
    const mails = yield* step("their e-mails are read", (yield* Target).mails(email))
    yield* Expect.equal(
      "e-mails",
      mails.map(({ kind }) => kind),
      ["confirmation"]
    )
    yield* step("they confirm the account", confirm(yield* mailedToken(email)))
    const { token } = yield* step("they log in", (yield* Auth).logIn({ email, password }))
    const { data } = yield* step("their token is inspected", (yield* Tokens).info(token))
    yield* Expect.equal("who they are: the first after the default world's", data, "User:105")
  }),
  { needs: ["outbox", "world"] }
)
