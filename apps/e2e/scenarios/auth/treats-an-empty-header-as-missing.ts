import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An empty header `authorization` counts as missing: a log-in works with it, as its API key is in another header, and
 * it is not a user token (interface §5, 1).
 */
export default scenario(function* ({ administrator }) {
  const headers = { ...(yield* apiKeyHeader), authorization: "" }
  const body = { email: administrator.email, password: Redacted.value(administrator.password) }

  const logIn = sendRaw({ method: "POST", path: "/v1/auth", headers, body })
  const loggedIn = yield* step("a log-in with an empty authorization", logIn)
  yield* Expect.equal("its status", loggedIn.status, 200)
  const list = sendRaw({ method: "GET", path: "/v1r1/personal_access_token", headers })
  const listed = yield* step("a list with an empty authorization", list)
  yield* Expect.equal("its status", listed.status, 400)
})
