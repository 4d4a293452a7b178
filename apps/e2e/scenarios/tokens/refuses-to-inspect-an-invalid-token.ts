import { refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A text that is not a token, or a changed token, is 401 (interface §4.1, 6). */
export default scenario(function* ({ administrator, auth, tokens }) {
  const { info } = tokens

  yield* refusedOnV1("the inspection of an unknown token", info(Redacted.make("no-such-token")))
  const { refresh, token } = yield* step("the administrator logs in", auth.logIn(administrator))
  const [head = "", claims = ""] = Redacted.value(token).split(".")
  yield* refusedOnV1("the inspection of one signed by nobody", info(Redacted.make(`${head}.${claims}.c2lnbmVk`)))
  yield* refusedOnV1("the inspection of a refresh token", info(refresh))
})
