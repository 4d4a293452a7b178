import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLooksUp, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The field `email` of a log-in takes a user name as well (interface §4.1, 2). */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const { username } = yield* administratorLooksUp(administrator.email)
    const email = yield* Expect.present("the user name", username)

    const { password } = administrator
    const byName = yield* step("they log in with it", (yield* Auth).logIn({ email, password }))
    const byEmail = yield* step("and with the e-mail address", (yield* Auth).logIn(administrator))
    const tokens = yield* Tokens
    const of = (token: Redacted.Redacted) => step("their token is validated", tokens.validate({ token }))
    yield* Expect.equal("whose token it is", (yield* of(byName.token)).id, (yield* of(byEmail.token)).id)
  })
)
