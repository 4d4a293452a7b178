import { execFile } from "node:child_process"
import { createRequire } from "node:module"

import { assert, layer } from "@effect/vitest"
import { Ajv } from "ajv"
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../src/library/Control.ts"
import { controlled, originOf } from "../../support/control.ts"
import { asAda, asUser, key, logIn, send } from "../../support/wire.ts"

const schemas: Record<string, object> = createRequire(import.meta.url)("har-schema")

const isHar = (value: unknown) => {
  const ajv = new Ajv({
    strict: false,
    formats: {
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
      uri: (text: string) => URL.canParse(text),
      ipv4: true,
      ipv6: true
    }
  })
  ajv.addMetaSchema(draft6)
  ajv.addSchema(Object.values(schemas))
  return ajv.validate("har.json#", value) ? true : ajv.errorsText()
}

const PostData = Schema.Struct({ text: Schema.String, comment: Schema.optionalKey(Schema.String) })

const Har = Schema.Struct({
  log: Schema.Struct({
    entries: Schema.Array(
      Schema.Struct({
        request: Schema.Struct({
          queryString: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
          postData: Schema.optionalKey(PostData)
        }),
        response: Schema.Struct({ content: Schema.Struct({ text: Schema.optionalKey(Schema.String) }) })
      })
    )
  })
})

const entriesOf = (har: unknown) => Schema.decodeUnknownSync(Har)(har).log.entries

const harOf = (secrets?: "true") =>
  Effect.flatMap(Control, ({ journal }) => journal.har({ query: secrets === undefined ? {} : { secrets } }))

const shell = (line: string, env: Record<string, string>) =>
  Effect.callback<string>((resume) => {
    execFile("sh", ["-c", line], { env: { PATH: process.env["PATH"], ...env }, encoding: "utf8" }, (error, out, err) =>
      resume(error === null ? Effect.succeed(out) : Effect.die(new Error(err)))
    )
  })

const newest = Effect.flatMap(Control, ({ journal }) =>
  Effect.flatMap(journal.list({ query: { limit: 1 } }), ([entry]) => journal.read({ params: { id: entry?.id ?? 0 } }))
)

const curlOf = (id: number, secrets?: "true") =>
  Effect.flatMap(Control, ({ journal }) =>
    journal.curl({ params: { id }, query: secrets === undefined ? {} : { secrets } })
  )

layer(controlled({ frozenAt: "2026-03-01T12:00:00Z" }))("an export of the journal", (it) => {
  it.effect("is a valid HTTP archive, without secrets by default", () =>
    Effect.gen(function* () {
      const { refresh, token } = yield* logIn()
      yield* send("POST", "/api/v1/auth/refresh", { body: { refresh_token: refresh } })
      yield* send("GET", `/api/v1/token/info?token=${token}`)
      yield* send("POST", "/api/v1/anonymous/auth", { body: {} })
      yield* send("GET", "/api/v1r1/enterprise/users", { headers: asUser(token) })
      yield* send("PATCH", "/api/v1/nothing", { headers: {}, body: "not json" })
      const har = yield* harOf()
      assert.strictEqual(isHar(har), true)
      const text = JSON.stringify(har)
      for (const secret of ["demo-api-key", "correct-horse", token, refresh]) assert.notInclude(text, secret)
      assert.notMatch(text, /eyJ/)
      assert.strictEqual(entriesOf(har).length, 6)
      const full = yield* harOf("true")
      assert.strictEqual(isHar(full), true)
      for (const secret of ["demo-api-key", "correct-horse", token, refresh])
        assert.include(JSON.stringify(full), secret)
      assert.deepStrictEqual(JSON.parse(entriesOf(full)[0]?.response.content.text ?? ""), { refresh, token })
    })
  )

  it.effect("never contains the API key, from any header or parameter", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      yield* journal.clear()
      const wrong = "a key of another service"
      yield* send("GET", "/api/v1/calls", { headers: { "x-other": "demo-api-key", "x-api-key": wrong } })
      yield* send("GET", "/api/v1/calls?page=2&key=demo%2Dapi-key&api_key=a+key%20of%20another+service", {
        headers: {}
      })
      yield* send("GET", `/api/v1/calls?X-Service-API-Key=${encodeURIComponent(wrong)}`, {
        headers: { "x-other": "Bearer demo-api-key" }
      })
      const har = yield* harOf()
      assert.strictEqual(isHar(har), true)
      const lines = yield* Effect.forEach(yield* journal.list({ query: {} }), ({ id }) => curlOf(id))
      for (const text of [...lines, JSON.stringify(har)]) assert.notMatch(text, /demo-api-key|demo%2Dapi-key|another/)
      assert.include(lines[1], `?page=2&key='"$API_KEY"'&api_key='"$API_KEY"`)
      assert.deepInclude(entriesOf(har)[1]?.request.queryString ?? [], { name: "page", value: "2" })
      assert.include(JSON.stringify(yield* harOf("true")), "key=demo%2Dapi-key&api_key=a+key%20of%20another+service")
    })
  )

  it.effect("has one entry if the query has its id", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      const [first] = yield* journal.list({ query: {} })
      const har = yield* journal.har({ query: { id: first?.id ?? 0 } })
      assert.strictEqual(isHar(har), true)
      assert.deepStrictEqual(entriesOf(har), entriesOf(yield* harOf()).slice(0, 1))
      const missing = yield* Effect.flip(journal.har({ query: { id: 1_000_000 } }))
      assert.include(String(missing), "no entry 1000000")
    })
  )

  it.effect("contains a binary body as Base64", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const body = new Uint8Array([0, 255, 39])
      yield* Effect.promise(() => fetch(`${origin}/us/api/v1r1/auth`, { method: "POST", body, headers: key }))
      const shown = yield* harOf()
      assert.strictEqual(isHar(shown), true)
      const masked = entriesOf(shown).at(-1)?.request.postData
      assert.strictEqual(masked?.text, "")
      assert.include(masked?.comment, "secrets=true")
      const har = yield* harOf("true")
      assert.strictEqual(isHar(har), true)
      const { comment, text = "" } = entriesOf(har).at(-1)?.request.postData ?? {}
      assert.deepStrictEqual(Buffer.from(text, "base64"), Buffer.from(body))
      assert.include(comment, "Base64")
    })
  )

  it.effect("is checked against a schema that rejects other JSON", () =>
    Effect.sync(() => assert.notStrictEqual(isHar({ log: { version: "1.2", entries: [{}] } }), true))
  )

  it.effect("is a curl command that gets the same response in a shell", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const requests = [
        ["GET", "/api/v1r1/enterprise/users?filter=email%3Dgrace%40example.com&page_size=2", { headers }],
        ["PUT", "/api/v1r1/enterprise/users/102", { headers, body: { name: `It's "quoted" \\ $HOME \`x\` ü` } }],
        ["POST", "/api/v1r1/enterprise/users", { headers, body: "{broken" }],
        ["GET", "/api/v1/calls/%zz[1]{2}/../x", { headers: { ...headers, "x-empty": "" } }],
        ["DELETE", "/api/v1/on_call_groups/99/favorites", { headers }],
        ["GET", "/api/v1/calls", { headers: {} }]
      ] as const
      for (const [method, path, sent] of requests) {
        const { text } = yield* send(method, path, sent)
        const { answer, id, request } = yield* newest
        const line = yield* curlOf(id)
        assert.notInclude(line, "demo-api-key")
        assert.notInclude(line, headers.authorization)
        assert.strictEqual(
          yield* shell(line, { API_KEY: key["x-service-api-key"], TOKEN: headers.authorization }),
          text
        )
        const again = yield* newest
        assert.strictEqual(again.id, id + 1)
        assert.deepStrictEqual([again.request.url, again.request.body], [request.url, request.body])
        assert.deepStrictEqual(again.answer, answer)
        assert.strictEqual(yield* shell(yield* curlOf(id, "true"), {}), text)
      }
    })
  )

  it.effect("is a curl command for a binary body, and for a login without its password", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const body = new Uint8Array([0, 255, 39, 37, 10, 128])
      yield* Effect.promise(() => fetch(`${origin}/us/api/v1r1/auth`, { method: "POST", body, headers: key }))
      const sent = yield* newest
      assert.deepStrictEqual(sent.request.body, { text: "AP8nJQqA", encoding: "base64" })
      yield* shell(yield* curlOf(sent.id, "true"), {})
      assert.deepStrictEqual((yield* newest).request.body, sent.request.body)
      const without = yield* curlOf(sent.id)
      assert.include(without, `--data-raw "$BODY" # The body may contain a secret`)
      yield* shell(without, { API_KEY: key["x-service-api-key"], BODY: "typed" })
      assert.deepStrictEqual((yield* newest).request.body, { text: "typed" })
      yield* logIn()
      const line = yield* curlOf((yield* newest).id)
      assert.include(line, `"password":"'"$PASSWORD"'"`)
      const answer = yield* shell(line, { API_KEY: key["x-service-api-key"], PASSWORD: "correct-horse" })
      assert.match(answer, /"token"/)
    })
  )
})
