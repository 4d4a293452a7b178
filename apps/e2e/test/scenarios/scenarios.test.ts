import { readFileSync } from "node:fs"

import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { beyondInterface } from "../../src/coverage/undocumentedFields.ts"
import { coverageOf } from "../../src/coverage/Coverage.ts"
import type { Coverage } from "../../src/coverage/Coverage.ts"
import { missingLines, readMinimum, unmet } from "../../src/coverage/text.ts"
import { discover, ownFolder } from "../../src/runner/discovery.ts"
import { failureOf } from "../../src/runner/Result.ts"
import type { Result as Ended } from "../../src/runner/Result.ts"
import * as Run from "../../src/runner/Run.ts"
import { choose } from "../../src/targets/choose.ts"
import { prefix } from "../support/running.ts"

const all = await Effect.runPromise(discover([ownFolder]))

/** All that an emulator answers, as the README says; the next two tests say what the rest is. */
const most = "operations=36,statuses=75,fields=373"

/** Performs all scenarios at a target. */
const performed = (target: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        return yield* Run.run(all, {
          id: "test",
          kind: yield* choose(target, prefix),
          concurrency: 4,
          // coverage leaves out what faults answered, which only the journal knows
          withJournal: target === "in-process"
        })
      })
    )
  )

const runs = new Map<string, ReturnType<typeof performed>>()

/** The results of all scenarios at a target, which are performed once. */
const performedAt = (target: string) => {
  const run = runs.get(target) ?? performed(target)
  runs.set(target, run)
  return run
}

it("each tell what they show, and where the interface says so", () => {
  const untold = all.filter(({ about }) => !/interface\s§\d/.test(about))
  assert.deepStrictEqual(
    untold.map(({ name }) => name),
    []
  )
})

describe.each(["in-process", "socket"])("the scenarios against an emulator %s", (target) => {
  let ended: ReadonlyArray<Ended> = []

  beforeAll(async () => {
    ended = await performedAt(target)
  }, 120_000)

  it.each(all.map(({ name }, index) => [name, index] as const))("%s", (name, index) => {
    const result = ended[index]
    assert.strictEqual(result?.name, name)
    assert.strictEqual(result && (failureOf(result)?.message ?? result.attempt.outcome._tag), "Passed")
    assert.deepStrictEqual(result?.attempt.leftovers, [])
  })
})

describe("the coverage of the scenarios", () => {
  let coverage: Coverage

  beforeAll(async () => {
    coverage = coverageOf(await performedAt("in-process"))
  }, 120_000)

  it("show all of the contract that an emulator answers", () => {
    const minimum = Result.getOrThrow(readMinimum(most))
    assert.deepStrictEqual(unmet(minimum, coverage), [], missingLines(coverage).join("\n"))
    assert.include(readFileSync(new URL("../../README.md", import.meta.url), "utf8"), `--min-coverage ${most}`)
  })

  it("show each field but those that the interface leaves out, and none of these", () => {
    const missing = coverage.details.flatMap(({ fields, operation }) =>
      fields.filter(({ seen }) => seen !== "yes").map(({ path }) => `${operation.id} ${path}`)
    )
    const beyond = beyondInterface.flatMap(({ fields, operation }) => fields.map((path) => `${operation} ${path}`))
    assert.deepStrictEqual(missing.toSorted(), beyond.toSorted())
  })

  it("show each documented status, 500 by faults alone, which no request leads to", () => {
    const missing = coverage.details.flatMap(({ statuses }) => statuses.filter(({ served }) => served === 0))
    assert.deepStrictEqual([...new Set(missing.map(({ status }) => status))], [500])
    assert.isTrue(missing.every(({ injected }) => injected > 0))
  })
})
