import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * All four operations require the header `authorization`; without a token in it each of them is 400 (interface §4.2
 * and §5, 1).
 */
export default scenario(function* () {
  const headers = yield* apiKeyHeader
  const path = "/v1r1/personal_access_token"
  const requests = [
    { method: "GET", path },
    { method: "POST", path },
    { method: "GET", path: `${path}/1` },
    { method: "DELETE", path: `${path}/1` }
  ] as const

  yield* Effect.forEach(requests, (request) =>
    Effect.gen(function* () {
      const sent = sendRaw({ ...request, headers })
      const { status } = yield* step(`${request.method} ${request.path} without a user token`, sent)
      yield* Expect.equal("its status", status, 400)
    })
  )
})
