import { calls } from "../acts.ts"
import { drive } from "../drive.ts"
import type { Run } from "../drive.ts"
import { sample } from "../extent.ts"
import type { Target } from "../server.ts"

/** What a client in a process of its own saw, and by how many bytes it grew. */
export interface Measured extends Pick<Run, "findings" | "ended"> {
  readonly grown: number
}

const [, , usual = "[]", big = "[]"] = process.argv

const targets = (json: string): ReadonlyArray<Target> => JSON.parse(json)

// what one call leaves is not counted for the next
// by node:http: a fetch holds parts of its own, which no limit of its caller bounds
const one = {
  http: "node" as const,
  lanes: 1,
  answers: 1,
  timeout: 20_000,
  before: () => globalThis.gc?.()
}

// the memory for small answers does not count as growth
await drive(targets(usual), { ...one, steps: calls })
globalThis.gc?.()
const before = process.memoryUsage.rss()
const run = await drive(targets(big), { ...one, steps: sample(calls, 4) })
const measured: Measured = { ...run, grown: process.resourceUsage().maxRSS * 1024 - before }
process.stdout.write(JSON.stringify(measured), () => process.exit())
