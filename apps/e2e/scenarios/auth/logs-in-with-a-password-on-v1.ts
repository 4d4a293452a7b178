import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A log-in with e-mail address and password returns two texts: `token`, which later calls send, and `refresh`, which
 * renews both (interface §4.1, 2).
 */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const { refresh, token } = yield* step("the administrator logs in", auth.logIn(administrator))

    yield* Expect.isTrue("there is a token", Redacted.value(token) !== "")
    yield* Expect.isTrue("there is another text to refresh it with", Redacted.value(refresh) !== Redacted.value(token))
    const { permissions } = yield* step("the service is asked what the token allows", tokens.info(token))
    yield* Expect.atLeast("permissions of the administrator", permissions.length, 1)
  },
  { tags: ["smoke"] }
)
