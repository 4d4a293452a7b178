import { Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Without an API key a log-in is 401 on `/v1` and 400 on `/v1r1`, with any body (interface §5, 1 and §7). */
export default scenario(function* ({ administrator }) {
  const body = { email: administrator.email, password: Redacted.value(administrator.password) }
  const logIn = (path: string, headers: Readonly<Record<string, string>>) =>
    Effect.map(sendRaw({ method: "POST", path, headers, body }), ({ status }) => status)

  yield* Expect.equal("without a key on /v1", yield* step("a log-in on /v1", logIn("/v1/auth", {})), 401)
  yield* Expect.equal("without a key on /v1r1", yield* step("a log-in on /v1r1", logIn("/v1r1/auth", {})), 400)
})
