import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { Fault } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled, originOf } from "../support/control.ts"
import { asAda } from "../support/wire.ts"
import { closed, open } from "./support/connection.ts"
import { fault, noFaults } from "./support/fault.ts"

/** The journal entry of a request that faults hit. */
const entryUnder = Effect.fnUntraced(function* (...definitions: ReadonlyArray<Omit<Fault, "operations">>) {
  const headers = yield* asAda
  const { journal } = yield* Control
  const ids = []
  for (const one of definitions) ids.push(yield* fault({ operations: ["EnterpriseUsers.list"], ...one }))
  yield* closed(open(yield* originOf, { method: "GET", path: "/us/api/v1r1/enterprise/users", headers }))
  yield* noFaults
  const [entry] = (yield* journal.list({ query: { operation: "EnterpriseUsers.list" } })).toReversed()
  const whole = yield* journal.read({ params: { id: entry?.id ?? 0 } })
  const { answer, faults, service_answer, status, taken_by } = whole
  assert.deepStrictEqual(faults, ids)
  assert.strictEqual(taken_by, definitions.at(-1)?.does === undefined ? undefined : ids.at(-1))
  return { status, sent: answer?.status, served: service_answer?.status, body: answer?.body.text ?? "" }
})

layer(controlled())("the journal", (it) => {
  it.effect("has the faults that hit a request, and both the served and the sent answer", () =>
    Effect.gen(function* () {
      const { body, ...waited } = yield* entryUnder({ latency: { fixed: 0 } })
      assert.deepStrictEqual(waited, { status: 200, sent: 200, served: undefined })
      const status = { kind: "status", status: 503, message: "Busy." } as const
      const before = {
        status: 503,
        sent: 503,
        served: undefined,
        body: '{"code":1099,"message":"Busy.","name":"generic"}'
      }
      assert.deepStrictEqual(yield* entryUnder({ latency: { fixed: 0 } }, { does: status }), before)
      assert.deepStrictEqual(yield* entryUnder({ does: status, after: true }), { ...before, served: 200 })
      const lost = { status: null, sent: undefined, served: undefined, body: "" }
      assert.deepStrictEqual(yield* entryUnder({ does: { kind: "reset" } }), lost)
      assert.deepStrictEqual(yield* entryUnder({ does: { kind: "reset" }, after: true }), { ...lost, served: 200 })
      const truncated = yield* entryUnder({ does: { kind: "truncate" } })
      assert.deepStrictEqual([truncated.status, truncated.body.length], [200, body.length])
    })
  )

  it.effect("has the body of a request that a fault or the header prefer answers", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      const sent = JSON.stringify({ email: "ada", password: "correct-horse" })
      const recorded = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>> = {}) {
        const url = `${yield* originOf}/us/api/v1/auth`
        yield* Effect.exit(Effect.tryPromise(() => fetch(url, { method: "POST", headers, body: sent })))
        const [entry] = (yield* journal.list({ query: {} })).toReversed()
        const { faults, request } = yield* journal.read({ params: { id: entry?.id ?? 0 } })
        return { faults, body: request.body.text }
      })
      assert.deepStrictEqual(yield* recorded({ prefer: "code=503" }), { faults: ["prefer"], body: sent })
      for (const does of [{ kind: "status", status: 503 }, { kind: "reset" }] as const) {
        const id = yield* fault({ operations: ["Auth.logIn"], latency: { fixed: 0 }, does })
        assert.deepStrictEqual(yield* recorded(), { faults: [id], body: sent })
        yield* noFaults
      }
    })
  )
})
