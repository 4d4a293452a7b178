import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Programs send a filter to the list of pods too, such as `updated_at>2024-01-31T10:00:00Z`, though entries do not
 * show when they were updated (interface §4.5, 2).
 */
export default administratorScenario(
  function* ({ pods }) {
    const names = (filter: string) =>
      step(`pods with ${filter} are listed`, pods.list({ filter })).pipe(
        Effect.map(({ entries }) => entries.map(({ name }) => name))
      )
    yield* Expect.equal("the default pod", yield* names("default=true"), ["Everyone"])
    yield* Expect.equal("a wildcard", yield* names("name~=Field%"), ["Field Service"])
    yield* Expect.equal("updated lately", yield* names("updated_at>2024-01-31T10:00:00.123456Z"), [
      "Everyone",
      "Field Service"
    ])
  },
  { tags: ["admin"], needs: ["world"] }
)
