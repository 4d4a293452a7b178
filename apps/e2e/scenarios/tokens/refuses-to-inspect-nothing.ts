import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"

/** The token is in the query or in the header: a request with neither is 401 (interface §4.1, 6-7). */
export default scenario(function* () {
  const headers = yield* apiKeyHeader

  const info = yield* step("nothing is inspected", sendRaw({ method: "GET", path: "/v1/token/info", headers }))
  yield* Expect.equal("its status", info.status, 401)
  const validate = yield* step("nothing is validated", sendRaw({ method: "GET", path: "/v1/token/validate", headers }))
  yield* Expect.equal("its status", validate.status, 401)
})
