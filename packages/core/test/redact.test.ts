import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { redact, revealAll } from "../src/internal/secrets/names.ts"

const canary = "canary-4711"
const jwt = `eyJhbGciOiJIUzI1NiJ9.${btoa(canary).replaceAll("=", "")}.sig`

const shown = (value: unknown) => `${JSON.stringify(value)} ${inspect(value, { depth: null, showHidden: true })}`

const bodies: ReadonlyArray<readonly [string, unknown]> = [
  ["a field named token", { id: 7, token: canary }],
  ["refresh tokens", { refresh: canary, refresh_token: canary, refreshToken: canary }],
  ["passwords and keys", { password: canary, api_key: canary, apiKey: canary, "x-service-api-key": canary }],
  ["a list of tokens", { contact_tokens: [canary, canary] }],
  ["what lies below a secret name", { credentials: { user: { value: canary } } }],
  ["secrets in lists of objects", [{ id: 1 }, { user: { token: canary } }]],
  ["a token in an address", { signed_url: `https://x.example/a?token=${canary}` }],
  ["a body that is one word", canary],
  ["a text that is a form", `token=${canary}&refresh=${canary}`],
  ["a text that is XML", `<login><token>${canary}</token></login>`],
  ["a text that is JSON", `{"token":"${canary}"}`],
  ["a text with single quotes", `{'refresh': '${canary}'}`],
  ["JSON in a field", { data: JSON.stringify({ token: canary }) }]
]

describe("redact", () => {
  it.each(bodies)("hides %s, and can give the body back", (_, body) => {
    const hidden = redact(body)
    assert.notInclude(shown(hidden), canary)
    assert.deepStrictEqual(revealAll(hidden), body)
  })

  it.each([
    ["anywhere", { note: `see ${jwt}` }],
    ["as the body", jwt]
  ])("hides a JWT %s", (_, body) => {
    assert.notInclude(shown(redact(body)), jwt)
    assert.deepStrictEqual(revealAll(redact(body)), body)
  })

  it.each<[unknown]>([
    [{ id: 7, name: "Ada", active: true, tags: ["a"], nothing: null }],
    ["OK"],
    ["Token expired"],
    [null],
    [7],
    [[]]
  ])("leaves %j as it is", (body) => {
    assert.strictEqual(redact(body), body)
  })

  it("copies nothing but the way to what it hides", () => {
    const body = { user: { token: canary }, other: { id: 1 } }
    const hidden: any = redact(body)
    assert.strictEqual(hidden.other, body.other)
    assert.strictEqual(body.user.token, canary)
  })

  it("keeps a field named __proto__ a field", () => {
    const body = JSON.parse(`{"__proto__":{"token":"${canary}"},"id":1}`)
    const hidden = redact(body)
    assert.strictEqual(Object.getPrototypeOf(hidden), Object.prototype)
    assert.notInclude(shown(hidden), canary)
  })

  it("ends on any nesting", () => {
    const body = JSON.parse(`${"[".repeat(50_000)}"${canary}"${"]".repeat(50_000)}`)
    assert.notInclude(JSON.stringify(redact(body)), canary)
  })

  it.prop("gives any JSON back", [Schema.Json], ([body]) => {
    assert.deepStrictEqual(revealAll(redact(body)), body)
  })
})
