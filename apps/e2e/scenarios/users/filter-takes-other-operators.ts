import { administratorScenario, Expect, provisionedUser, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The interface shows only the operator =, but programs use others: `~=` with % as a wildcard, `>`, and `|=` for one of
 * a list, in double quotes (interface §4.5, 3).
 */
export default administratorScenario(
  function* ({ users }) {
    const first = yield* provisionedUser({ name: "First of Two" })
    const second = yield* provisionedUser({ name: "Second of Two" })
    const emails = (filter: string) =>
      step(`users with ${filter} are listed`, users.list({ filter })).pipe(
        Effect.map(({ entries }) => entries.map(({ email }) => email))
      )
    const [local] = (first.email ?? "").split("@")
    yield* Expect.equal("a wildcard", yield* emails(`email~=${local}%`), [first.email])
    yield* Expect.equal("one of a list", yield* emails(`"email|=${first.email},${second.email}"`), [
      first.email,
      second.email
    ])
    yield* Expect.equal("a comparison", yield* emails(`id>${first.id}`), [second.email])
  },
  { tags: ["admin"] }
)
