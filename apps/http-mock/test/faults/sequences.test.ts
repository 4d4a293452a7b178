import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { Fault } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled } from "../support/control.ts"
import { send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const does = [
  { kind: "status", status: 503 },
  { kind: "html" },
  { kind: "body", status: 200, json: { ready: true } }
] as const

const statuses = Effect.fnUntraced(function* (count: number, definition: Omit<Fault, "operations" | "does">) {
  const id = yield* fault({ operations: ["Pods.list"], does, ...definition })
  const answered: Array<number> = []
  for (let at = 0; at < count; at++) answered.push((yield* send("GET", "/api/v1r1/enterprise/pods")).status)
  const all = yield* Effect.flatMap(Control, ({ faults }) => faults.list())
  yield* noFaults
  const entry = all.find((one) => one.id === id)
  return { answered, counts: [entry?.matches, entry?.hits, entry?.remaining] }
})

// without credentials the service answers 400
layer(controlled())("several effects of a fault", (it) => {
  it.effect("follow its hits, and the last one stays", () =>
    Effect.gen(function* () {
      const { answered, counts } = yield* statuses(5, {})
      assert.deepStrictEqual(answered, [503, 502, 200, 200, 200])
      assert.deepStrictEqual(counts, [5, 5, undefined])
      assert.deepStrictEqual((yield* statuses(4, { afterLast: "stay" })).answered, [503, 502, 200, 200])
    })
  )

  it.effect("repeat, or stop", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* statuses(5, { afterLast: "repeat" })).answered, [503, 502, 200, 503, 502])
      const { answered, counts } = yield* statuses(5, { afterLast: "stop" })
      assert.deepStrictEqual(answered, [503, 502, 200, 400, 400])
      assert.deepStrictEqual(counts, [5, 3, 0])
    })
  )

  it.effect("count only hits, and ignore requests that when excludes", () =>
    Effect.gen(function* () {
      const { answered, counts } = yield* statuses(4, { when: { first: 2 } })
      assert.deepStrictEqual(answered, [503, 502, 400, 400])
      assert.deepStrictEqual(counts, [4, 2, 0])
      assert.deepStrictEqual((yield* statuses(2, { afterLast: "stop" })).counts, [2, 2, 1])
    })
  )

  it.effect("are skipped after they stop, so that the next fault hits", () =>
    Effect.gen(function* () {
      yield* fault({ operations: ["Pods.list"], does: [{ kind: "html" }], afterLast: "stop" })
      const { answered } = yield* statuses(3, {})
      assert.deepStrictEqual(answered, [502, 503, 502])
    })
  )
})
