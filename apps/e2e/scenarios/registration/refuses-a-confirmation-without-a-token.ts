import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"

/**
 * The confirmation token stands in the query and is required: without it a confirmation is 401 (interface §4.3, 2-3).
 */
export default scenario(function* () {
  const headers = yield* apiKeyHeader

  for (const path of ["/v1/register/confirm", "/v1/register/confirm_new_email"]) {
    const { status } = yield* step(`${path} without a token`, sendRaw({ method: "POST", path, headers }))
    yield* Expect.equal("its status", status, 401)
  }
})
