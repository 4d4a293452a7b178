import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A refresh needs no user token, and accepts an expired one in the header `authorization` (interface §4.1, 4 and §5,
 * 1).
 */
export default scenario(
  function* ({ administrator, advance, auth }) {
    const { refresh, token } = yield* step("the administrator logs in", auth.logIn(administrator))
    const headers = { ...(yield* apiKeyHeader), authorization: Redacted.value(token) }
    const body = { refresh_token: Redacted.value(refresh) }

    yield* step("a month and a day pass", advance("31 days"))
    const renewal = sendRaw({ method: "POST", path: "/v1/auth/refresh", headers, body })
    const { status } = yield* step("they are refreshed with the expired token in the header", renewal)
    yield* Expect.equal("its status", status, 200)
  },
  { needs: ["clock"] }
)
