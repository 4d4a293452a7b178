import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { controlled, originOf } from "../support/control.ts"
import { at, listAt, textAt } from "../support/json.ts"

// in this process: a socket is idle for too long while a large body is encoded
const post = (body: unknown) =>
  Effect.flatMap(Emulator, ({ baseUrl, fetch }) =>
    Effect.promise(async () => {
      const answer = await fetch(new URL("/__mock/faults", baseUrl.us), { method: "POST", body: JSON.stringify(body) })
      const json: unknown = await answer.json()
      return { status: answer.status, type: answer.headers.get("content-type"), json }
    })
  )

const operations = ["Calls.list"]
const does = { kind: "reset" }

layer(controlled())("the faults of a tenant", (it) => {
  it.effect("are created, listed and deleted, one by one or all at once", () =>
    Effect.gen(function* () {
      const { faults } = yield* Control
      assert.deepStrictEqual(yield* faults.list(), [])
      assert.deepStrictEqual(yield* faults.clear(), { removed: 0 })
      const { json } = yield* post({ operations, does, ttl: "10 minutes", when: { first: 2 } })
      assert.deepInclude(json, { matches: 0, hits: 0, remaining: 2 })
      assert.deepInclude(at(json, "fault"), { operations, does, when: { first: 2 } })
      assert.isString(at(json, "until"))
      const second = yield* faults.make({ payload: { operations: ["*"], latency: { min: 1, max: 2 } } })
      assert.notProperty(second, "remaining")
      assert.deepStrictEqual(
        (yield* faults.list()).map(({ id }) => id),
        [at(json, "id"), second.id]
      )
      assert.deepStrictEqual(yield* faults.remove({ params: { id: textAt(json, "id") } }), { removed: 1 })
      const missing = yield* Effect.flip(faults.remove({ params: { id: textAt(json, "id") } }))
      assert.strictEqual(missing._tag, "NotFoundProblem")
      assert.deepStrictEqual(yield* faults.clear(), { removed: 1 })
      assert.deepStrictEqual(yield* faults.list(), [])
    })
  )

  it.effect("are not all deleted by a request with an empty id", () =>
    Effect.gen(function* () {
      const { faults } = yield* Control
      yield* post({ operations, does })
      const origin = yield* originOf
      for (const [method, path] of [
        ["DELETE", "/__mock/faults/"],
        ["GET", "/__mock/gaps/"]
      ]) {
        const answer = yield* Effect.promise(() => fetch(`${origin}${path}`, { method: method! }))
        const problem = yield* Effect.promise((): Promise<unknown> => answer.json())
        assert.strictEqual(answer.status, 404)
        assert.include(textAt(problem, "detail"), `There is no endpoint ${method} ${path}.`)
      }
      assert.deepStrictEqual(yield* faults.clear(), { removed: 1 })
    })
  )

  it.effect("are limited to 1,000", () =>
    Effect.gen(function* () {
      const { faults } = yield* Control
      for (let count = 0; count < 1000; count++)
        yield* faults.make({ payload: { operations: ["*"], latency: { fixed: 0 } } })
      const { json, status } = yield* post({ operations, does })
      assert.deepStrictEqual(
        [status, textAt(json, "detail").slice(0, 35)],
        [400, "There are 1000 faults, the maximum."]
      )
      assert.deepStrictEqual(yield* faults.clear(), { removed: 1000 })
    })
  )

  it.effect("are limited to 64 MiB in total", () =>
    Effect.gen(function* () {
      const { control } = yield* Emulator
      const { faults } = yield* control
      const large = { operations, does: { kind: "body", text: "x".repeat(30 * 1024 * 1024) } }
      for (const status of [200, 200, 400]) {
        const response = yield* post(large)
        assert.strictEqual(response.status, status)
        if (status === 400) assert.include(textAt(response.json, "detail"), "characters as JSON")
      }
      assert.deepStrictEqual(yield* faults.clear(), { removed: 2 })
    })
  )

  it.effect("are rejected if their response or their match is invalid", () =>
    Effect.gen(function* () {
      const override = (edits: object) => ({ operations, does: { kind: "override", ...edits } })
      const body = (parts: object) => ({ operations, does: { kind: "body", ...parts } })
      const where = (conditions: object) => ({ operations, does, where: conditions })
      for (const [fault, why] of [
        [override({}), /An override has at least one of patch, headers and status/],
        [override({ patch: [{ op: "remove", path: "entries" }] }), /a JSON Pointer such as/],
        [override({ patch: [{ op: "replace", path: "/a~2", value: 1 }] }), /a JSON Pointer such as/],
        [override({ patch: [{ op: "move", path: "/a" }] }), /use an edit with op add, replace or remove/],
        [override({ set: { "/a": 1 } }), /set/],
        [override({ headers: { "Content-Length": "1" } }), /headers has Content-Length, which follows from the body/],
        [override({ headers: { connection: "close" } }), /headers has connection, which belongs to the connection/],
        [override({ headers: { "a b": "1" } }), /headers has "a b", which is not the name of a header/],
        [override({ headers: { a: "1\r\nb: 2" } }), /an invalid value of a\./],
        [override({ status: 100 }), /between 200 and 599/],
        [body({ json: 1, text: "1" }), /one of json, text and base64/],
        [body({ text: "1", contentType: "a\r\nb: c" }), /contentType is not a valid header/],
        [body({ base64: "*" }), /base64/],
        [
          where({ query: { a: { matches: "(a)\\1" } } }),
          /where\.query\.a: matches has .*, which is not valid: (?!error parsing)/
        ],
        [where({ query: { a: { matches: "(?=a)b" } } }), /where\.query\.a: matches has/],
        [where({ query: { a: { matches: "(a{500}){500}" } } }), /where\.query\.a: matches has/],
        [
          where({ query: { a: { matches: ".{0,999}.{0,999}[xyz]" } } }),
          /not valid: expression too large\. Use smaller repetitions\./
        ],
        [where({ body: { "$[": 1 } }), /a JSON Pointer such as/],
        [where({ params: { user_id: 1 } }), /where\.params has user_id, .* none of them has any/],
        [where({ querry: {} }), /querry/],
        [{ operations, does: [] }, /body\.does is empty\. Give at least one\./],
        [{ operations: [], does }, /body\.operations is empty\. Give at least one\./],
        [body({ status: 204, json: 1 }), /The status 204 has no body in HTTP\. Remove json, text and base64/],
        [
          { operations, does: { kind: "override", status: 204, patch: [{ op: "add", path: "/a", value: 1 }] } },
          /The status 204 has no body in HTTP\. Remove patch/
        ],
        [where({ body: { [`/${"a".repeat(600)}`]: 1 } }), /JSON Pointers of at most 500 characters/],
        [{ operations, does, afterLast: "stop" }, /afterLast needs a list/],
        [{ operations, does: { kind: "worst" }, after: false }, /worst changes the answer/]
      ] as const) {
        const { json, status } = yield* post(fault)
        assert.strictEqual(status, 400, JSON.stringify(fault))
        assert.match(JSON.stringify([at(json, "detail"), at(json, "errors")]).replaceAll("\\", ""), why)
      }
    })
  )

  it.effect("are rejected for unknown operations, with the most similar names", () =>
    Effect.gen(function* () {
      const { json, status, type } = yield* post({ operations: ["EnterpriseUser.lists"], does })
      assert.deepStrictEqual([status, type], [400, "application/problem+json"])
      assert.match(
        textAt(json, "detail"),
        /no operation EnterpriseUser\.lists\. The nearest is EnterpriseUsers\.list\.$/
      )
      const { json: noToken } = yield* post({ operations: ["Auth.logIn"], does: { kind: "expired" } })
      assert.strictEqual(at(noToken, "detail"), "Auth.logIn takes no user token, so none can expire there.")
    })
  )

  it.effect("warn about a query parameter that the operations do not have", () =>
    Effect.gen(function* () {
      const warning = (query: object) =>
        Effect.map(post({ operations: ["Pods.list"], does, where: { query } }), ({ json }) => at(json, "warning"))
      assert.match(
        textAt(yield* warning({ pagee: "1" })),
        /^where\.query has pagee, which is not a query parameter of these operations: there are .*page/
      )
      assert.isUndefined(yield* warning({ page: "1" }))
      yield* Effect.flatMap(Control, ({ faults }) => faults.clear())
    })
  )

  it.effect("warn about a caller who does not exist", () =>
    Effect.gen(function* () {
      const warnings = yield* Effect.forEach(
        ["nobody", 99_999, "ADA", "ada@example.com", 101, "anonymous", "Partner:1"],
        (caller) => Effect.map(post({ operations, does, caller }), ({ json }) => at(json, "warning"))
      )
      const [unknown, number, ...known] = warnings
      assert.strictEqual(unknown, 'There is no user "nobody", so no request matches.')
      assert.isString(number)
      const { json } = yield* post({ operations: ["Auth.logIn"], does, caller: "ada" })
      assert.strictEqual(
        at(json, "warning"),
        "Auth.logIn takes no user token, so no request has a caller. Remove caller, or use where.body."
      )
      assert.notProperty((yield* post({ operations: ["Auth.logIn"], does, caller: "anonymous" })).json, "warning")
      assert.notProperty(
        (yield* post({ operations: ["Auth.logIn", "Pods.list"], does, caller: "ada" })).json,
        "warning"
      )
      assert.deepStrictEqual(known, [undefined, undefined, undefined, undefined, undefined])
      yield* Effect.flatMap(Control, ({ faults }) => faults.clear())
    })
  )

  it.effect("are rejected with the path and the reason if their fields contradict each other", () =>
    Effect.gen(function* () {
      for (const [body, path, message] of [
        [{ operations }, [], /body: A fault has no effect\. Set does, latency, or both\./],
        [{ operations, latency: { fixed: 1 }, after: true }, [], /after needs does/],
        [{ operations, does: { kind: "truncate" }, after: false }, [], /truncate changes the answer/],
        [{ operations: ["*", "Calls.list"], does }, [], /or \*, not both/],
        [{ operations: [], does }, ["operations"], /is empty\. Give at least one\./],
        [{ does }, ["operations"], /body\.operations is missing\. Add it\./],
        [{ operation: "Calls.list", operations, does }, ["operation"], /unknown field; the fields are/],
        [{ operations, does: { kind: "reset", status: 500 } }, ["does", "status"], /unknown field; the fields are/],
        [
          { operations, does: { kind: "explode" } },
          ["does"],
          /"detail":"body\.does: set kind to status, expired, .* or worst\."/
        ],
        [
          { operations, does: { status: 503 } },
          ["does"],
          /"detail":"body\.does: set kind to status, expired, .* or worst\."/
        ],
        [{ operations, does: { kind: "status", status: 200 } }, ["does", "status"], /between 400 and 599/],
        [{ operations, does, when: { nth: 0 } }, ["when", "nth"], /between 1/],
        [
          { operations, does, when: { nth: 1, first: 1 } },
          ["when"],
          /one of nth, first and probability, not (nth and first|first and nth)/
        ],
        [{ operations, does, when: {} }, ["when"], /"detail":"body\.when: use one of nth, first and probability\."/],
        [{ operations, does, when: { probability: 2 } }, ["when", "probability"], /between 0 and 1/],
        [
          { operations, latency: { min: 2 } },
          ["latency", "max"],
          /"detail":"body\.latency\.max is missing\. Add it\."/
        ],
        [{ operations, latency: { fixed: -1 } }, ["latency", "fixed"], /between 0/],
        [{ operations, latency: { fixd: 1 } }, ["latency"], /fixed, or min and max, or median and sigma, not fixd/],
        [{ operations, latency: 500 }, ["latency"], /fixed, or min and max, or median and sigma/],
        [{ operations, latency: { min: 2, max: 1 } }, ["latency"], /max is below the min/],
        [{ operations, does, where: { headers: { a: { equal: 1 } } } }, ["where", "headers", "a"], /, not equal/],
        [{ operations, does, where: { body: { email: 1 } } }, ["where", "body"], /JSON Pointer such as .* not .*email/],
        [
          { operations, does: { kind: "override", patch: [{ op: "remove", path: "a" }] } },
          ["does"],
          /JSON Pointer such as/
        ],
        [
          { operations, does: { kind: "override", patch: [{ op: "remove", path: "" }] } },
          ["does", "patch", 0, "path"],
          /use the path of a field, or the effect body without fields for an empty answer\./
        ],
        [{ operations: ["x".repeat(101)], does }, ["operations", 0], /length of at most 100/],
        [{ operations: Array.from({ length: 101 }, () => "Calls.list"), does }, ["operations"], /at most 100/],
        [{ operations, does, region: "mars" }, ["region"], /us/],
        [[], [], /use an object/],
        [
          { operations, does, ttl: "soon" },
          ["ttl"],
          /"detail":"body\.ttl: use a positive duration of at most 36500 days, such as 10 minutes\."/
        ]
      ] as const) {
        const { json, status } = yield* post(body)
        const problem = JSON.stringify(json)
        assert.strictEqual(status, 400, problem)
        assert.match(problem, message)
        assert.deepStrictEqual(listAt(json, "errors", 0, "path").slice(0, path.length + 1), ["body", ...path], problem)
      }
      assert.deepStrictEqual(yield* Effect.flatMap(Control, ({ faults }) => faults.list()), [])
    })
  )
})
