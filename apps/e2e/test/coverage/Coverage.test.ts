import { assert, describe, it } from "@effect/vitest"
import { operations } from "@remote-assist/core/Contract"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Pods } from "@remote-assist/core/Pods"
import { administratorLogsIn, Expect, provisionedUser, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { measureCoverage, missingLines, summaryLines } from "../../src/coverage/Coverage.ts"
import { running } from "../support/running.ts"

const failing = (does: "before" | "after" | "waits") =>
  scenario(
    Effect.gen(function* () {
      yield* administratorLogsIn
      const { faults } = yield* (yield* Target).control
      const fault = { kind: "status", status: 400 } as const
      yield* faults.make({
        payload: {
          operations: ["Pods.list"],
          ...(does === "waits" ? { latency: { fixed: 0 } } : { does: fault, after: does === "after" })
        }
      })
      yield* Effect.ignore(Effect.flatMap(Pods, (pods) => pods.list()))
    }),
    { needs: ["control"] }
  )

const statusesOf = Effect.fnUntraced(function* (does: "before" | "after" | "waits") {
  const coverage = measureCoverage(yield* running({ failing: failing(does) }, { withJournal: true }))
  const pods = coverage.details.find(({ operation }) => operation.id === "Pods.list")
  return { coverage, statuses: pods?.statuses, fields: pods?.fields.filter(({ seen }) => seen === "yes").length }
})

const masks = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const user = yield* provisionedUser()
    const users = yield* EnterpriseUsers
    yield* users.remove(user.id)
    yield* Expect.failure("again", users.remove(user.id), "ErrorV1R1")
  })
)

describe("coverage of the contract", () => {
  it.effect("counts operations, documented statuses and fields", () =>
    Effect.gen(function* () {
      const { details, ...coverage } = measureCoverage(yield* running({ masks }))
      const shown = details.filter(({ scenarios }) => scenarios.length > 0)
      assert.deepStrictEqual(
        shown.map(({ operation, statuses }) => [
          operation.id,
          statuses.filter(({ served }) => served > 0).map(({ status }) => status)
        ]),
        [
          ["Auth.logIn", [200]],
          ["EnterpriseUsers.provision", [200]],
          ["EnterpriseUsers.list", [200]],
          ["EnterpriseUsers.remove", [200, 400]]
        ]
      )
      assert.deepStrictEqual([coverage.operations, coverage.statuses.seen], [{ seen: 4, of: operations.length }, 5])
      const missing = missingLines({ details, ...coverage }).join("\n")
      assert.match(
        missing,
        /Calls\.read \(§4\.4, 3\): never answered\n +statuses: 200, 401, 403, 500\n +fields: alt1_id, /
      )
      assert.match(missing, /\nNot covered, and not in the interface:\n.*\n.*\n +Calls\.list: \[\]\.dialerId \(/)
      assert.lengthOf(missing.match(/\[\]\.dialerId/g) ?? [], 1)
      // masked secrets count as values
      const logIn = details.find(({ operation }) => operation.id === "Auth.logIn")
      assert.isTrue(logIn?.fields.every(({ seen }) => seen === "yes"))
    })
  )

  it.effect("does not count answers of faults, and reports them", () =>
    Effect.gen(function* () {
      for (const does of ["before", "after"] as const) {
        const { coverage, fields, statuses } = yield* statusesOf(does)
        assert.deepStrictEqual(statuses, [
          { status: 200, served: 0, injected: 0 },
          { status: 400, served: 0, injected: 1 }
        ])
        assert.deepStrictEqual([coverage.operations.seen, coverage.onlyInjected, fields], [1, 1, 0])
        assert.include(summaryLines(coverage).join("\n"), "not counted: 1 status that only faults")
        assert.include(missingLines(coverage).join("\n"), "400 (only by a fault)")
      }
    })
  )

  it.effect("counts an answer that a fault only delayed", () =>
    Effect.gen(function* () {
      const { coverage, statuses } = yield* statusesOf("waits")
      assert.deepStrictEqual(statuses?.[0], { status: 200, served: 1, injected: 0 })
      assert.strictEqual(coverage.onlyInjected, 0)
    })
  )
})
