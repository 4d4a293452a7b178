import { apiKeyHeader, sendRaw, Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The confirmation token stands in the query and is required: without it a confirmation is 401 (interface §4.3, 2-3).
 */
export default scenario(
  Effect.gen(function* () {
    const headers = yield* apiKeyHeader

    for (const path of ["/v1/register/confirm", "/v1/register/confirm_new_email"]) {
      const { status } = yield* step(`${path} without a token`, sendRaw({ method: "POST", path, headers }))
      yield* Expect.equal("its status", status, 401)
    }
  })
)
