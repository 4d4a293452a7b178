import { assert, describe, it } from "@effect/vitest"
import { Http } from "@remote-assist/core/Http"
import type { HttpResponse } from "@remote-assist/core/Http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { fuzz } from "../../src/fuzz/fuzz.ts"
import { sourceOf } from "../../src/fuzz/report.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import type { TargetKind } from "../../src/targets/Target.ts"
import { resultsOfSource } from "../support/source.ts"

const stopAt = "2026-01-15T12:00:00Z"
const model = inProcess("fuzz", { frozenAt: stopAt })

/** The model, some of whose answers are altered on their way. */
const altering = (alter: (path: string, answer: HttpResponse) => HttpResponse): TargetKind => ({
  ...model,
  name: "altered",
  make: (name) =>
    Layer.effect(
      Http,
      Effect.map(Http, ({ exchange }) => ({
        exchange: (request, limit) =>
          Effect.map(exchange(request, limit), (answer) =>
            alter(`${request.method} ${new URL(request.url).pathname}`, answer)
          )
      }))
    ).pipe(Layer.provideMerge(model.make(name)))
})

const options = {
  model,
  stopAt: undefined,
  runs: 200,
  seed: 1,
  commands: 40,
  concurrent: false,
  tenant: (run: number) => `t${run}`
}

const faults: Readonly<Record<string, (path: string, answer: HttpResponse) => HttpResponse>> = {
  "a total that is one too high": (path, answer) =>
    path === "GET /us/api/v1r1/enterprise/users"
      ? {
          ...answer,
          body: answer.body.replace(
            /"total_entries":(\d+)/,
            (_, total: string) => `"total_entries":${Number(total) + 1}`
          )
        }
      : answer,
  "a refusal with status 200": (path, answer) =>
    path.startsWith("DELETE ") && answer.status === 401 ? { ...answer, status: 200, body: '"ok"' } : answer,
  "a refresh token that stays": (() => {
    let first: string | undefined
    return (path, answer) => {
      if (!path.includes("/v1/auth") || answer.status !== 200) return answer
      if (!path.endsWith("/refresh")) {
        first = /"refresh":"([^"]*)"/.exec(answer.body)?.[1] ?? first
        return answer
      }
      return first === undefined
        ? answer
        : { ...answer, body: answer.body.replace(/"refresh":"[^"]*"/, `"refresh":"${first}"`) }
    }
  })()
}

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

  it.live.each(Object.entries(faults))("finds %s and shrinks the sequence", ([, alter]) =>
    Effect.gen(function* () {
      const kind = altering(alter)
      const { found = [] } = yield* fuzz({ ...options, kind })
      assert.isAtLeast(found.length, 1, "nothing was found")
      assert.isAtMost(found.length, 4)
      const source = sourceOf(found, stopAt, ["What was found."])
      const onModel = yield* resultsOfSource(source, model)
      assert.deepStrictEqual(
        onModel.map(({ attempt }) => attempt.outcome._tag),
        ["Passed"],
        source
      )
      const onTarget = yield* resultsOfSource(source, kind)
      assert.deepStrictEqual(
        onTarget.map(({ attempt }) => attempt.outcome._tag),
        ["Failed"],
        source
      )
      assert.notMatch(source, /correct-horse|pat-demo/)
    })
  )

  it.live("finds an error of concurrent commands, whose outcomes match no order", () =>
    Effect.gen(function* () {
      let inFlight = 0
      const kind: TargetKind = {
        ...model,
        make: (name) =>
          Layer.effect(
            Http,
            Effect.map(Http, ({ exchange }) => ({
              exchange: (request, limit) =>
                Effect.gen(function* () {
                  inFlight++
                  yield* Effect.yieldNow
                  const isAlone = inFlight === 1
                  const answer = yield* exchange(request, limit)
                  inFlight--
                  return isAlone ? answer : { ...answer, status: 500, body: '{"code":1,"message":"busy"}' }
                })
            }))
          ).pipe(Layer.provideMerge(model.make(name)))
      }
      const { found = [] } = yield* fuzz({ ...options, kind, commands: 6, runs: 20, concurrent: true })
      assert.property(found.at(-1)?.command, "together")
      assert.isAtMost(found.length, 3)
      const source = sourceOf(found, stopAt, ["What was found."])
      const [onModel] = yield* resultsOfSource(source, model)
      assert.strictEqual(onModel?.attempt.outcome._tag, "Passed", source)
      const [onTarget] = yield* resultsOfSource(source, kind)
      assert.strictEqual(onTarget?.attempt.outcome._tag, "Failed", source)
    })
  )
})
