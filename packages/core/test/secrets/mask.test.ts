import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { mask } from "../../src/internal/secrets/mask.ts"
import * as Needles from "../../src/internal/secrets/needles.ts"
import { characters, texts } from "./encodings.ts"
import { sentences } from "./sentences.ts"

const masked = (text: string, ...secrets: ReadonlyArray<string>) => mask(text, Needles.make(secrets))

const samples = [
  "s3cret",
  "correct horse battery",
  'p"a\\ss/w<o>r&d=%41+',
  "päss wörd ü😀!",
  "kEy_-~.12345678",
  "%2541%5Cu0041&amp;"
]

const Secret = Schema.String.check(Schema.isMinLength(6), Schema.isMaxLength(40))
const Around = Schema.String.check(Schema.isMaxLength(20))
const Choices = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 }))).check(
  Schema.isMinLength(1)
)

const encoders = Object.values(characters)

describe("mask", () => {
  it.each(Object.keys(texts).flatMap((name) => samples.map((sample) => [name, sample] as const)))(
    "finds a secret written as %s: %s",
    (name, sample) => {
      const written = texts[name]?.(sample) ?? ""
      const text = masked(`Bad value "${written}", sorry`, sample)
      assert.strictEqual(text, 'Bad value "…", sorry')
    }
  )

  it.prop(
    "leaves nothing of a secret whose characters are each encoded in a way of their own",
    [Secret, Around, Around, Choices],
    ([secret, before, after, choices]) => {
      if (!secret.isWellFormed()) return
      const written = Array.from(secret)
        .map((character, index) => encoders[choices[index % choices.length] ?? 0]?.(character) ?? "")
        .join("")
      const text = masked(`${before}${written}${after}`, secret)
      assert.isTrue(text.includes("…"), `${JSON.stringify(written)} is in ${JSON.stringify(text)}`)
      assert.isBelow(text.length, before.length + after.length + 2)
    }
  )

  it.each([0, 1, 2])("finds a secret in base64 behind %i other bytes", (count) => {
    const written = Buffer.from(`${"x".repeat(count)}s3cret-value-1, and more`).toString("base64")
    assert.strictEqual(masked(`Bad value "${written}"`, "s3cret-value-1"), 'Bad value "…"')
  })

  it("finds a secret that was encoded four times over", () => {
    const written = [1, 2, 3, 4].reduce((text) => encodeURIComponent(text), "a/secret of/slashes")
    assert.strictEqual(masked(`Bad value "${written}"`, "a/secret of/slashes"), 'Bad value "…"')
  })

  it.prop("changes no text without a secret", [Schema.String], ([text]) => {
    assert.strictEqual(masked(text, "s3cret-value-1", "another/s3cret"), text)
  })

  it("finds secrets side by side, overlapping, and the longer of two alike", () => {
    assert.strictEqual(masked("abcdefabcdef", "abcdef"), "…")
    assert.strictEqual(masked("-abcdefghi-", "abcdef", "defghi"), "-…-")
    assert.strictEqual(masked("-abcdefghi-", "abcdef", "abcdefghi"), "-…-")
  })

  it.each([
    ["token is s3cret-val", "token is …"],
    ["token is s3cret-val…", "token is ……"],
    ["token is s3cret-val... sorry", "token is …... sorry"],
    ["token is s3cret%2", "token is …"],
    ["token is s3cret\\u00", "token is …"],
    ["token is s3cret&#4", "token is …"],
    ["token is s3cret%2… (500 characters)", "token is …… (500 characters)"],
    ["et-value-1 was it", "… was it"],
    ["3cret-value", "…"],
    ["token is s3cre", "token is s3cre"],
    ["secret-value-1 was it", "secret-value-1 was it"]
  ])("finds what an end of the text cuts off: %s", (text, expected) => {
    assert.strictEqual(masked(text, "s3cret-value-1"), expected)
  })

  it.each([
    ["key-1 is not a key", "… is not a key"],
    ["monkey-1", "monkey-1"],
    ["key-12", "key-12"],
    ['{"key":"key-1"}', '{"key":"…"}'],
    ["k%65y-1", "…"]
  ])("finds a short secret as a word of its own only: %s", (text, expected) => {
    assert.strictEqual(masked(text, "key-1"), expected)
  })

  it.each([
    ["a page with a secret", "a page with a secret"],
    ['{"password":"a"}', '{"password":"…"}'],
    ["{'password': 'a'}", "{'password': '…'}"],
    ["password=a&b=c", "password=…&b=c"],
    ["<password>a</password>", "<password>…</password>"],
    ["a", "…"]
  ])("finds a secret of a letter or three as a whole value only: %s", (text, expected) => {
    assert.strictEqual(masked(text, "a"), expected)
  })

  it("reads on after a text of nothing but the beginning of a secret", () => {
    const secret = "ab".repeat(500)
    const text = masked(`${`${"ab".repeat(499)}x`.repeat(20)}${secret}`, secret)
    assert.notInclude(text, secret)
  })

  it.each([
    ["p&auml;ss&Uuml;&ccedil;&ntilde;&aring;&ecirc;&oslash;&szlig;", "pässÜçñåêøß"],
    ["a&quot;&amp;&lt;&gt;&apos;&Tab;&NewLine;&lowbar;&lbrack;&bsol;&vert;", "a\"&<>'\t\n_[\\|"]
  ])("reads the names that HTML has for characters: %s", (written, secret) => {
    assert.strictEqual(masked(`<b>${written}</b>`, secret), "<b>…</b>")
  })

  const ownWords = [...new Set(sentences.flatMap((sentence) => sentence.match(/[a-z-]+/gi) ?? []))]

  it.each(ownWords)(
    "leaves what services say as it is where the secret is a word of theirs, or has one in it: %s",
    (word) => {
      for (const secret of [word, word.toLowerCase(), word.toUpperCase(), `${word}1`, `${word}-2024`, `my${word}`]) {
        for (const sentence of sentences) assert.strictEqual(masked(sentence, secret), sentence, secret)
      }
    }
  )

  it.each([
    ['{"value":"password"}', '{"value":"…"}'],
    ["value=password&a=b", "value=…&a=b"],
    ["<b>password</b>", "<b>…</b>"],
    ["No such value: password", "No such value: …"],
    ["p%61ssword", "…"],
    ["password", "…"],
    ['{"errors":{"password":["is wrong"]}}', '{"errors":{"password":["is wrong"]}}'],
    ["Passwords have letters", "Passwords have letters"]
  ])("finds a secret that is a word of services as a value: %s", (text, expected) => {
    assert.strictEqual(masked(text, "password"), expected)
  })

  it.each(["password1", "the password", "user_password", "wrong password", "passwordless", "pässword"])(
    "finds a secret that is more than a word of services anywhere: %s",
    (secret) => assert.strictEqual(masked(`The value ${secret} was refused`, secret), "The value … was refused")
  )

  it.prop(
    "leaves no secret that is more than a word in a sentence of services",
    [Secret, Schema.Literals(sentences), Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))],
    ([secret, sentence, place]) => {
      if (!secret.isWellFormed() || sentence.includes(secret)) return
      const words = sentence.split(" ")
      const text = masked([...words.slice(0, place), secret, ...words.slice(place)].join(" "), secret)
      assert.isTrue(!text.includes(secret) && text.includes("…"), JSON.stringify(text))
    }
  )

  it.each([
    ['No e-mail was sent: "ada@acmecorp.com"', 'No e-mail was sent: "ada@acmecorp.com"'],
    ["Ada@AcmeCorp.com is registered, and acmecorp", "Ada@AcmeCorp.com is registered, and …"],
    ["https://user:acmecorp@acmecorp.com", "https://user:…@….com"],
    ["xada@acmecorp.com", "xada@….com"]
  ])("leaves an e-mail address whole that a secret is a part of: %s", (text, expected) => {
    assert.strictEqual(mask(text, Needles.make(["acmecorp"]), ["ada@acmecorp.com"]), expected)
  })

  it("finds a secret that is an e-mail address, or goes beyond one", () => {
    assert.strictEqual(mask("Not ada@a.example", Needles.make(["ada@a.example"]), ["ada@a.example"]), "Not …")
    assert.strictEqual(mask("Not ada@a.example-1", Needles.make(["ada@a.example-1"]), ["ada@a.example"]), "Not …")
  })
})
