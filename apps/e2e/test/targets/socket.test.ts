import { assert, describe, it } from "@effect/vitest"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { administratorLogsIn, scenario } from "@remote-assist/e2e"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"

import { socket } from "../../src/targets/inProcess.ts"
import { prefix, running } from "../support/running.ts"

describe("an emulator with a socket", () => {
  it.live("drops the tenants of scenarios that have ended", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator
      const kind = socket(emulator, prefix, HttpNode.layer)
      const results = yield* running(
        { one: scenario(administratorLogsIn), two: scenario(administratorLogsIn) },
        { kind }
      )
      assert.deepStrictEqual(
        results.map(({ attempt }) => attempt.outcome._tag),
        ["Passed", "Passed"]
      )
      const left = yield* (yield* emulator.control).tenants.list()
      assert.deepStrictEqual(
        left.map(({ name }) => name),
        ["default"]
      )
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
  )
})
