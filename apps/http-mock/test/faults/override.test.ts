import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { FaultEffect } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled } from "../support/control.ts"
import { asAda, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/faulty.ts"

const operations = ["EnterpriseUsers.list"] as const

type Edits = Omit<Extract<FaultEffect, { readonly kind: "override" }>, "kind">

/** The list of users under an override, and what its fault tells afterwards. */
const listed = Effect.fnUntraced(function* (edits: Edits) {
  const headers = yield* asAda
  yield* fault({ operations, does: { kind: "override", ...edits } })
  const answer = yield* send("GET", "/api/v1r1/enterprise/users", { headers })
  const [entry] = yield* Effect.flatMap(Control, ({ faults }) => faults.list())
  yield* noFaults
  return { ...answer, entry }
})

layer(controlled())("an override", (it) => {
  it.effect("sets by pointer and by path, in every entry of a list too, and adds what is not there", () =>
    Effect.gen(function* () {
      const { entry, json, status } = yield* listed({
        set: {
          "$.entries[*].role_name": "Wizard",
          "$.entries[1:].badge": { level: 9 },
          "/page": "one",
          "/entries/-": {}
        }
      })
      assert.strictEqual(status, 200)
      const entries: ReadonlyArray<any> = json.entries
      assert.deepStrictEqual(
        entries.map(({ badge, role_name }) => [role_name, badge?.level]),
        [
          ["Wizard", undefined],
          ["Wizard", 9],
          ["Wizard", 9],
          ["Wizard", 9],
          [undefined, undefined]
        ]
      )
      assert.strictEqual(json.page, "one")
      assert.deepStrictEqual(entry?.added, { "$.entries[1:].badge": 1, "/entries/-": 1 })
      assert.notProperty(entry, "missed")
    })
  )

  it.effect("changes types, puts unknown values, and removes, in this order", () =>
    Effect.gen(function* () {
      const { json } = yield* listed({
        set: { "/entries/0/name": "42" },
        retype: {
          "$.entries[*].id": "string",
          "$.entries[0].name": "number",
          "$.entries[1].name": "number",
          "/page": "array",
          "/page_size": "object",
          "/total_pages": "boolean",
          "/entries/0/active": "string",
          "/entries/0/title": "null"
        },
        unknown: ["$.entries[*].role_name", "/entries/0/enterprise_id"],
        remove: ["$.entries[2:]", "$..email"]
      })
      const [ada, grace, ...others] = json.entries
      assert.deepStrictEqual([ada.id, grace.id, others], ["101", "102", []])
      assert.deepStrictEqual([ada.name, grace.name], [42, "Grace Hopper".length])
      assert.deepStrictEqual([json.page, json.page_size, json.total_pages], [[1], { value: 20 }, true])
      assert.deepStrictEqual([ada.active, ada.title], ["true", null])
      assert.deepStrictEqual([ada.role_name, ada.enterprise_id], ["unknown_value", 987_654_321])
      assert.notProperty(ada, "email")
    })
  )

  it.effect("replaces the whole answer at its root", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* listed({ set: { "": [1] } })).json, [1])
      assert.deepStrictEqual((yield* listed({ set: { $: "text" }, retype: { "": "array" } })).json, ["text"])
    })
  )

  it.effect("sets status and headers, the type of the content too, and removes headers", () =>
    Effect.gen(function* () {
      const plain = yield* listed({ status: 299, headers: { "Content-Type": "text/x-odd" } })
      assert.deepInclude(plain, { status: 299, type: "text/x-odd" })
      assert.lengthOf(plain.json.entries, 4)
      assert.isNull((yield* listed({ headers: { "content-type": null } })).type)
      assert.deepInclude(yield* listed({ status: 204 }), { status: 204, text: "" })
    })
  )

  it.effect("counts the paths that match nothing, and leaves an answer that none of them matches to the service", () =>
    Effect.gen(function* () {
      const { entry, json } = yield* listed({ set: { "$.entrees[*].name": 1 }, remove: ["/entries/9", "$.nothing"] })
      assert.lengthOf(json.entries, 4)
      assert.deepStrictEqual(entry?.missed, { "$.entrees[*].name": 1, "/entries/9": 1, "$.nothing": 1 })
      const { journal } = yield* Control
      const [last] = (yield* journal.list({ query: {} })).toReversed()
      assert.deepStrictEqual(last?.faults, [entry?.id ?? ""])
      assert.notProperty(yield* journal.read({ params: { id: last?.id ?? 0 } }), "taken_by")
    })
  )

  it.effect("shows what was served beside what was sent, and is no evidence of the service", () =>
    Effect.gen(function* () {
      const { entry } = yield* listed({ status: 288, set: { "/total_entries": 0 } })
      const { evidence, journal } = yield* Control
      const [last] = (yield* journal.list({ query: {} })).toReversed()
      const { answer, service_answer, taken_by } = yield* journal.read({ params: { id: last?.id ?? 0 } })
      assert.strictEqual(taken_by, entry?.id)
      assert.deepStrictEqual([answer?.status, service_answer?.status], [288, 200])
      assert.include(service_answer?.body.text, '"total_entries":4')
      const odd = (yield* evidence.read()).undocumented.find(({ status }) => status === 288)
      assert.deepInclude(odd, { served: false, injected: true })
    })
  )

  it.effect("edits successes, unless it is told to edit errors or all", () =>
    Effect.gen(function* () {
      const refused = Effect.fnUntraced(function* (edits: Edits) {
        yield* fault({ operations, does: { kind: "override", ...edits } })
        const { json } = yield* send("GET", "/api/v1r1/enterprise/users")
        yield* noFaults
        return json.code
      })
      assert.notStrictEqual(yield* refused({ set: { "/code": 7 } }), 7)
      assert.strictEqual(yield* refused({ set: { "/code": 7 }, of: "errors" }), 7)
      assert.strictEqual(yield* refused({ set: { "/code": 7 }, of: "all" }), 7)
      assert.strictEqual((yield* listed({ set: { "/page": 7 }, of: "errors" })).json.page, 1)
    })
  )

  it.effect("of an answer without a body has a root to set, and nothing else", () =>
    Effect.gen(function* () {
      const register = { email: "o@example.com", name: "O", password: "correct-horse" }
      yield* fault({
        operations: ["Registration.register"],
        does: { kind: "override", set: { "": {}, "/a": 1 }, remove: ["/b"] }
      })
      const { text } = yield* send("POST", "/api/v1/register", { body: { user_info: register } })
      assert.strictEqual(text, '{"a":1}')
      yield* noFaults
    })
  )

  it.effect("that would make an answer too large says so in its place", () =>
    Effect.gen(function* () {
      const { json, status } = yield* listed({ set: { "$..*": "x".repeat(2 * 1024 * 1024) } })
      assert.strictEqual(status, 500)
      assert.match(json.message, /fault-\d+ of the emulator\. \$\.\.\* would add more than/)
      const tenfold = Array.from(
        { length: 30 },
        (_, at) => [`$..[?@ != ${at}]`, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]] as const
      )
      const grown = yield* listed({ set: Object.fromEntries(tenfold) })
      assert.strictEqual(grown.status, 500)
      assert.match(grown.json.message, /would look at more than 500000 values|would add more than/)
    })
  )
})
