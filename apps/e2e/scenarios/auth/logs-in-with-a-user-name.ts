import { administratorLooksUp, Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** The field `email` of a log-in also accepts a user name (interface §4.1, 2). */
export default scenario(function* ({ administrator, auth, tokens }) {
  const { username } = yield* administratorLooksUp(administrator.email)
  const email = yield* Expect.present("the user name", username)

  const { password } = administrator
  const byName = yield* step("they log in with it", auth.logIn({ email, password }))
  const byEmail = yield* step("and with the e-mail address", auth.logIn(administrator))
  const of = (token: Redacted.Redacted) => step("their token is validated", tokens.validate({ token }))
  yield* Expect.equal("whose token it is", (yield* of(byName.token)).id, (yield* of(byEmail.token)).id)
})
