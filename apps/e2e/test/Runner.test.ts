import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import * as Expect from "../src/Expect.ts"
import * as Report from "../src/Report.ts"
import * as Runner from "../src/Runner.ts"
import type { Result } from "../src/Runner.ts"
import type { Scenario } from "../src/Scenario.ts"
import { scenario } from "../src/Scenario.ts"
import { administratorLogsIn, provisionedUser } from "../src/steps/people.ts"
import { Target, targets } from "../src/Target.ts"

const passes = scenario("passes", Effect.void)
const fails = scenario("fails", Expect.equal("number of users", 3, 4))

const run = (scenarios: ReadonlyArray<Scenario>, bail = false) =>
  Runner.run(scenarios, { target: targets["in-process"], concurrency: 1, bail, onResult: () => Effect.void })

const outcomes = (results: ReadonlyArray<Result>) => results.map(({ name, outcome }) => `${name} ${outcome._tag}`)

describe("Runner", () => {
  it.effect("tells what a failed scenario expected and saw, and counts it", () =>
    Effect.gen(function* () {
      const results = yield* run([passes, fails])
      const [, failure] = results
      assert.match(failure === undefined ? "" : Report.line(failure), /✗ fails.*\n.*number of users\n.*4\n.*3/)
      assert.strictEqual(Report.summary(results), "1 passed, 1 failed")
      assert.isFalse(Report.isGreen(results))
    })
  )

  it.effect("reports a defect and a service error as failures, with their messages", () =>
    Effect.gen(function* () {
      const results = yield* run([
        scenario("dies", Effect.die(new Error("broken step"))),
        scenario("is logged out", Effect.flatMap(EnterpriseUsers, (users) => users.list()).pipe(Effect.asVoid))
      ])
      const text = results.map(Report.line).join("\n")
      assert.match(text, /broken step/)
      assert.match(text, /Nobody is logged in. Log in again/)
    })
  )

  it.effect("removes what a scenario created also when it fails", () =>
    Effect.gen(function* () {
      let email: string | null | undefined
      let after: ReadonlyArray<unknown> = []
      const [result] = yield* run([
        scenario(
          "fails after it created a user",
          Effect.gen(function* () {
            yield* administratorLogsIn
            const users = yield* EnterpriseUsers
            yield* Effect.addFinalizer(() =>
              Effect.orDie(users.list({ filter: `email=${email}` })).pipe(
                Effect.map(({ entries }) => {
                  after = entries
                })
              )
            )
            email = (yield* provisionedUser).email
            after = ["not looked yet"]
            yield* Expect.equal("truth", false, true)
          })
        )
      ])
      assert.strictEqual(result?.outcome._tag, "Failed")
      assert.deepStrictEqual(after, [])
    })
  )

  it.effect("starts no further scenario after a failure when told to bail", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(outcomes(yield* run([fails, passes], true)), ["fails Failed", "passes Skipped"])
      assert.deepStrictEqual(outcomes(yield* run([fails, passes])), ["fails Failed", "passes Passed"])
    })
  )

  it.effect("interrupts a scenario that takes too long", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(run([scenario("hangs", Effect.never)]))
      yield* TestClock.adjust("61 seconds")
      const [result] = yield* Fiber.join(call)
      assert.match(result === undefined ? "" : Report.line(result), /not done after 60 s/)
    })
  )

  it.effect("skips a scenario whose need the target does not offer", () =>
    Effect.gen(function* () {
      const withoutClock = Layer.effect(
        Target,
        Effect.map(Target, (target) => ({ ...target, offers: [] }))
      ).pipe(Layer.provideMerge(targets["in-process"]))
      const result = yield* Runner.runOne({ ...passes, needs: ["clock"] }, withoutClock)
      assert.deepStrictEqual(result.outcome, { _tag: "Skipped", reason: "the target offers no clock" })
    })
  )
})
