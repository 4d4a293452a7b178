import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"

/**
 * Both fields of a log-in are required: without a password it is 401 on `/v1` and 400 on `/v1r1`, as any refusal there
 * (interface §4.1, 2 and 8; §7).
 */
export default scenario(function* ({ administrator }) {
  const headers = yield* apiKeyHeader
  const body = { email: administrator.email }

  const v1 = yield* step(
    "a log-in without a password on /v1",
    sendRaw({ method: "POST", path: "/v1/auth", headers, body })
  )
  yield* Expect.equal("its status", v1.status, 401)
  const v1r1 = yield* step(
    "a log-in without a password on /v1r1",
    sendRaw({ method: "POST", path: "/v1r1/auth", headers, body })
  )
  yield* Expect.equal("its status", v1r1.status, 400)
})
