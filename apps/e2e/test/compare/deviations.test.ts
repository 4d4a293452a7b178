import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { compareTargets } from "../../src/compare/compareTargets.ts"
import type { RoundOptions } from "../../src/compare/compareTargets.ts"
import { driftReport, formatReport } from "../../src/compare/report.ts"
import { builtInFolder, discover } from "../../src/runner/discovery.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import { deviating, deviations } from "../support/deviations.ts"
import type { Deviation } from "../support/deviations.ts"

const areas = /^(?:pods|tokens|on-call\/list|calls\/call-of-others|users\/(?:filter|list|deletion))/

/** Five scenarios that use what the deviations change; each run of all takes many times as long. */
const few =
  /^(?:calls\/call-of-others-is-denied|on-call\/list-(?:comes-in-pages|is-ordered)|tokens\/expire-at-their-time|users\/deletion-removes-the-user)$/

const options = { id: "test00", seed: 1, jobs: 8, again: 0, timeout: 60, allowDestructive: false, sameData: true }

const reportOn = (deviation: Deviation, more: Partial<RoundOptions> = {}, names = areas) =>
  Effect.gen(function* () {
    const scenarios = (yield* discover([builtInFolder])).filter(({ name }) => names.test(name))
    const result = yield* compareTargets(
      scenarios,
      (prefix) => Effect.succeed(inProcess(prefix)),
      (prefix) => Effect.succeed(deviating(inProcess(prefix), deviation)),
      { ...options, ...more }
    )
    return driftReport({ ...result, id: "test00", a: "emulator", b: "copy", seed: 1 })
  })

describe("compare", { timeout: 60_000 }, () => {
  it.live.each(Object.entries(deviations))("finds %s", ([name, deviation]) =>
    Effect.gen(function* () {
      const { drift } = yield* reportOn(
        deviation,
        name === "a delay" ? { again: 1, maxLatencyRatio: 5 } : {},
        // few scenarios send too few requests to meet it
        name === "a 503 now and then" ? areas : few
      )
      assert.isNotEmpty(drift)
    })
  )

  it.live("finds no difference between two emulators of one version", () =>
    Effect.gen(function* () {
      const { drift, unsteady } = yield* reportOn((request, send) => send(request))
      assert.deepStrictEqual([drift, unsteady], [[], []])
    })
  )

  it.live.each([
    ["a total that is one too high", "$.total_entries", "value"],
    ["a wrong id of the first user", "$.entries[*].id", "identity"]
  ] as const)("groups the consequences of %s", ([name, path, kind]) =>
    Effect.gen(function* () {
      const report = yield* reportOn(deviations[name] ?? assert.fail())
      const [drift, ...others] = report.drift
      assert.deepStrictEqual(others, [])
      assert.deepInclude(drift, { operation: "EnterpriseUsers.list", path, kind })
      const consequences = drift?.consequences.length ?? 0
      assert.isAbove(consequences, 5)
      assert.include(formatReport(report), `\n    ${consequences} more follow from it`)
    })
  )
})
