import { readFileSync } from "node:fs"

import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import {
  measureCoverage,
  missingLines,
  parseMinimums,
  undocumentedFields,
  unmetMinimums
} from "../../src/coverage/Coverage.ts"
import type { Coverage } from "../../src/coverage/Coverage.ts"
import { discover, builtInFolder } from "../../src/runner/discovery.ts"
import { failureOf } from "../../src/runner/Result.ts"
import type { Result as Ended } from "../../src/runner/Result.ts"
import * as Run from "../../src/runner/Run.ts"
import { choose } from "../../src/targets/choose.ts"
import { prefix } from "../support/running.ts"

const all = await Effect.runPromise(discover([builtInFolder]))

/** The coverage of an emulator, as in the README. */
const fullCoverage = "operations=100%,statuses=77%,fields=96%"

/** Runs all scenarios at a target. */
const runAll = (target: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        return yield* Run.run(all, {
          id: "test",
          kind: yield* choose(target, prefix),
          concurrency: 4,
          // coverage ignores answers of faults, which the journal identifies
          withJournal: target === "in-process"
        })
      })
    )
  )

const runs = new Map<string, ReturnType<typeof runAll>>()

/** The results of all scenarios at a target, which run once. */
const resultsAt = (target: string) => {
  const run = runs.get(target) ?? runAll(target)
  runs.set(target, run)
  return run
}

it("have a description with a reference to the interface", () => {
  const undescribed = all.filter(({ description }) => !/interface\s§\d/.test(description))
  assert.deepStrictEqual(
    undescribed.map(({ name }) => name),
    []
  )
})

describe.each(["in-process", "socket"])("the scenarios against an emulator %s", (target) => {
  let ended: ReadonlyArray<Ended> = []

  beforeAll(async () => {
    ended = await resultsAt(target)
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
    coverage = measureCoverage(await resultsAt("in-process"))
  }, 120_000)

  it("includes all of the contract that an emulator answers", () => {
    const minimum = Result.getOrThrow(parseMinimums(fullCoverage))
    assert.deepStrictEqual(unmetMinimums(minimum, coverage), [], missingLines(coverage).join("\n"))
    assert.include(readFileSync(new URL("../../README.md", import.meta.url), "utf8"), `--min-coverage ${fullCoverage}`)
  })

  it("includes each field except those that the interface does not have", () => {
    const missing = coverage.details.flatMap(({ fields, operation }) =>
      fields.filter(({ seen }) => seen !== "yes").map(({ path }) => `${operation.id} ${path}`)
    )
    const beyond = undocumentedFields.flatMap(([operation, fields]) => fields.map((path) => `${operation} ${path}`))
    assert.deepStrictEqual(missing.toSorted(), beyond.toSorted())
  })

  it("includes each documented status, 500 only by faults", () => {
    const missing = coverage.details.flatMap(({ statuses }) => statuses.filter(({ served }) => served === 0))
    assert.deepStrictEqual([...new Set(missing.map(({ status }) => status))], [500])
    assert.isTrue(missing.every(({ injected }) => injected > 0))
  })
})
