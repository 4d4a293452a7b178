import { createHmac } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Jwt from "../src/Jwt.ts"

const runs = { arbitrary: { seed: 1, runs: 500 } }

const Odd = Schema.Literals(["", " ", "\n", "=", "-_", "e30", "e30=", "bnVsbA", "/+", "ä", "\u{1F511}", "\uD800", "\0"])

/** Texts of which many look like a token, or almost. */
const texts = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Schema.Union([Schema.String, Odd]))), (parts) =>
  parts.join(".")
)

const Claims = Schema.Struct({ sub: Schema.String, exp: Schema.Finite })

const decode = Jwt.decoder(Claims)

const bytes = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Schema.Int), { minLength: 1 }), (numbers) =>
  Uint8Array.from(numbers)
)

describe("Jwt", () => {
  it.prop(
    "splits what has three parts that are not empty, and nothing else",
    { text: texts },
    ({ text }) => {
      const parts = text.split(".")
      const parsed = Option.getOrUndefined(Jwt.parse(text))
      assert.strictEqual(parsed !== undefined, parts.length === 3 && !parts.includes(""))
      if (parsed === undefined) return
      assert.deepStrictEqual([parsed.header, parsed.payload, parsed.signature], parts)
      assert.strictEqual(`${parsed.signingInput}.${parsed.signature}`, text)
    },
    runs
  )

  it.each(["", ".", "..", "...", "a", "a.b", "a.b.", ".b.c", "a..c", "a.b.c.", ".a.b.c", "a.b.c.d", "a.b.c.d.e"])(
    "finds no token in %j",
    (text) => assert.isTrue(Option.isNone(Jwt.parse(text)))
  )

  it.prop(
    "decodes the claims that it encodes, with any texts, as other libraries do",
    { claims: Claims, signature: bytes },
    ({ claims, signature }) => {
      const token = Jwt.encode(Jwt.signingInput({ alg: "HS256" }, claims), signature)
      const parsed = Option.getOrThrow(Jwt.parse(token))
      assert.strictEqual(
        Result.getOrThrow(Jwt.decoder(Schema.Struct({ alg: Schema.String }))(parsed.header)).alg,
        "HS256"
      )
      assert.deepStrictEqual(Result.getOrThrow(decode(parsed.payload)), JSON.parse(JSON.stringify(claims)))
      assert.strictEqual(parsed.payload, Buffer.from(JSON.stringify(claims)).toString("base64url"))
      assert.strictEqual(parsed.signature, Buffer.from(signature).toString("base64url"))
    },
    runs
  )

  it.prop(
    "decodes or fails, and never throws",
    { text: texts },
    ({ text }) => {
      for (const part of [text, ...text.split("."), Buffer.from(text).toString("base64url")]) {
        const value = Result.getOrUndefined(Jwt.decoder(Schema.Unknown)(part))
        const isClaims = Predicate.isObject(value) && Predicate.isString(value["sub"]) && Number.isFinite(value["exp"])
        assert.strictEqual(Result.isSuccess(decode(part)), isClaims)
      }
    },
    runs
  )

  it("has the signing input of the token of RFC 7515, A.1", () => {
    const token =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    const key = Buffer.from(
      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
      "base64url"
    )
    const { payload, signature, signingInput } = Option.getOrThrow(Jwt.parse(token))
    assert.strictEqual(createHmac("sha256", key).update(signingInput).digest("base64url"), signature)
    assert.strictEqual(Jwt.encode(signingInput, Buffer.from(signature, "base64url")), token)
    const claims = Result.getOrThrow(Jwt.decoder(Schema.Struct({ iss: Schema.String }))(payload))
    assert.strictEqual(claims.iss, "joe")
  })
})
