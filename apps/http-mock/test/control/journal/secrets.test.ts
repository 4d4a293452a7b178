import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import * as JournalRedaction from "../../../src/control/journalRedaction.ts"
import { Control } from "../../../src/library/Control.ts"
import { controlled, originOf } from "../../support/control.ts"

const hiding = (secrets: ReadonlyArray<string> = []) => {
  const redact = JournalRedaction.makeTextRedactor(
    new Map(secrets.map((secret) => [secret, "password"])),
    JournalRedaction.markVariable
  )
  return (text: string) => redact(text).replaceAll(/\uFDD0(\w+)\uFDD1/g, "<$1>")
}

describe("redaction of a text", () => {
  it("hides a text with a token at any position", () => {
    for (const text of ['"at -a-b.eyJ9.c_d, x"', "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.x", "a%2DeyJ.%65yJhIjoxfQ%2Ex"])
      assert.strictEqual(hiding()(text), "<SECRET>", text)
  })

  it("hides known secrets, plain and encoded", () => {
    const hide = hiding(['a "b"+c/d'])
    for (const form of ['a "b"+c/d', String.raw`a \"b\"+c/d`, "a%20%22b%22%2Bc%2Fd", "a+%22b%22%2Bc%2Fd"])
      assert.strictEqual(hide(`x ${form} y`), "x <PASSWORD> y")
    assert.strictEqual(hide(String.raw`\u0061 "b"+c/d`), "<PASSWORD>")
  })

  it("hides a text with a secret in a link or in a field", () => {
    const hide = hiding()
    for (const text of ["to https://u:p-w:x@h:80/a", "https://u:a%20%3C@h/x", "/a?sig=ab%2Fc&b=1", "my pin: ab"])
      assert.strictEqual(hide(text), "<SECRET>", text)
    const harmless = "https://h:80/a@b?signal=1, mailto:a@b.example"
    assert.strictEqual(hide(harmless), harmless)
  })

  it("takes linear time for a long text of letters and hyphens", () => {
    const long = "a-".repeat(500_000)
    assert.strictEqual(hiding(["secret"])(long), long)
  })
})

describe("the placeholder of a secret", () => {
  it("is the name of an environment variable", () => {
    assert.deepStrictEqual(
      ["refreshToken", "password", "x-service-api-key", "2token"].map(JournalRedaction.toVariable),
      ["REFRESH_TOKEN", "PASSWORD", "API_KEY", "TOKEN"]
    )
  })
})

/** A request with a secret at one position. */
type Place = (secret: string) => {
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

const json = (value: unknown) => JSON.stringify(value)
const form = { "content-type": "application/x-www-form-urlencoded" }
const logIn = "/api/v1r1/auth"
const asQuery = (name: string, secret: string) => new URLSearchParams({ [name]: secret }).toString()
const asForm = (name: string, secret: string) => `email=a%40b.example&${asQuery(name, secret)}`
const escaped = (text: string) =>
  Array.from(text, (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("")

const fields = ["Password", "refreshToken", "api_key"]

const places: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(
    fields.flatMap((name): ReadonlyArray<[string, Place]> => [
      [`the form field ${name}`, (secret) => ({ headers: form, body: asForm(name, secret) })],
      [`the JSON field ${name}`, (secret) => ({ body: json({ email: "a", [name]: secret }) })],
      [`the object in ${name}`, (secret) => ({ body: json({ [name]: { a: [secret], [secret]: 1 } }) })],
      [
        `the JSON field ${name} of another operation`,
        (secret) => ({ path: "/api/v1/calls", body: json([{ [name]: secret }]) })
      ],
      [`the parameter ${name}`, (secret) => ({ path: `/api/v1/calls?a=1&${asQuery(name, secret)}` })],
      [`the encoded parameter ${name}`, (secret) => ({ path: `/api/v1/calls?${percent(name)}=${percent(secret)}` })],
      [`pseudo JSON with ${name}`, (secret) => ({ path: "/api/v1/calls", body: `{'${name}': '${secret}'}` })]
    ])
  ),
  "a multipart field": (secret) => ({
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: `--x\r\ncontent-disposition: form-data; name="password"\r\n\r\n${secret}\r\n--x--`
  }),
  "an escaped name": (secret) => ({ body: `{"p\\u0061ssword":"${escaped(secret)}"}` }),
  "a bare string": (secret) => ({ path: "/api/v1r1/auth/pat", body: json(secret) }),
  "an invite URL under any name": (secret) => ({
    path: "/api/v1r1/auth/from_url",
    body: json({ url: `https://x.example/${encodeURIComponent(secret)}` })
  }),
  "a misspelt field of a login": (secret) => ({ body: json({ email: "a", passwort: secret }) }),
  "a broken log-in": (secret) => ({ body: `{"email": "a", "x": ${json(secret)}` }),
  "binary data": (secret) => ({
    path: `${logIn}?x=${encodeURIComponent(secret)}`,
    body: Buffer.concat([Buffer.from('{"x":"'), Buffer.of(255), Buffer.from(`","password":${json(secret)}}`)])
  }),
  "JSON in JSON": (secret) => ({ path: "/api/v1/calls", body: json({ data: json({ token: secret }) }) }),
  "a query in JSON": (secret) => ({
    path: "/api/v1/calls",
    body: json({ at: `https://x.example/?token=${encodeURIComponent(secret)}` })
  }),
  "the header authorization": (secret) => ({ headers: { authorization: `Bearer ${encodeURIComponent(secret)}` } }),
  "the header proxy-authorization": (secret) => ({ headers: { "proxy-authorization": encodeURIComponent(secret) } }),
  "the header x-auth-token": (secret) => ({ headers: { "x-auth-token": encodeURIComponent(secret) } }),
  "a referer": (secret) => ({ headers: { referer: `http://x.example/?token=${encodeURIComponent(secret)}` } }),
  "a password that occurs elsewhere too": (secret) => ({
    path: `/api/v1/calls/${encodeURIComponent(secret)}?page=${percent(secret)}`,
    headers: { "x-note": encodeURIComponent(secret) },
    body: json({ password: secret, note: `It is ${secret}.`, [secret]: escaped(secret) })
  }),
  "a parameter with invalid UTF-8": (secret) => ({
    path: `/api/v1/calls?${percent("pass word")}=%ff${encodeURIComponent(secret)}`
  }),
  "a secret in JSON in JSON that occurs elsewhere too": (secret) => ({
    path: `/api/v1/calls/${encodeURIComponent(secret)}`,
    body: json({ data: json({ "pass word": secret }) })
  }),
  "the first of two form fields": (secret) => ({
    path: `/api/v1/calls/${encodeURIComponent(secret)}`,
    headers: form,
    body: `${asQuery("password", secret)}&password=other`
  }),
  "a number": () => ({ body: json({ password: 987_654_321 }) })
}

const letters = "abcXYZ0189 !\"'%&+,/:;<=>?@[\\]{|}~éß".split("")

const secrets = [letters, letters.toReversed()].map((all) => `s3-${all.join("")}-z9`)

const formsOf = (secret: string) => [
  secret,
  json(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
  percent(secret),
  escaped(secret),
  Buffer.from(secret).toString("base64")
]

layer(controlled({ gaps: { "api-key.value": ["demo-api-key", "other key"] } }))("the exports", (it) => {
  const exported = (place: Place, secret: string) =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const { journal } = yield* Control
      yield* journal.clear()
      const { body = "", headers, path = logIn } = place(secret)
      yield* Effect.promise(() =>
        fetch(`${origin}/us${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-service-api-key": "demo-api-key", ...headers },
          body: typeof body === "string" ? body : new Uint8Array(body)
        })
      )
      const [entry] = yield* journal.list({ query: {} })
      const curl = yield* journal.curl({ params: { id: entry?.id ?? 0 }, query: {} })
      const shown = yield* journal.har({ query: {} })
      const texts: Array<string> = []
      // all texts of the parsed archive
      JSON.stringify(shown, (_, value) => (typeof value === "string" ? (texts.push(value), value) : value))
      return { curl, texts: [curl, curl.replaceAll(`'\\''`, "'"), ...texts] }
    })

  for (const [name, place] of Object.entries(places))
    it.effect(`never show ${name}`, () =>
      Effect.gen(function* () {
        for (const secret of name === "a number" ? ["987654321"] : secrets) {
          const { texts } = yield* exported(place, secret)
          for (const form of formsOf(secret))
            for (const text of texts) assert.notInclude(text, form, `${name}: ${secret}`)
        }
      })
    )

  it.effect("never show a valid API key at any position", () =>
    Effect.gen(function* () {
      const { texts } = yield* exported(
        () => ({
          path: "/api/v1/calls/demo-api-key/other%20key?x=other+key",
          headers: { "x-a": "see other key" },
          body: '{"a":"demo\\u002dapi-key","demo-api-key":["other key"]}'
        }),
        ""
      )
      for (const text of texts) assert.notMatch(text, /demo-api-key|other(?: |%20|\+)key|u002d/)
    })
  )

  it.effect("leave other values unchanged, in compact JSON", () =>
    Effect.gen(function* () {
      const { curl } = yield* exported(
        () => ({
          path: "/api/v1/calls?page=2&filter=a%3Db",
          body: '{ "email": "a@b.example",  "n": 1.50, "o": [true, null] , "password" : "p" }'
        }),
        ""
      )
      assert.include(curl, "/us/api/v1/calls?page=2&filter=a%3Db")
      assert.include(curl, `'{"email":"a@b.example","n":1.5,"o":[true,null],"password":"'"$PASSWORD"'"}'`)
    })
  )

  it.effect("show the fields of the contract if a password is such a word, but not its value", () =>
    Effect.gen(function* () {
      const { texts } = yield* exported(
        () => ({
          body: json({ email: "a", password: "password", note: "password", list: ["password"] })
        }),
        ""
      )
      const [curl = ""] = texts
      assert.include(curl, `'{"email":"a","password":"'"$PASSWORD"'","note":"'"$PASSWORD"'","list":["'"$PASSWORD"'"]}'`)
      for (const text of texts.filter((text) => /^(?:curl|\{"email)/.test(text)))
        assert.notMatch(text.replaceAll('"password":', ""), /password/)
    })
  )

  it.effect("name the secrets of a form as variables", () =>
    Effect.gen(function* () {
      const { curl } = yield* exported(
        () => ({ headers: form, body: "email=a%40b.example&password=x&refreshToken=y" }),
        ""
      )
      assert.include(curl, `'email=a%40b.example&password='"$PASSWORD"'&refreshToken='"$REFRESH_TOKEN"`)
    })
  )
})
