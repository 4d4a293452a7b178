import { assert, describe, it } from "@effect/vitest"

import { excerpt } from "../src/internal/call/excerpt.ts"

describe("excerpt", () => {
  it.each([
    ['{"token":"s3cret","n":5}', '{"token":"…","n":5}'],
    ['{"data": ["s3cret", {"a": "b"}]}', '{"data": ["…", {"a": "…"}]}'],
    ['{"token":"s3cret', '{"token":"…"'],
    ['"s3cret"', '"…"'],
    ['{"a\\"b": "x\\"s3cret"}', '{"a\\"b": "…"}']
  ])("shows the shape of an answer of success, not its texts: %s", (body, shown) => {
    assert.strictEqual(excerpt(200, body), shown)
  })

  it("keeps what an error says, without values that sound secret and without tokens", () => {
    const body =
      '{"message":"No","request":{"password":"s3cret","refresh_token":"s3cret"},"seen":"eyJhbGci.eyJz.s3cret"}'
    assert.strictEqual(excerpt(500, body), '{"message":"No","request":{"password":"…","refresh_token":"…"},"seen":"…"}')
  })

  it("folds white space and is at most 200 characters long", () => {
    assert.strictEqual(excerpt(502, "<html>\n\n  <b>"), "<html> <b>")
    assert.strictEqual(excerpt(502, "x".repeat(5000)).length, 200)
  })
})
