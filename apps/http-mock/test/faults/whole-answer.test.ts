import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { FaultEffect } from "../../src/faults/Fault.ts"
import { controlled, originOf } from "../support/control.ts"
import { numberAt } from "../support/json.ts"
import { bytes } from "../support/raw.ts"
import { asAda, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const answered = Effect.fnUntraced(function* (whole: Omit<Extract<FaultEffect, { readonly kind: "body" }>, "kind">) {
  yield* fault({ operations: ["*"], does: { kind: "body", ...whole } })
  const raw = yield* bytes(yield* originOf, { method: "GET", path: "/us/api/v1/calls", headers: {} })
  yield* noFaults
  const [head = "", body = ""] = raw.split("\r\n\r\n")
  return { head, status: Number(head.split(" ")[1]), body }
})

layer(controlled())("a whole answer", (it) => {
  it.effect("is JSON, a text or bytes, with its content type or another", () =>
    Effect.gen(function* () {
      const json = yield* answered({ json: [null], status: 207, headers: { "X-Odd": "yes" } })
      assert.deepStrictEqual([json.status, json.body], [207, "[null]"])
      assert.match(json.head, /\r\ncontent-type: application\/json\r\n/i)
      assert.match(json.head, /\r\nx-odd: yes\r\n/i)
      assert.match((yield* answered({ text: "no" })).head, /\r\ncontent-type: text\/plain; charset=utf-8\r\n/i)
      const csv = yield* answered({ base64: "YSxi", contentType: "text/csv" })
      assert.strictEqual(csv.body, "a,b")
      assert.match(csv.head, /\r\ncontent-type: text\/csv\r\n/i)
      assert.match(csv.head, /\r\ncontent-length: 3\r\n/i)
    })
  )

  it.effect("may be empty, and has no body for a status without one", () =>
    Effect.gen(function* () {
      const empty = yield* answered({ status: 418 })
      assert.deepStrictEqual([empty.status, empty.body], [418, ""])
      assert.match(empty.head, /\r\ncontent-length: 0/i)
      const none = yield* answered({ status: 204 })
      assert.deepStrictEqual([none.status, none.body], [204, ""])
    })
  )

  it.effect("replaces the answer before or after the operation", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const total = Effect.map(send("GET", "/api/v1r1/enterprise/users", { headers }), ({ json }) =>
        numberAt(json, "total_entries")
      )
      const provision = (email: string) =>
        send("POST", "/api/v1r1/enterprise/users", { headers, body: { email, name: "New" } })
      const before = yield* total
      const does = { kind: "body", text: "done" } as const
      yield* fault({ operations: ["EnterpriseUsers.provision"], does, when: { first: 1 } })
      assert.strictEqual((yield* provision("a@example.com")).text, "done")
      assert.strictEqual(yield* total, before)
      yield* fault({ operations: ["EnterpriseUsers.provision"], does, after: true })
      assert.strictEqual((yield* provision("b@example.com")).text, "done")
      assert.strictEqual(yield* total, before + 1)
      yield* noFaults
    })
  )
})
