import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The order is a list of keys. The interface does not show descending keys: the emulator uses a minus sign (interface
 * §4.4, 7).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const names = (order: string) =>
      step(`the groups are listed by ${order}`, groups.list({ order })).pipe(
        Effect.map(({ entries }) => entries.map(({ name }) => name))
      )
    yield* Expect.equal("by name", yield* names("name"), ["Electrical", "Hydraulics"])
    yield* Expect.equal("by name, descending", yield* names("-name"), ["Hydraulics", "Electrical"])
    yield* Expect.equal("by two keys", yield* names("enterprise_id,name"), ["Electrical", "Hydraulics"])
  },
  { needs: ["world"] }
)
