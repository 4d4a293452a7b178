import { assert, beforeAll, describe, it } from "@effect/vitest"
import { operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"

import { discover, ownFolder } from "../../src/runner/discover.ts"
import { failureOf } from "../../src/runner/Result.ts"
import type { Result } from "../../src/runner/Result.ts"
import * as Run from "../../src/runner/Run.ts"
import { choose } from "../../src/targets/choose.ts"
import { prefix } from "../support/running.ts"

const all = await Effect.runPromise(discover([ownFolder]))

const documented = operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`))

/** Which statuses of which operations the requests of scenarios had. */
const shownBy = (results: ReadonlyArray<Result>) =>
  new Set(
    results.flatMap(({ attempt }) => attempt.exchanges).map(({ answer, operation }) => `${operation} ${answer?.status}`)
  )

it("each tell what they show, and where the interface says so", () => {
  const untold = all.filter(({ about }) => !/interface\s§\d/.test(about))
  assert.deepStrictEqual(
    untold.map(({ name }) => name),
    []
  )
})

describe.each(["in-process", "socket"])("the scenarios against an emulator %s", (target) => {
  let ended: ReadonlyArray<Result>
  let results: ReadonlyMap<string, string | undefined>

  beforeAll(async () => {
    const run = Effect.gen(function* () {
      return yield* Run.run(all, { id: "test", kind: yield* choose(target, prefix), concurrency: 4 })
    })
    ended = await Effect.runPromise(Effect.scoped(run))
    results = new Map(ended.map((result) => [result.name, failureOf(result)?.message ?? result.attempt.outcome._tag]))
  }, 120_000)

  it.each(all.map(({ name }) => name))("%s", (name) => {
    assert.strictEqual(results.get(name), "Passed")
  })

  it("show each documented status of each operation", () => {
    const shown = shownBy(ended)
    assert.deepStrictEqual(
      documented.filter((status) => !shown.has(status)),
      []
    )
  })

  it("leave nothing behind", () => {
    const left = ended.flatMap(({ attempt, name }) => attempt.leftovers.map(({ id, kind }) => `${name}: ${kind} ${id}`))
    assert.deepStrictEqual(left, [])
  })
})
