import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * Two answers say that a user token has expired: 400 with code 1003 on `/v1r1`, and 401 with the bare text
 * `Token expired` on `/v1` (interface §7).
 */
export default scenario(
  function* ({ administrator, advance, auth }) {
    const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
    const headers = { ...(yield* apiKeyHeader), authorization: Redacted.value(token) }
    yield* step("a month and a day pass", advance("31 days"))

    const v1r1 = yield* step(
      "a call on /v1r1",
      sendRaw({ method: "GET", path: "/v1r1/personal_access_token", headers })
    )
    yield* Expect.equal("its status", v1r1.status, 400)
    const { code } = yield* Expect.record("its error", v1r1.body)
    yield* Expect.equal("its code", code, 1003)
    const v1 = yield* step("a call on /v1", sendRaw({ method: "GET", path: "/v1/calls", headers }))
    yield* Expect.equal("its status and body", [v1.status, v1.body], [401, "Token expired"])
  },
  { needs: ["clock"] }
)
