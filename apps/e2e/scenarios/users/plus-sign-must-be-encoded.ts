import {
  administratorScenario,
  apiKeyHeader,
  Expect,
  provisionedUser,
  sendRaw,
  step,
  unusedEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The filter is percent-encoded: an unencoded plus sign is read as a space and finds no user (interface §4.5, 3). */
export default administratorScenario(
  function* ({ session }) {
    const email = (yield* unusedEmail).replace("@", "+tag@")
    yield* provisionedUser({ email })
    const headers = { ...(yield* apiKeyHeader), authorization: Redacted.value(yield* session.token) }
    const found = (what: string, filter: string) =>
      step(
        `they are looked up ${what}`,
        sendRaw({ method: "GET", path: `/v1r1/enterprise/users?filter=${filter}`, headers })
      ).pipe(
        Effect.flatMap(({ body }) => Expect.record("the page", body)),
        Effect.map(({ total_entries }) => total_entries)
      )
    yield* Expect.equal("users, encoded", yield* found("encoded", encodeURIComponent(`email=${email}`)), 1)
    yield* Expect.equal("users, as it stands", yield* found("as it stands", `email%3D${email}`), 0)
  },
  { tags: ["admin"] }
)
