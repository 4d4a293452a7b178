import { apiKeyHeader, Expect, scenario, sendRaw, step, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An error of `/v1` has a code and a message, an error of `/v1r1` also a name, and nothing else (interface §2.1, §7 and
 * §9, 2).
 */
export default scenario(function* () {
  const headers = yield* apiKeyHeader
  const body = { email: yield* unusedEmail, password: "not-the-password" }
  const fieldsOf = Effect.fnUntraced(function* (path: string) {
    const answer = yield* step(`a log-in by nobody on ${path}`, sendRaw({ method: "POST", path, headers, body }))
    return Object.keys(yield* Expect.record("its error", answer.body)).toSorted()
  })

  yield* Expect.equal("fields of errorV1", yield* fieldsOf("/v1/auth"), ["code", "message"])
  yield* Expect.equal("fields of errorV1R1", yield* fieldsOf("/v1r1/auth"), ["code", "message", "name"])
})
