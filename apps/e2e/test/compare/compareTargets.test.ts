import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import type { HttpResponse } from "@remote-assist/core/Http"
import { administratorLogsIn, administratorScenario, Expect, scenario, step, temporary } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { whole } from "../../src/compare/answers.ts"
import { compareTargets } from "../../src/compare/compareTargets.ts"
import { driftReport } from "../../src/compare/report.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import { deviating } from "../support/deviations.ts"
import { found } from "../support/running.ts"

const options = {
  id: "test00",
  seed: 1,
  jobs: 4,
  again: 2,
  timeout: 20,
  allowDestructive: false,
  sameData: true
}

const scenarios = found({
  "lists users": scenario(
    Effect.gen(function* () {
      yield* administratorLogsIn
      const { page_size } = yield* step("users are listed", (yield* EnterpriseUsers).list())
      yield* Expect.equal("the page size", page_size, 20)
    })
  ),
  "is in a world of its own": scenario(Effect.void, { needs: ["control"] })
})

/** The emulator, with its answers changed; the prefix of names identifies the round. */
const changing = (change: (answer: HttpResponse, prefix: string) => HttpResponse) => (prefix: string) =>
  Effect.succeed(
    deviating(inProcess(prefix), (request, send) => Effect.map(send(request), (answer) => change(answer, prefix)))
  )

const plain = changing((answer) => answer)

const compared = (change: (answer: HttpResponse, prefix: string) => HttpResponse) =>
  compareTargets(scenarios, plain, changing(change), options)

const paged = (answer: HttpResponse, size: number): HttpResponse => ({
  ...answer,
  body: answer.body.replace('"page_size":20', `"page_size":${size}`)
})

describe("two targets", () => {
  it.effect("differ in values that change each time, and in the outcome", () =>
    Effect.gen(function* () {
      const { compared: all } = yield* compared((answer) => paged(answer, 7))
      const [first] = all
      assert.deepStrictEqual(
        first?.differences.map(({ kind, path }) => `${kind} ${path}`),
        ["value $.page_size", "outcome "]
      )
      assert.strictEqual(first?.differences[1]?.a, "passed")
      assert.deepStrictEqual(first?.unsteady, [])
    })
  )

  it.effect("report differences that come and go as unsteady", () =>
    Effect.gen(function* () {
      const { compared: all } = yield* compared((answer, prefix) => (prefix.endsWith("b1") ? paged(answer, 7) : answer))
      const [first] = all
      assert.deepStrictEqual(first?.differences, [])
      assert.deepStrictEqual(
        first?.unsteady.map(({ kind, path }) => `${kind} ${path}`),
        ["value $.page_size", "outcome "]
      )
    })
  )

  it.effect("ignore values that are new in each round", () =>
    Effect.gen(function* () {
      let size = 100
      const { compared: all } = yield* compared((answer) => paged(answer, size++))
      assert.isTrue(all[0]?.unsteady.some(({ path }) => path === "$.page_size"))
      assert.isFalse(all[0]?.differences.some(({ path }) => path === "$.page_size"))
    })
  )

  it.live("differ in operations that take much longer on the second, if their times are compared", () =>
    Effect.gen(function* () {
      const slow = (prefix: string) =>
        Effect.succeed(
          deviating(inProcess(prefix), (request, send) =>
            Effect.delay(send(request), request.url.includes("/users") ? "300 millis" : "0 millis")
          )
        )
      const listing = found({
        "lists users three times": administratorScenario(function* ({ users }) {
          yield* Effect.replicateEffect(users.list(), 3)
        })
      })
      const foundWith = (maxLatencyRatio?: number) =>
        Effect.map(compareTargets(listing, plain, slow, { ...options, maxLatencyRatio }), ({ compared: all }) =>
          all.flatMap(({ differences }) => differences.map(({ kind, operation }) => `${operation} ${kind}`))
        )
      assert.deepStrictEqual(yield* foundWith(3), ["EnterpriseUsers.list latency"])
      assert.deepStrictEqual(yield* foundWith(), [])
    })
  )

  it.effect("cannot be compared if one of them does not answer", () =>
    Effect.gen(function* () {
      const lost = { _tag: "ConnectionLost", reason: "connect ECONNREFUSED", mayHaveLeft: false } as const
      const silent = (prefix: string) => Effect.succeed(deviating(inProcess(prefix), () => Effect.fail(lost)))
      const { message } = yield* Effect.flip(compareTargets(scenarios, plain, silent, options))
      assert.match(message, /answered no request \(connect ECONNREFUSED\)/)
    })
  )

  it.effect("are not compared by a scenario that fails on both before its first answer", () =>
    Effect.gen(function* () {
      const failing = found({ "fails at once": scenario(Effect.die("a defect")) })
      const { notCompared } = yield* compareTargets(failing, plain, plain, options)
      assert.deepStrictEqual(notCompared, [
        { scenario: "fails at once", reason: "it fails before its first answer: a defect" }
      ])
    })
  )

  it("are reported with a difference as a cause only where it follows from no other", () => {
    const difference = (kind: "status" | "request", isConsequence: boolean) => ({
      ...whole(kind, undefined, undefined),
      operation: "Pods.list",
      occurrence: 1,
      status: { a: 200, b: 503 },
      isConsequence
    })
    const all = found({ one: scenario(Effect.void), two: scenario(Effect.void) }).map((found, index) => ({
      found,
      differences: [...(index === 0 ? [difference("status", false)] : []), difference("request", index === 0)],
      unsteady: []
    }))
    const { drift } = driftReport({ id: "x", a: "a", b: "b", seed: 1, start: 0, compared: all, notCompared: [] })
    assert.deepStrictEqual(
      drift.map(({ kind, scenarios }) => [kind, ...scenarios]),
      [
        ["status", "one"],
        ["request", "two"]
      ]
    )
  })

  it.effect("report no data that is gone with its emulator", () =>
    Effect.gen(function* () {
      const leaving = found({
        "cannot remove": scenario(
          temporary({ kind: "user", id: "x", create: Effect.void, remove: Effect.die("never") })
        )
      })
      assert.deepStrictEqual((yield* compareTargets(leaving, plain, plain, options)).leftovers, [])
    })
  )
})
