import { administratorScenario, apiKeyHeader, Expect, sendRaw, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The administration needs the token in `authorization` and the API key in its own header. One alone is refused with
 * 400 (interface §4.5, §5, 1).
 */
export default administratorScenario(
  function* ({ session }) {
    const authorization = Redacted.value(yield* session.token)
    const key = yield* apiKeyHeader
    const listed = (what: string, headers: Readonly<Record<string, string>>) =>
      step(`users are listed with ${what}`, sendRaw({ method: "GET", path: "/v1r1/enterprise/users", headers }))

    const both = yield* listed("both", { ...key, authorization })
    yield* Expect.equal("status with both", both.status, 200)
    const token = yield* listed("the token alone", { authorization })
    yield* Expect.equal("status with the token alone", token.status, 400)
    const alone = yield* listed("the API key alone", key)
    yield* Expect.equal("status with the API key alone", alone.status, 400)
    const { name } = yield* Expect.record("the error", alone.body)
    yield* Expect.equal("its name", name, "generic")
  },
  { tags: ["admin"] }
)
