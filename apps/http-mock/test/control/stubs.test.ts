import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import type { StubMapping } from "../../src/stubs/mapping/StubMapping.ts"
import { controlled, originOf } from "../support/control.ts"
import { asAda, send } from "../support/wire.ts"

const put = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(originOf, (origin) =>
    Effect.promise(async () => {
      const answer = await fetch(`${origin}/__mock${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const json: any = await answer.json()
      return { status: answer.status, json }
    })
  )

const things = { request: { method: "GET", urlPath: "/api/v2/things" }, response: { jsonBody: [{ id: 1 }] } }

const id = "730d3e32-d098-4169-a20c-554c3bedce58"

layer(controlled())("the stubs of a tenant", (it) => {
  it.effect("are made, listed, read, replaced and removed, one or all", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      assert.strictEqual((yield* stubs.list()).meta.total, 0)
      const made = yield* stubs.make({ payload: { ...things, id } })
      assert.deepStrictEqual(made.mappings, [{ ...things, id, uuid: id }])
      assert.deepStrictEqual(yield* stubs.read({ params: { id } }), { ...things, id, uuid: id })
      assert.deepInclude(yield* send("GET", "/api/v2/things"), {
        status: 200,
        type: "application/json",
        json: [{ id: 1 }]
      })
      yield* stubs.put({ params: { id }, payload: { ...things, response: { status: 503 } } })
      assert.strictEqual((yield* send("GET", "/api/v2/things", { region: "eu" })).status, 503)
      assert.deepStrictEqual(yield* stubs.remove({ params: { id } }), { removed: 1 })
      const missing = yield* Effect.flip(stubs.remove({ params: { id } }))
      assert.strictEqual(missing._tag, "NotFoundProblem")
      assert.strictEqual((yield* send("GET", "/api/v2/things")).status, 400)
      yield* stubs.make({ payload: { mappings: [things, things] } })
      assert.deepStrictEqual(yield* stubs.clear(), { removed: 2 })
    })
  )

  it.effect("come from several mappings at once, of which the first is asked first, and go back as they are", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      const answering = (body: string) => ({ request: things.request, response: { body } })
      yield* stubs.make({ payload: { mappings: [answering("a"), answering("b")] } })
      assert.strictEqual((yield* send("GET", "/api/v2/things")).text, "a")
      yield* stubs.make({ payload: answering("c") })
      assert.strictEqual((yield* send("GET", "/api/v2/things")).text, "c")
      const { mappings } = yield* stubs.list()
      assert.deepStrictEqual(
        mappings.map(({ response }) => response?.body),
        ["c", "a", "b"]
      )
      yield* stubs.clear()
      yield* stubs.make({ payload: { mappings } })
      assert.deepStrictEqual((yield* stubs.list()).mappings, mappings)
      const kept = {
        mappings: [{ ...answering("d"), id: mappings[0]!.id! }],
        importOptions: { duplicatePolicy: "IGNORE" }
      }
      assert.strictEqual((yield* put("POST", "/stubs", kept)).status, 200)
      assert.deepStrictEqual((yield* stubs.list()).mappings, mappings)
      const alone = { mappings: [answering("e")], importOptions: { deleteAllNotInImport: true } }
      assert.strictEqual((yield* put("POST", "/stubs", alone)).json.meta.total, 1)
      yield* stubs.clear()
    })
  )

  it.effect("that cannot be are refused with the place and what there is instead", () =>
    Effect.gen(function* () {
      const xpath = yield* put("POST", "/stubs", { request: { bodyPatterns: [{ matchesXPath: "//a" }] } })
      assert.strictEqual(xpath.status, 400)
      assert.deepStrictEqual(xpath.json.errors[0].path, ["payload", "request", "bodyPatterns", 0, "matchesXPath"])
      assert.match(xpath.json.errors[0].message, /^is not supported; supported here: equalTo, /)
      for (const [mapping, told] of [
        [{ request: { urlPattern: "(" } }, /^request\.urlPattern is no regular expression: /],
        [
          { request: { urlPathPattern: "\\Qa\\E" } },
          /^request\.urlPathPattern is no regular expression here: \\Q is of/
        ],
        [{ request: { urlPathTemplate: "/a/x{b}" } }, /^request\.urlPathTemplate has x\{b\}; a variable is a segment/],
        [
          { request: { bodyPatterns: [{ matchesJsonPath: "$.a.length()" }] } },
          /^request\.bodyPatterns\[0\]\.matchesJsonPath is no/
        ],
        [
          { request: { bodyPatterns: [{ equalToJson: "{" }] } },
          /^request\.bodyPatterns\[0\]\.equalToJson is a text that is no/
        ],
        [{ response: { headers: { "a b": "c" } } }, /^response\.headers\.a b is no name of a header/],
        [{ response: { headers: { a: "b\r\nc: d" } } }, /^response\.headers\.a: no header can carry the value/],
        [{ response: { base64Body: "?" } }, /^response\.base64Body is no Base64/],
        [{ response: { bodyFileName: "a.json" } }, /^response\.bodyFileName needs a folder: /],
        [
          { response: { body: "{{nope 1}}", transformers: ["response-template"] } },
          /^response\.body is no template: line 1, column 1: there is no helper nope\. There are /
        ],
        [
          { response: { jsonBody: [{ a: "{{#if}}" }], transformers: ["response-template"] } },
          /^response\.jsonBody\[0\]\.a is no/
        ],
        [{ mappings: [{}, { request: { urlPattern: "(" } }] }, /^mappings\[1\]\.request\.urlPattern is no regular/],
        [{ mappings: [{ id }, { id }] }, /^Two mappings have the id 730d3e32/]
      ] as const) {
        const { json, status } = yield* put("POST", "/stubs", mapping)
        assert.strictEqual(status, 400, JSON.stringify(mapping))
        assert.match(json.detail, told)
      }
      const beside = yield* put("POST", "/stubs", { mappings: [], name: "a" })
      assert.match(beside.json.errors[0].message, /^has name beside mappings; give one mapping, or several/)
      const alone = yield* put("POST", "/stubs", { importOptions: {} })
      assert.match(alone.json.errors[0].message, /^has importOptions, which goes with mappings; leave it out$/)
      const other = yield* put("PUT", `/stubs/${id}`, { id: id.replace("7", "8") })
      assert.match(other.json.detail, /^The mapping has the id 830d3e32.*, the address 730d3e32/)
      const { stubs } = yield* Control
      assert.strictEqual((yield* stubs.list()).meta.total, 0)
    })
  )

  it.effect("leave operations alone, with a warning, unless they say that they go first", () =>
    Effect.gen(function* () {
      const { evidence, stubs } = yield* Control
      const payload = { request: { method: "GET", urlPath: "/api/v1r1/enterprise/users" }, response: { body: "mine" } }
      const { meta } = yield* stubs.make({ payload })
      assert.match(
        meta.warnings[0] ?? "",
        /^No request reaches the mapping GET \/api\/v1r1\/enterprise\/users: the operation Ent/
      )
      const headers = yield* asAda
      assert.strictEqual((yield* send("GET", "/api/v1r1/enterprise/users", { headers })).json.entries.length, 4)
      yield* stubs.clear()
      const before = (yield* evidence.read()).documented
      yield* stubs.make({ payload: { ...payload, metadata: { overridesOperation: true } } })
      assert.strictEqual((yield* send("GET", "/api/v1r1/enterprise/users")).text, "mine")
      assert.deepStrictEqual((yield* stubs.list()).meta.warnings, [])
      assert.deepStrictEqual((yield* evidence.read()).documented, before)
      yield* stubs.clear()
    })
  )

  it.effect("are in the journal by their names, and what meets none of them is told what was near", () =>
    Effect.gen(function* () {
      const { journal, stubs } = yield* Control
      yield* journal.clear()
      const headers = { "x-color": { equalTo: "red" }, "x-token": { equalTo: "secret of the mapping" } }
      yield* stubs.make({ payload: { name: "the things", ...things, request: { ...things.request, headers } } })
      const sent = { "x-color": "blue", "x-token": "secret of the client" }
      const refused = yield* send("GET", "/api/v2/things", { headers: sent })
      assert.match(
        refused.json.message,
        /The nearest stub is the things: the header x-color is "blue", to be \{"equalTo":"red"\}; the header x-token is not as it is to be\.$/
      )
      assert.notMatch(refused.text, /secret/)
      const bodyPatterns = [{ equalToJson: { password: "s3cr3t" } }]
      yield* stubs.make({ payload: { name: "log-in", request: { urlPath: "/api/v2/log-in", bodyPatterns } } })
      const elsewhere = yield* send("POST", "/api/v2/log-in", { body: {} })
      assert.match(elsewhere.json.message, /The nearest stub is log-in: the body does not meet bodyPatterns\[0\]\.$/)
      yield* journal.clear()
      yield* send("GET", "/api/v2/things", { headers: sent })
      yield* send("GET", "/api/v2/thing", { headers: sent })
      const [first, second] = yield* stubs.unmatched()
      assert.deepInclude(first, { method: "GET", path: "/api/v2/things", region: "us" })
      assert.strictEqual(first?.near_misses[0]?.name, "the things")
      assert.match(second?.near_misses[0]?.reasons[0] ?? "", /the address is to be \/api\/v2\/things/)
      yield* send("GET", "/api/v2/things", { headers: { "x-color": "red", "x-token": "secret of the mapping" } })
      assert.deepStrictEqual(
        (yield* journal.list({ query: {} })).map(({ stub }) => stub),
        [undefined, undefined, "the things"]
      )
      assert.lengthOf(yield* stubs.unmatched(), 2)
      yield* stubs.clear()
    })
  )

  it.effect("go through the states of a scenario, which start again", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      const step = (requiredScenarioState: string, newScenarioState: string) => ({
        scenarioName: "order",
        requiredScenarioState,
        newScenarioState,
        request: { urlPath: "/api/v2/order" },
        response: { body: requiredScenarioState }
      })
      yield* stubs.make({ payload: { mappings: [step("Started", "paid"), step("paid", "sent")] } })
      const texts = () => Effect.all([send("POST", "/api/v2/order"), send("POST", "/api/v2/order")])
      assert.deepStrictEqual(
        (yield* texts()).map(({ text }) => text),
        ["Started", "paid"]
      )
      assert.match(
        (yield* send("POST", "/api/v2/order")).json.message,
        /the scenario order is in the state sent, to be/
      )
      assert.deepStrictEqual((yield* stubs.list()).meta.scenarios, { order: "sent" })
      assert.deepStrictEqual(yield* stubs.reset(), { scenarios: 1 })
      assert.deepStrictEqual(
        (yield* texts()).map(({ text }) => text),
        ["Started", "paid"]
      )
      yield* stubs.clear()
      assert.deepStrictEqual((yield* stubs.list()).meta.scenarios, {})
    })
  )

  it.effect("are stopped where a pattern tries the same text again and again, wherever it stands", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      const hostile = { matches: "(.*a){12}" }
      const requests: ReadonlyArray<NonNullable<StubMapping["request"]>> = [
        { bodyPatterns: [hostile] },
        { bodyPatterns: [{ or: [{ not: hostile }] }] },
        { headers: { "x-text": { hasExactly: [hostile] } } }
      ]
      const text = `${"a".repeat(40)}b`
      for (const request of requests) {
        yield* stubs.make({ payload: { name: "hostile", request } })
        const answer = yield* send("POST", "/api/v2/things", { body: text, headers: { "x-text": text } })
        assert.match(answer.json.detail, /^The stub hostile takes more than 1000 ms to compare/)
        yield* stubs.clear()
      }
    })
  )

  it.effect("have no type unless they say so", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      const origin = yield* originOf
      const slowly = { chunkedDribbleDelay: { numberOfChunks: 1, totalDuration: 10 } }
      for (const more of [{}, slowly]) {
        yield* stubs.make({ payload: { request: things.request, response: { body: "text", ...more } } })
        const answer = yield* Effect.promise(() => fetch(`${origin}/us/api/v2/things`))
        assert.strictEqual(answer.headers.get("content-type"), null)
        assert.strictEqual(yield* Effect.promise(() => answer.text()), "text")
      }
      yield* stubs.clear()
    })
  )

  it.effect("are of one tenant alone", () =>
    Effect.gen(function* () {
      const { stubs } = yield* Control
      yield* stubs.make({ payload: things })
      const origin = yield* originOf
      const other = yield* Effect.promise(() => fetch(`${origin}/t/other/us/api/v2/things`))
      assert.strictEqual(other.status, 400)
      yield* stubs.clear()
    })
  )
})
