import { attackKills } from "./kills/attack.ts"
import { attackMemory } from "./memory/attack.ts"
import { attackModels } from "./models/attack.ts"
import { attackRaces } from "./races/attack.ts"
import { attackRequests } from "./requests/attack.ts"
import { lasting, shares } from "./support/Budget.ts"
import type { Part } from "./support/Budget.ts"
import type { Report } from "./support/Report.ts"
import { serveProcess as serve } from "./support/Served.ts"

/** The long form of each part: it goes on for its share of the time. */
const parts: { readonly [Name in Part]: (seed: number, millis: number, report: Report) => Promise<void> } = {
  requests: (seed, millis, report) =>
    attackRequests(seed, lasting(millis), report, { serve, users: 20_000, timed: true }),
  models: (seed, millis, report) => attackModels(seed, lasting(millis), report, serve),
  races: (seed, millis, report) => attackRaces(seed, lasting(millis), report, serve),
  kills: (seed, millis, report) => attackKills(seed, lasting(millis), report),
  memory: (_, millis, report) => attackMemory(() => lasting(millis / 2), report)
}

export const partNames = Object.keys(parts) as ReadonlyArray<Part>

/** Attacks one emulator after another for so many milliseconds in all. */
export const attack = async (
  names: ReadonlyArray<Part>,
  seed: number,
  millis: number,
  report: Report,
  begins: (name: Part) => void
): Promise<void> => {
  const whole = names.reduce((sum, name) => sum + shares[name], 0)
  for (const name of names) {
    begins(name)
    await parts[name](seed, (millis * shares[name]) / whole, report)
  }
}
