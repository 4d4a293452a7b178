import { administratorScenario, apiKeyHeader, Expect, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An expired user token is 400 with code 1003, after which the SDK renews the session: the call succeeds (interface
 * §4.2 and §7).
 */
export default administratorScenario(
  function* ({ advance, personalAccessTokens, session }) {
    const token = yield* session.token
    const { list } = personalAccessTokens
    yield* step("a month and a day pass", advance("31 days"))

    const headers = { ...(yield* apiKeyHeader), authorization: Redacted.value(token) }
    const plain = yield* step(
      "the list is asked for without the SDK",
      sendRaw({ method: "GET", path: "/v1r1/personal_access_token", headers })
    )
    const { code } = yield* Expect.record("its error", plain.body)
    yield* Expect.equal("its status and code", [plain.status, code], [400, 1003])
    yield* step("the list is asked for with the SDK", list)
  },
  { needs: ["clock"] }
)
