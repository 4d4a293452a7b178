import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { FaultEffect } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled } from "../support/control.ts"
import { at, listAt, textAt } from "../support/json.ts"
import { asAda, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

const operations = ["EnterpriseUsers.list"] as const

type Edits = Omit<Extract<FaultEffect, { readonly kind: "override" }>, "kind">

/** The list of users under an override, and the state of its fault. */
const listed = Effect.fnUntraced(function* (edits: Edits) {
  const headers = yield* asAda
  yield* fault({ operations, does: { kind: "override", ...edits } })
  const answer = yield* send("GET", "/api/v1r1/enterprise/users", { headers })
  const [entry] = yield* Effect.flatMap(Control, ({ faults }) => faults.list())
  yield* noFaults
  return { ...answer, entry }
})

const Entries = Schema.Array(
  Schema.Struct({
    role_name: Schema.optionalKey(Schema.String),
    email: Schema.optionalKey(Schema.String),
    badge: Schema.optionalKey(Schema.Struct({ level: Schema.Number }))
  })
)

layer(controlled())("an override", (it) => {
  it.effect("edits the JSON by a patch, in every entry of a list too", () =>
    Effect.gen(function* () {
      const { entry, json, status } = yield* listed({
        patch: [
          { op: "replace", path: "/entries/*/role_name", value: "Wizard" },
          { op: "add", path: "/entries/1/badge", value: { level: 9 } },
          { op: "remove", path: "/entries/*/email" },
          { op: "replace", path: "/page", value: "one" },
          { op: "add", path: "/entries/-", value: {} }
        ]
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        Schema.decodeUnknownSync(Entries)(at(json, "entries")).map(({ badge, email, role_name }) => [
          role_name,
          badge?.level,
          email
        ]),
        [
          ["Wizard", undefined, undefined],
          ["Wizard", 9, undefined],
          ["Wizard", undefined, undefined],
          ["Wizard", undefined, undefined],
          [undefined, undefined, undefined]
        ]
      )
      assert.strictEqual(at(json, "page"), "one")
      assert.notProperty(entry, "missed")
    })
  )

  it.effect("replaces the whole answer at its root", () =>
    Effect.map(listed({ patch: [{ op: "replace", path: "", value: [1] }] }), ({ json }) =>
      assert.deepStrictEqual(json, [1])
    )
  )

  it.effect("sets the status and headers, with the content type, and removes headers", () =>
    Effect.gen(function* () {
      const plain = yield* listed({ status: 299, headers: { "Content-Type": "text/x-odd" } })
      assert.deepInclude(plain, { status: 299, type: "text/x-odd" })
      assert.lengthOf(listAt(plain.json, "entries"), 4)
      assert.isNull((yield* listed({ headers: { "content-type": null } })).type)
      assert.deepInclude(yield* listed({ status: 204 }), { status: 204, text: "" })
    })
  )

  it.effect("counts missing paths, and does not change an answer without any match", () =>
    Effect.gen(function* () {
      const { entry, json } = yield* listed({
        patch: [
          { op: "replace", path: "/entrees/*/name", value: 1 },
          { op: "remove", path: "/entries/9" }
        ]
      })
      assert.lengthOf(listAt(json, "entries"), 4)
      assert.deepStrictEqual(entry?.missed, { "/entrees/*/name": 1, "/entries/9": 1 })
      const { journal } = yield* Control
      const [last] = (yield* journal.list({ query: {} })).toReversed()
      assert.deepStrictEqual(last?.faults, [entry?.id ?? ""])
      assert.notProperty(yield* journal.read({ params: { id: last?.id ?? 0 } }), "taken_by")
    })
  )

  it.effect("shows the served and the sent answer, and is not evidence of the service", () =>
    Effect.gen(function* () {
      const { entry } = yield* listed({ status: 288, patch: [{ op: "replace", path: "/total_entries", value: 0 }] })
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

  it.effect("edits successes by default, or errors, or all", () =>
    Effect.gen(function* () {
      const patch = [{ op: "replace", path: "/code", value: 7 }] as const
      const refused = Effect.fnUntraced(function* (edits: Edits) {
        yield* fault({ operations, does: { kind: "override", ...edits } })
        const { json } = yield* send("GET", "/api/v1r1/enterprise/users")
        yield* noFaults
        return at(json, "code")
      })
      assert.notStrictEqual(yield* refused({ patch }), 7)
      assert.strictEqual(yield* refused({ patch, of: "errors" }), 7)
      assert.strictEqual(yield* refused({ patch, of: "all" }), 7)
      assert.strictEqual(
        at((yield* listed({ patch: [{ op: "replace", path: "/page", value: 7 }], of: "errors" })).json, "page"),
        1
      )
    })
  )

  it.effect("can set the root of an answer without a body", () =>
    Effect.gen(function* () {
      const register = { email: "o@example.com", name: "O", password: "correct-horse" }
      const patch = [{ op: "add", path: "", value: { a: 1 } }] as const
      yield* fault({ operations: ["Registration.register"], does: { kind: "override", patch } })
      const { text } = yield* send("POST", "/api/v1/register", { body: { user_info: register } })
      assert.strictEqual(text, '{"a":1}')
      yield* noFaults
    })
  )

  it.effect("that would make an answer too large answers an error", () =>
    Effect.gen(function* () {
      const { json, status } = yield* listed({
        patch: [{ op: "add", path: "/entries/*/name", value: "x".repeat(3 * 1024 * 1024) }]
      })
      assert.strictEqual(status, 500)
      assert.match(
        textAt(json, "message"),
        /fault-\d+ of the emulator\. The patch adds more than 8 MiB at \/entries\/\*\/name/
      )
    })
  )
})
