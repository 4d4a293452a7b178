import { apiKeyHeader, Expect, scenario, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** The header `authorization` has the user token with or without `Bearer` (interface §5, 1). */
export default scenario(function* ({ administrator, auth }) {
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  const key = yield* apiKeyHeader
  const list = (authorization: string) =>
    sendRaw({ method: "GET", path: "/v1r1/personal_access_token", headers: { ...key, authorization } })

  const raw = yield* step("a call with the token alone", list(Redacted.value(token)))
  const bearer = yield* step("a call with Bearer before it", list(`Bearer ${Redacted.value(token)}`))
  yield* Expect.equal("the two statuses", [raw.status, bearer.status], [200, 200])
  yield* Expect.equal("what they answer", bearer.body, raw.body)
})
