import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { Budget } from "../support/Budget.ts"
import { chance } from "../support/Chance.ts"
import { clientOf } from "../support/client.ts"
import type { Report } from "../support/Report.ts"
import { serveProcess } from "../support/Served.ts"
import { Writer } from "./Writer.ts"

const writers = 4

const maxResponses = 80

/** Kills an emulator during writes. The next one on the same state file must have every confirmed change. */
export const attackKills = async (seed: number, budget: Budget, report: Report): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "hardened-"))
  const file = join(folder, "state.json")
  try {
    for (let round = 0; budget.allows(round); round++) {
      const draws = chance(seed, `kill ${round}`)
      await using served = await serveProcess("--state", file)
      let remaining = 1 + draws.below(maxResponses)
      const clientAt = (origin: string, writer: number) => clientOf(origin, `kills-${writer % 2}`, report)
      const all = Array.from(
        { length: writers },
        (_, number) =>
          new Writer(clientAt(served.origin, number), `r${round}w${number}`, chance(seed, `writer ${round} ${number}`))
      )
      const pause = draws.below(20)
      const onResponse = () => {
        if (--remaining === 0) setTimeout(() => void served.kill(), pause)
      }
      await Promise.all(all.map((writer) => writer.write(onResponse)))
      report.kills += 1
      await using restarted = await serveProcess("--state", file)
      report.restarts += 1
      for (const [number, writer] of all.entries())
        for (const missing of await writer.missingIn(clientAt(restarted.origin, number)))
          report.findings.push(`kills, round ${round}: ${missing}`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
