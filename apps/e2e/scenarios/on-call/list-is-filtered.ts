import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A filter is a key, an inequality and a value: `=` matches exactly, `~=` with % as a wildcard, `>` what is greater
 * (interface §4.4, 7).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const names = (filter: string) =>
      step(`groups with ${filter} are listed`, groups.list({ filter })).pipe(
        Effect.map(({ entries, total_entries }) => [total_entries, ...entries.map(({ name }) => name)])
      )
    yield* Expect.equal("an exact match", yield* names("name=Electrical"), [1, "Electrical"])
    yield* Expect.equal("a wildcard", yield* names("description~=%draul%"), [1, "Hydraulics"])
    yield* Expect.equal("a comparison", yield* names("id>11"), [1, "Electrical"])
    yield* Expect.equal("nothing that fits", yield* names("name=Pneumatics"), [0])
  },
  { needs: ["world"] }
)
