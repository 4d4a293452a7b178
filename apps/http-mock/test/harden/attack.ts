import { attackKills } from "./kills/attack.ts"
import { attackMemory } from "./memory/attack.ts"
import { attackModels } from "./models/attack.ts"
import { attackRaces } from "./races/attack.ts"
import { attackRequests } from "./requests/attack.ts"
import { duration, shares } from "./support/Budget.ts"
import type { Part } from "./support/Budget.ts"
import type { Report } from "./support/Report.ts"
import { serveProcess as serve } from "./support/Served.ts"

/** The long form of each part. It runs for its share of the time. */
const parts: { readonly [Name in Part]: (seed: number, millis: number, report: Report) => Promise<void> } = {
  requests: (seed, millis, report) =>
    attackRequests(seed, duration(millis), report, { serve, users: 20_000, timed: true }),
  models: (seed, millis, report) => attackModels(seed, duration(millis), report, serve),
  races: (seed, millis, report) => attackRaces(seed, duration(millis), report, serve),
  kills: (seed, millis, report) => attackKills(seed, duration(millis), report),
  memory: (_, millis, report) => attackMemory(() => duration(millis / 2), report)
}

export const partNames = Object.keys(parts) as ReadonlyArray<Part>

/** Runs the parts one after another, each on its own emulator, for the given total of milliseconds. */
export const attack = async (
  names: ReadonlyArray<Part>,
  seed: number,
  millis: number,
  report: Report,
  onStart: (name: Part) => void
): Promise<void> => {
  const total = names.reduce((sum, name) => sum + shares[name], 0)
  for (const name of names) {
    onStart(name)
    await parts[name](seed, (millis * shares[name]) / total, report)
  }
}
