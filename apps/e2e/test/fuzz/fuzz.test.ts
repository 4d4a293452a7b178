import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { fuzz } from "../../src/fuzz/fuzz.ts"
import { from, known, scenario } from "../../src/fuzz/Replay.ts"
import { actionText, clock, sourceOf } from "../../src/fuzz/report.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import { deviating, deviations, lineOf, pods } from "../support/deviations.ts"
import type { Deviation } from "../support/deviations.ts"
import { resultsOfSource } from "../support/source.ts"

const model = inProcess("fuzz")

const options = {
  runs: 200,
  seed: 1,
  commands: 40,
  concurrent: false,
  tenant: (run: number) => `t${run}`
}

/** Issues a refresh token that does not change. */
const sameRefreshToken = (): Deviation => {
  let first: string | undefined
  return (request, send) =>
    Effect.map(send(request), (answer) => {
      if (!request.url.includes("/v1/auth") || answer.status !== 200) return answer
      if (!request.url.endsWith("/refresh")) {
        first = /"refresh":"([^"]*)"/.exec(answer.body)?.[1] ?? first
        return answer
      }
      return first === undefined
        ? answer
        : { ...answer, body: answer.body.replace(/"refresh":"[^"]*"/, `"refresh":"${first}"`) }
    })
}

/** Lets the clock of the test pass, which does not depend on the load of the machine. */
const delay: Deviation = (request, send) =>
  pods.test(lineOf(request)) ? Effect.andThen(TestClock.adjust("60 millis"), send(request)) : send(request)

const replayedNames = new Set(["a total that is one too high", "a refusal with status 200", "a list in reverse"])

/** Deviations that a replay shows again. */
const replayed = Object.entries(deviations).filter(([name]) => replayedNames.has(name))

/** Deviations that take long to find, of kinds that others show as well; deviations.test.ts compares them. */
const slow = new Set([
  "an extra field in a list",
  "a text for a number",
  "an entry that appears twice",
  "another status of an error",
  "another code of an error"
])

const others = Object.entries({ ...deviations, "a delay": delay }).filter(
  ([name]) => !replayedNames.has(name) && !slow.has(name)
)

// hundreds of sequences each, on a machine that may be busy
describe("fuzz", { timeout: 60_000 }, () => {
  it.live("finds no difference between two emulators of one version with any seed", () =>
    Effect.gen(function* () {
      const { commands, found, runs } = yield* fuzz({ ...options, kind: model, runs: 30 })
      assert.strictEqual(found, undefined)
      assert.strictEqual(runs, 30)
      assert.isAbove(commands, 100)
    })
  )

  it.live("finds no difference with concurrent commands", () =>
    Effect.gen(function* () {
      const { found } = yield* fuzz({ ...options, kind: model, runs: 6, commands: 8, concurrent: true })
      assert.strictEqual(found, undefined)
    })
  )

  it.live.each([...replayed, ["a refresh token that stays", sameRefreshToken()] as const])(
    "finds %s and shrinks the sequence",
    ([, deviation]) =>
      Effect.gen(function* () {
        const kind = deviating(model, deviation)
        const { found = [], isIntermittent, slow } = yield* fuzz({ ...options, kind, maxLatencyRatio: 5 })
        assert.deepStrictEqual([isIntermittent, slow], [false, []])
        assert.isAtLeast(found.length, 1, "nothing was found")
        assert.isAtMost(found.length, 4)
        const source = sourceOf(found, ["What was found."])
        const onModel = yield* resultsOfSource(source, model)
        assert.deepStrictEqual(
          onModel.map(({ attempt }) =>
            attempt.outcome._tag === "Failed" ? attempt.outcome.failure.message : attempt.outcome._tag
          ),
          ["Passed"],
          source
        )
        const onTarget = yield* resultsOfSource(source, kind)
        assert.deepStrictEqual(
          onTarget.map(({ attempt }) => attempt.outcome._tag),
          ["Failed"],
          source
        )
        const [failed] = onTarget.flatMap(({ attempt: { outcome } }) =>
          outcome._tag === "Failed" ? [outcome.failure.compared] : []
        )
        assert.match(failed?.expected ?? "", /^(?:the answer|\$\S*) \([a-z ]+\): /)
        assert.match(failed?.actual ?? "", /^(?:the answer|\$\S*) \([a-z ]+\): /)
        assert.notMatch(source, /correct-horse|pat-demo/)
      })
  )

  it("formats a command as in the documentation", () => {
    assert.strictEqual(actionText({ call: "Pods.list" }), "Pods.list")
    const logIn = { call: "Auth.logIn", payload: { email: known("email") } } as const
    assert.strictEqual(actionText(logIn), "Auth.logIn { payload: { email: <email> } }")
    assert.strictEqual(
      actionText({ together: [logIn, { call: "Pods.list" }] }),
      "{ together: [Auth.logIn { payload: { email: <email> } }, Pods.list] }"
    )
  })

  it.live("replays commands on a target and on a model that share no data", () =>
    Effect.gen(function* () {
      const source = `import { Replay } from "@remote-assist/e2e"
export default Replay.scenario(${JSON.stringify(clock)}, [
  { call: "Auth.logIn", payload: { email: Replay.known("email"), password: Replay.known("password") } },
  { call: "PersonalAccessTokens.create", token: Replay.from(1, "token") }
])`
      const [replayed] = yield* resultsOfSource(source, model)
      assert.deepStrictEqual(replayed?.attempt.outcome, { _tag: "Passed" })
    })
  )

  it.effect.each(others)("finds %s", ([name, deviation]) =>
    Effect.gen(function* () {
      const kind = deviating(model, deviation)
      const {
        found = [],
        isIntermittent,
        slow
      } = yield* fuzz({
        ...options,
        runs: name === "a delay" ? 40 : 200,
        maxLatencyRatio: 5,
        kind
      })
      assert.strictEqual(isIntermittent, name === "a 503 now and then")
      assert.deepStrictEqual(slow, name === "a delay" ? [{ operation: "Pods.list", a: 0, b: 60 }] : [])
      assert.strictEqual(found.length > 0, slow.length === 0)
    })
  )

  it.live("finds an error of concurrent commands, whose outcomes match no order", () =>
    Effect.gen(function* () {
      let inFlight = 0
      const kind = deviating(model, (request, send) =>
        Effect.gen(function* () {
          inFlight++
          yield* Effect.yieldNow
          const isAlone = inFlight === 1
          const answer = yield* send(request)
          inFlight--
          return isAlone ? answer : { ...answer, status: 500, body: '{"code":1,"message":"busy"}' }
        })
      )
      const { found = [] } = yield* fuzz({ ...options, kind, commands: 6, runs: 20, concurrent: true })
      assert.property(found.at(-1)?.command, "together")
      assert.isAtMost(found.length, 3)
      const source = sourceOf(found, ["What was found."])
      const [onModel] = yield* resultsOfSource(source, model)
      assert.strictEqual(onModel?.attempt.outcome._tag, "Passed", source)
      const [onTarget] = yield* resultsOfSource(source, kind)
      assert.strictEqual(onTarget?.attempt.outcome._tag, "Failed", source)
    })
  )

  it.each([
    ["a value", () => known("emial"), "there is no value emial. Did you mean email? Give email, password, "],
    ["a step", () => from(0, "token"), "there is no step 0. Give a number from 1, "],
    [
      "a later step",
      () => scenario(clock, [{ call: "Pods.list", token: from(1, "token") }]),
      "step 1 uses the answer to step 1. Give an earlier step."
    ],
    [
      "an operation",
      () => scenario(clock, JSON.parse(`[{ "call": "Pods.lst" }]`)),
      "there is no operation Pods.lst. Did you mean Pods.list? Give Auth.anonymous, "
    ],
    [
      "a date-time",
      () => scenario("2026-13-45", []),
      "2026-13-45 is not a date-time. Give one such as 2026-01-15T12:00"
    ]
  ])("refuses %s that does not exist in a replay", (_, make, message) => {
    assert.throws(make, message)
  })
})
