import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { parseLimits } from "../../../src/faults/RateLimit.ts"
import * as Buckets from "../../../src/faults/RateLimits.ts"

const wrong: ReadonlyArray<readonly [input: unknown, says: string]> = [
  ["", '"" is not a rate limit. Use a limit such as 100/minute,'],
  ["100", '"100" is not a rate limit. Use'],
  ["100/fortnight", '"100/fortnight" is not a rate limit. Use'],
  ["100/minutely", '"100/minutely" is not a rate limit. Use'],
  ["100/minute by", '"100/minute by" is not a rate limit. Use'],
  ["100/minute by key by token", "is not a rate limit. Use"],
  ["100/minute toString x", "is not a rate limit. Use"],
  ["100/minute by address", 'by: use "key" or "token"'],
  ["0/minute", "use a value between 1 and 1000000"],
  ["10000000/minute", "requests: use a value between 1 and 1000000"],
  ["5/999999999 seconds", "seconds: use a value between 1 and 31536000"],
  ["5/0 seconds", "use a value between 1 and 31536000"],
  ["5/9999 days", "use a value between 1 and 31536000"],
  ["5/minute burst many", "burst: use a number"],
  ["5/minute for Auth.logInV1R2", "There is no operation Auth.logInV1R2. The nearest is Auth.logInV1R1"],
  [
    "5/minute by token for Auth.logIn",
    "is not a rate limit: Auth.logIn takes no user token, so it cannot be counted by token."
  ],
  [{ requests: 5 }, "seconds is missing. Add it."],
  [{ requests: 5, seconds: 1, perUser: true }, "perUser"],
  [{ requests: 5, seconds: 1, operations: [] }, "is not a rate limit"],
  [null, "null is not a rate limit"],
  [Array.from({ length: 21 }, () => "1/second"), "There are 21 rate limits. Give at most 20."]
]

describe("a rate limit", () => {
  it("is read from text", () => {
    assert.deepStrictEqual(Result.getOrThrow(parseLimits(["100/minute", "10/30 seconds by token", " 2 / 1 day "])), [
      { requests: 100, seconds: 60 },
      { requests: 10, seconds: 30, by: "token" },
      { requests: 2, seconds: 86_400 }
    ])
    assert.deepStrictEqual(Result.getOrThrow(parseLimits("9/hours burst 3 for Auth.logIn,Auth.refresh by key")), [
      { requests: 9, seconds: 3600, burst: 3, operations: ["Auth.logIn", "Auth.refresh"], by: "key" }
    ])
  })

  it.each(wrong)("that is %j is rejected in one line", (input, says) => {
    const why = Result.getOrThrow(Result.flip(parseLimits(input)))
    assert.include(why, says)
    assert.notInclude(why, "\n")
  })
})

const holder = { id: "one", region: "us", name: "one" } as const

const Steps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -20_000, maximum: 90_000 }))).check(
  Schema.isMaxLength(80)
)

const whole = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

const Moves = Schema.Struct({ requests: whole(50), seconds: whole(600), burst: whole(80), steps: Steps })

describe("the bucket of a limit", () => {
  it.effect("allows its burst and what time refills, and requests after the announced wait", () =>
    Effect.gen(function* () {
      const result = yield* Arbitrary.checkEffect(
        Arbitrary.schema(Moves),
        ({ burst, requests, seconds, steps }) => {
          const buckets = Buckets.makeBuckets({ requests, seconds, burst })
          const each = (seconds * 1000) / requests
          let [now, forward, passed] = [1_000_000_000, 0, 0]
          for (const step of steps) {
            now += step
            forward += Math.max(step, 0)
            const level = buckets.level(holder, now)
            assert.isAtLeast(level.remaining, 0)
            assert.isAtMost(level.remaining, burst)
            assert.isAtMost(level.untilFull, each * burst + 1)
            if (level.wait === 0) {
              buckets.take(holder, now)
              passed += 1
            } else assert.strictEqual(buckets.level(holder, now + Math.ceil(level.wait / 1000) * 1000).wait, 0)
          }
          assert.isAtMost(passed, burst + forward / each + 1)
          return Effect.succeed(true)
        },
        { seed: 1, runs: 300 }
      )
      assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
    })
  )

  it("is one of at most 10,000, of which the least recently used is dropped", () => {
    const buckets = Buckets.makeBuckets({ requests: 1, seconds: 60 })
    const of = (number: number) => ({ ...holder, id: String(number) })
    for (let number = 0; number < Buckets.maxBuckets; number += 1) buckets.take(of(number), 0)
    buckets.take(of(0), 0)
    buckets.take(of(Buckets.maxBuckets), 0)
    assert.strictEqual(buckets.holders().length, Buckets.maxBuckets)
    assert.isAbove(buckets.level(of(0), 0).wait, 0)
    assert.strictEqual(buckets.level(of(1), 0).wait, 0)
  })
})
