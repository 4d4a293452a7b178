import { assert, describe, it } from "@effect/vitest"

import { excerpt } from "../../src/internal/secrets/excerpt.ts"
import * as KnownSecrets from "../../src/internal/secrets/KnownSecrets.ts"
import { masker } from "../../src/internal/secrets/masker.ts"

const request = { method: "GET", url: "https://us.example.com/api/v1/calls", headers: {}, body: undefined }

const mask = masker(KnownSecrets.make(), request)

describe("excerpt", () => {
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
