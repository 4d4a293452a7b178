import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"

import type { HttpRequest } from "../../src/Http.ts"
import { excerpt } from "../../src/internal/call/Call.ts"
import { knownSecrets, knownToCall, knows, maskOf, maskOfRequest } from "../../src/internal/secrets/masking.ts"
import { redactPart } from "../../src/internal/secrets/names.ts"
import { secretsIn, secretsOf } from "../../src/Secrets.ts"

const none = knownSecrets()

const get: HttpRequest = { method: "GET", url: "https://us.example.com/api/v1/calls", headers: {}, body: undefined }

const post = (path: string, body: unknown): HttpRequest => ({
  method: "POST",
  url: `https://us.example.com/api${path}`,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body)
})

describe("the mask of a request", () => {
  it("hides what the client knows: what lasts, and the last hundred others", () => {
    const known = knownSecrets(["api-key-1"])
    for (let index = 1000; index < 1101; index++) known.add(`${index}-token`)
    const mask = maskOfRequest(known, get)
    assert.strictEqual(mask("api-key-1 1100-token 1001-token 1000-token"), "… … … 1000-token")
  })

  it.each([
    ["is cut short", "Invalid key 'api-Key-Zq71' (cut)", "Invalid key '…' (cut)"],
    ["is in UTF-16", Buffer.from("key api-Key-Zq71-Wm38X", "utf16le").toString(), "key …"]
  ])("hides a secret that %s", (_, text, masked) =>
    assert.strictEqual(maskOfRequest(knownSecrets(["api-Key-Zq71-Wm38X"]), get)(text), masked)
  )

  it("leaves nothing that moves a cursor or ends a line", () => {
    const mask = maskOfRequest(knownSecrets([]), get)
    assert.strictEqual(mask("No\u001b[2J\r\nlevel=error\u2028\u202Ex"), "No [2J  level=error  x")
  })

  it.each([
    ["authorization", "Bearer abcdef-1"],
    ["x-service-api-key", "abcdef-1"],
    ["cookie", "abcdef-1"]
  ])("hides what the header %s carried", (name, value) => {
    const mask = maskOfRequest(none, { ...get, headers: { [name]: value } })
    assert.strictEqual(mask(`Not "abcdef-1"`), `Not "…"`)
    assert.strictEqual(mask(`Not "${value}"`), `Not "…"`)
  })

  it("hides parameters of a query that are secrets by their name", () => {
    const request = { ...get, url: `${get.url}?confirmation_token=abc%20d%2F1&page=22222222` }
    assert.strictEqual(maskOfRequest(none, request)("abc%20d%2F1 abc+d/1 22222222"), "… … 22222222")
  })

  it("hides of a body what is a secret by its name, at any depth", () => {
    const request = post("/v1/session/invite", {
      call_id: "call-11",
      contact_tokens: ["abcdef-1"],
      a: { pin: 1234567 }
    })
    assert.strictEqual(maskOfRequest(none, request)("call-11 abcdef-1 1234567"), "call-11 … …")
  })

  it.each([
    ["its query", { ...get, url: `${get.url}?email=ada%40acmecorp.com` }],
    ["its body", post("/v1/register", { user_info: { email: "ada@acmecorp.com", password: "acmecorp" } })]
  ])("keeps an e-mail address of a request in %s whole for any password", (_, request) => {
    const mask = maskOfRequest(knownSecrets(["acmecorp"]), request)
    assert.strictEqual(mask(`Not "ada@acmecorp.com", not acmecorp`), `Not "ada@acmecorp.com", not …`)
  })

  it("hides every text of a body that opens an account, but who it is of", () => {
    const request = post("/v1r1/auth/from_url", {
      link_url: "https://invite.example/w/abcdef-1?k=ghijkl-2",
      email: "ada@a.example"
    })
    assert.strictEqual(maskOfRequest(none, request)("ada@a.example abcdef-1 ghijkl-2"), "ada@a.example … …")
  })

  it("keeps in mind of an account that is registered what opens it, not who it is of", () => {
    const account = { email: "ada@a.example", name: "Ada Lovelace", password: "abcdef-1", other: ["ghijkl-2"] }
    const known = knownSecrets()
    known.add(...secretsOf(post("/v1/register", { user_info: account, credentials: { name: "mnopqr-3" } })))
    const text = "Ada Lovelace, ada@a.example, abcdef-1, ghijkl-2, mnopqr-3"
    assert.strictEqual(maskOfRequest(known, get)(text), "Ada Lovelace, ada@a.example, …, …, …")
  })

  it("hides what holds a line break, as it came", () => {
    const request = post("/v1/x", { password: "abcdef-1\nghijkl-2" })
    assert.strictEqual(maskOfRequest(none, request)("text abcdef-1\nghijkl-2\nvisible"), "text … visible")
  })

  it("hides what a form carried", () => {
    const request = post("/v1/x", "name=visible&password=p%C3%A4ss+w%C3%B6rd")
    assert.strictEqual(maskOfRequest(none, request)("visible p%C3%A4ss+w%C3%B6rd päss wörd"), "visible … …")
  })

  it("keeps in mind what opened an account, and what came of it", () => {
    const known = knownSecrets()
    known.add(...secretsOf(post("/v1/auth", { email: "ada@a.example", password: "abcdef-1" })))
    known.add(...secretsIn({ token: Redacted.make("ghijkl-2"), id: "visible-1" }))
    assert.strictEqual(
      maskOfRequest(known, get)("ada@a.example abcdef-1 ghijkl-2 visible-1"),
      "ada@a.example … … visible-1"
    )
  })

  it("hides what a method was called with", () => {
    const mask = maskOf(() =>
      secretsIn({
        payload: { email: "ada", password: "abcdef-1", other: Redacted.make("ghijkl-2") }
      })
    )
    assert.strictEqual(mask("ada abcdef-1 ghijkl-2"), "ada … …")
  })

  it("shortens after masking, and shows no part of a secret at the cut", () => {
    const mask = maskOfRequest(knownSecrets(["secret-value-1"]), get)
    for (let before = 0; before < 40; before++) {
      assert.notInclude(mask(`${"x".repeat(before)}secret-value-1${"y".repeat(50)}`, 20), "secret")
    }
    for (let before = 3980; before < 4000; before++) {
      assert.notInclude(mask(`${"x".repeat(before)}secret-value-1${"y".repeat(50)}`, 4000), "secret-v")
    }
    assert.strictEqual(mask("x".repeat(5_000_000)).length, 1000)
  })

  it("hides what is used again as long as what is new", () => {
    const known = knownSecrets()
    known.add("used-again-1")
    for (let index = 1000; index < 1099; index++) known.add(`${index}-token`)
    known.add("used-again-1")
    known.add("one-more-token")
    assert.strictEqual(maskOfRequest(known, get)("used-again-1 1000-token"), "… 1000-token")
  })

  it("hides what a call sent itself, however many others are sent meanwhile", () => {
    const known = knownSecrets()
    const ofCall = knownToCall(known)
    ofCall.add("own-token-1")
    for (let index = 1000; index < 1100; index++) known.add(`${index}-token`)
    assert.strictEqual(maskOfRequest(ofCall, get)("own-token-1"), "…")
    assert.strictEqual(maskOfRequest(known, get)("own-token-1"), "own-token-1")
  })
})

describe("excerpt", () => {
  const mask = maskOfRequest(none, get)

  it.each([
    ['{"token":"s3cret","n":5}', '{"token":"…","n":5}'],
    ['{"data": ["s3cret", {"a": "b"}]}', '{"data": ["…", {"a": "…"}]}'],
    ['"s3cret"', '"…"'],
    ['{"a\\"b": "x\\"s3cret"}', '{"a\\"b": "…"}']
  ])("shows the shape of an answer of success, not its texts: %s", (body, shown) => {
    assert.strictEqual(excerpt(mask, 200, body), shown)
  })

  it.each([
    ['{"token":"s3cret', "(text that is not JSON, 16 characters, not shown)"],
    ["token=s3cret", "(text that is not JSON, 12 characters, not shown)"],
    ["<!DOCTYPE html><p>s3cret", "(a page of HTML, 24 characters, not shown)"],
    ["", ""]
  ])("shows nothing of an answer of success that is not JSON: %s", (body, shown) => {
    assert.strictEqual(excerpt(mask, 200, body), shown)
  })

  it("keeps what an error says, without values that sound secret and without tokens", () => {
    const body =
      '{"message":"No","request":{"password":"s3cret","refresh_token":"s3cret"},"seen":"eyJhbGci.eyJz.s3cret"}'
    assert.strictEqual(
      excerpt(mask, 500, body),
      '{"message":"No","request":{"password":"…","refresh_token":"…"},"seen":"…"}'
    )
  })

  it("folds white space and is at most 200 characters long", () => {
    assert.strictEqual(excerpt(mask, 502, "<html>\n\n  <b>"), "<html> <b>")
    assert.strictEqual(excerpt(mask, 502, "x".repeat(5000)).length, 200)
  })
})

const hidden = (secret: string, body: unknown) => JSON.stringify(redactPart(body, knows(knownSecrets([secret]), get)))

describe("a body with what a client knows to be secret", () => {
  it("keeps its fields if the secret is a name of services", () => {
    assert.strictEqual(hidden("user", { user: { status: "active" } }), '{"user":{"status":"active"}}')
    assert.strictEqual(hidden("status", { status: "active" }), '{"status":"active"}')
  })

  it("hides what has another secret for a name", () => {
    for (const secret of ["s3cret", "key-1", "a1"]) assert.notInclude(hidden(secret, { [secret]: true }), secret)
  })

  it("hides a value that is such a name", () => {
    assert.notInclude(hidden("active", { status: "active" }), "active")
  })
})
