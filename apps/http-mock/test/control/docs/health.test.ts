import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../../src/library/Emulator.ts"
import { fault } from "../../faults/support/fault.ts"
import { controlled } from "../../support/control.ts"
import { ask } from "../../support/served.ts"

const healthy = Effect.gen(function* () {
  for (const path of ["/__mock/health", "/t/one/__mock/health"]) {
    const answer = yield* ask(path)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(yield* Effect.promise(() => answer.json()), { status: "ok", pid: process.pid })
  }
  assert.strictEqual((yield* ask("/__mock/health", { method: "HEAD" })).status, 200)
  assert.strictEqual((yield* ask("/__mock/health", { method: "POST" })).status, 405)
})

layer(controlled())("the health of an emulator", (it) => {
  it.effect("is reported while a fault affects every request", () =>
    Effect.gen(function* () {
      yield* fault({ operations: ["*"], does: { kind: "reset" }, latency: { fixed: 3_600_000 } })
      yield* healthy
    })
  )
})

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0", controlToken: Redacted.make("secret") }))(
  "the health of an emulator on the network",
  (it) => {
    it.effect("is reported to everyone", () => healthy)
  }
)
