import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as Matching from "../../src/internal/secrets/matching.ts"
import { isSecretName, masker, maskNamed, namedSecretsOf, secretsOf } from "../../src/Secrets.ts"
import { characters, texts } from "./encodings.ts"
import { sentences } from "./sentences.ts"

const masked = (text: string, secrets: ReadonlyArray<string>, emails: ReadonlyArray<string> = []) => {
  const finding = { patterns: Matching.patterns(secrets), keep: emails, parts: true }
  return Matching.replace(text, Matching.find(text, finding), () => "…")
}

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
      const text = masked(`Bad value "${written}", sorry`, [sample])
      assert.strictEqual(text, 'Bad value "…", sorry')
    }
  )

  it.prop(
    "leaves nothing of a secret whose characters are each encoded in a way of their own",
    [Secret, Around, Around, Choices],
    ([secret, before, after, choices]) => {
      const parts = Array.from(
        secret,
        (character, index) => encoders[choices[index % choices.length] ?? 0]?.(character) ?? ""
      )
      // nothing leaves one backslash as it is and escapes what follows, or another one, by a backslash
      const isMixed = parts.includes("\\") && parts.some((part) => part.length > 1 && part.startsWith("\\"))
      if (!secret.isWellFormed() || isMixed) return
      const written = parts.join("")
      const text = masked(`${before} "${written}" ${after}`, [secret])
      assert.isTrue(text.includes("…"), `${JSON.stringify(written)} is in ${JSON.stringify(text)}`)
      assert.isBelow(text.length, before.length + after.length + 6)
    }
  )

  it("finds a secret with a backslash before a sign in HTML", () => {
    assert.strictEqual(masked('Bad value "ab\\!c&lt;d"', ["ab\\!c<d"]), 'Bad value "…"')
  })

  it.each([0, 1, 2])("finds a secret in base64 behind %i other bytes", (count) => {
    const written = Buffer.from(`${"x".repeat(count)}s3cret-value-1, and more`).toString("base64")
    assert.strictEqual(masked(`Bad value "${written}"`, ["s3cret-value-1"]), 'Bad value "…"')
  })

  it("finds a secret that was encoded four times over", () => {
    const written = [1, 2, 3, 4].reduce((text) => encodeURIComponent(text), "a/secret of/slashes")
    assert.strictEqual(masked(`Bad value "${written}"`, ["a/secret of/slashes"]), 'Bad value "…"')
  })

  it.prop("changes no text without a secret", [Schema.String], ([text]) => {
    assert.strictEqual(masked(text, ["s3cret-value-1", "another/s3cret"]), text)
  })

  it("finds secrets side by side, overlapping, and the longer of two alike", () => {
    assert.strictEqual(masked("abcdefabcdef", ["abcdef"]), "…")
    assert.strictEqual(masked("-abcdefghi-", ["abcdef", "defghi"]), "-…-")
    assert.strictEqual(masked("-abcdefghi-", ["abcdef", "abcdefghi"]), "-…-")
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
    assert.strictEqual(masked(text, ["s3cret-value-1"]), expected)
  })

  it.each([
    ["key-1 is not a key", "… is not a key"],
    ["monkey-1", "monkey-1"],
    ["key-12", "key-12"],
    ['{"key":"key-1"}', '{"key":"…"}'],
    ["k%65y-1", "…"]
  ])("finds a short secret as a word of its own only: %s", (text, expected) => {
    assert.strictEqual(masked(text, ["key-1"]), expected)
  })

  it.each([
    ["a page with a secret", "a page with a secret"],
    ['{"password":"a"}', '{"password":"…"}'],
    ["{'password': 'a'}", "{'password': '…'}"],
    ["password=a&b=c", "password=…&b=c"],
    ["<password>a</password>", "<password>…</password>"],
    ["a", "…"]
  ])("finds a secret of a letter or three as a whole value only: %s", (text, expected) => {
    assert.strictEqual(masked(text, ["a"]), expected)
  })

  it("reads on after a text of nothing but the beginning of a secret", () => {
    const secret = "ab".repeat(500)
    const text = masked(`${`${"ab".repeat(499)}x`.repeat(20)}${secret}`, [secret])
    assert.notInclude(text, secret)
  })

  it.each([
    ["p&auml;ss&Uuml;&ccedil;&ntilde;&aring;&ecirc;&oslash;&szlig;", "pässÜçñåêøß"],
    ["a&quot;&amp;&lt;&gt;&apos;&Tab;&NewLine;&lowbar;&lbrack;&bsol;&vert;", "a\"&<>'\t\n_[\\|"]
  ])("reads the names that HTML has for characters: %s", (written, secret) => {
    assert.strictEqual(masked(`<b>${written}</b>`, [secret]), "<b>…</b>")
  })

  const ownWords = [...new Set(sentences.flatMap((sentence) => sentence.match(/[a-z-]+/gi) ?? []))]

  it.each(ownWords)(
    "leaves what services say as it is if the secret is a word of theirs, or has one in it: %s",
    (word) => {
      for (const secret of [word, word.toLowerCase(), word.toUpperCase(), `${word}1`, `${word}-2024`, `my${word}`]) {
        for (const sentence of sentences) assert.strictEqual(masked(sentence, [secret]), sentence, secret)
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
    assert.strictEqual(masked(text, ["password"]), expected)
  })

  it.each(["password1", "the password", "user_password", "wrong password", "passwordless", "pässword"])(
    "finds a secret that is more than a word of services anywhere: %s",
    (secret) => assert.strictEqual(masked(`The value ${secret} was refused`, [secret]), "The value … was refused")
  )

  it.prop(
    "leaves no secret that is more than a word in a sentence of services",
    [Secret, Schema.Literals(sentences), Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))],
    ([secret, sentence, place]) => {
      if (!secret.isWellFormed() || sentence.includes(secret)) return
      const words = sentence.split(" ")
      const text = masked([...words.slice(0, place), secret, ...words.slice(place)].join(" "), [secret])
      assert.isTrue(!text.includes(secret) && text.includes("…"), JSON.stringify(text))
    }
  )

  it.each([
    ['No e-mail was sent: "ada@acmecorp.com"', 'No e-mail was sent: "ada@acmecorp.com"'],
    ["Ada@AcmeCorp.com is registered, and acmecorp", "Ada@AcmeCorp.com is registered, and …"],
    ["https://user:acmecorp@acmecorp.com", "https://user:…@….com"],
    ["xada@acmecorp.com", "xada@….com"]
  ])("leaves an e-mail address whole that a secret is a part of: %s", (text, expected) => {
    assert.strictEqual(masked(text, ["acmecorp"], ["ada@acmecorp.com"]), expected)
  })

  it("finds a secret that is an e-mail address, or goes beyond one", () => {
    assert.strictEqual(masked("Not ada@a.example", ["ada@a.example"], ["ada@a.example"]), "Not …")
    assert.strictEqual(masked("Not ada@a.example-1", ["ada@a.example-1"], ["ada@a.example"]), "Not …")
  })
})

describe("the name of a secret", () => {
  const names =
    "Password refreshToken pat client_secret new_password API-Key apiKey jwt my.pat x-auth-token sig otp link"
  const others = "Proxy-Authorization set-cookie x-service-api-key X-Amz-Signature link_url signed_url recordingUrl"
  it.each(`${names} ${others} personal_room_url contact_tokens %74oken p\\u0061ssword`.split(" "))(
    "can be %s",
    (name) => assert.isTrue(isSecretName(name))
  )

  it.each(["path", "email", "page", "patch", "filter", "page_size", "user-agent", "accept", "keyboard", "signal"])(
    "is not %s",
    (name) => assert.isFalse(isSecretName(name))
  )
})

describe("masker", () => {
  it("writes the replacement for whole secrets", () => {
    const numbers = new Map([
      ["s3cret-one", 1],
      ["s3cret-two", 2]
    ])
    const mask = masker(numbers.keys(), (secret) => `<${numbers.get(secret)}>`)
    assert.strictEqual(mask("s3cret%2Dtwo, S3CRET-ONE, s3cret-thr"), "<2>, <1>, s3cret-thr")
  })

  it("finds what an answer carried", () => {
    const answer = { headers: { "set-cookie": "sid=abcdef-1" }, body: '{"user":{"token":"ghijkl-2"},"id":"visible-1"}' }
    assert.deepStrictEqual(secretsOf(answer), ["sid=abcdef-1", "ghijkl-2"])
  })

  it.each([
    ["JSON in JSON", JSON.stringify({ data: JSON.stringify({ token: "abcdef-1" }) }), { "abcdef-1": "token" }],
    ["two fields of a form", "pin=abcdef-1&pin=ghijkl-2&x=3", { "abcdef-1": "pin", "ghijkl-2": "pin" }],
    ["a list", '{"tokens":[{"a":["abcdef-1"]}]}', { "abcdef-1": "a" }]
  ])("finds the secrets in %s, with their names", (_, body, expected) =>
    assert.deepStrictEqual(Object.fromEntries(namedSecretsOf({ headers: {}, body })), expected)
  )

  it("finds a request to log in that is a single text", () => {
    const message = { url: "https://api.example/v1r1/auth/pat", headers: {}, body: '"abcdef-1"' }
    assert.deepStrictEqual(secretsOf(message), ["abcdef-1"])
    assert.deepStrictEqual(secretsOf({ ...message, url: "https://api.example/v1/calls" }), [])
  })
})

describe("maskNamed", () => {
  it.each([
    ['{"token":"s3cret","n":5}', '{"token":"…","n":5}'],
    ["at https://ada:s3cret@host/a@b", "at https://ada:…@host/a@b"],
    ["a-b.eyJhIjoxfQ.c_d, x", "…, x"],
    ['{"access_token" : "s3cret"', '{"access_token" : "…"'],
    ['{"password":"s3\\"cret"}', '{"password":"…"}'],
    ['{"otp":"s3cret","signal":"x"}', '{"otp":"…","signal":"x"}'],
    ['{"token":"s3cret', '{"token":"…'],
    ["{'refresh': 's3cret', 'n': 'x'}", "{'refresh': '…', 'n': 'x'}"],
    ['body: "{\\"token\\":\\"s3cret\\",\\"a\\":\\"b\\"}"', 'body: "{\\"token\\":\\"…\\",\\"a\\":\\"b\\"}"'],
    ["{&quot;token&quot;:&quot;s3cret&quot;}", "{&quot;token&quot;:&quot;…&quot;}"],
    ['{"contact_tokens":["s3cret","t"]}', '{"contact_tokens":[…]}'],
    ['{"pin": 123456, "code": 123456}', '{"pin": …, "code": 123456}'],
    ["<token>s3cret</token><id>5</id>", "<token>…</token><id>5</id>"],
    ['<a:Password type="x"><![CDATA[s3cret]]></a:Password>', '<a:Password type="x"><![CDATA[…></a:Password>'],
    ["&lt;token&gt;s3cret&lt;/token&gt;", "&lt;token&gt;…&lt;/token&gt;"],
    ['<user token="s3cret" name="Ada">', '<user token="…" name="Ada">'],
    ["email=ada&password=s3cret&n=1", "email=ada&password=…&n=1"],
    ["https://a.example/?token=s3cret#x", "https://a.example/?token=…#x"],
    ["Authorization: Bearer s3cret==\nHost: a", "Authorization: …\nHost: a"],
    ["x-service-api-key: s3cret\r\nhost: a", "x-service-api-key: …\r\nhost: a"],
    ["Set-Cookie: sid=s3cret; Path=/", "Set-Cookie: …"],
    ['{"token" => "s3cret"}', '{"token" => "…"}'],
    ["password: s3cret99", "password: …"],
    ["-H 'x-api-key: '\"$API_KEY\" -H 'user-agent:'", "-H 'x-api-key: '\"$API_KEY\" -H 'user-agent:'"],
    [`'{"email":"a","password":"'"$PASSWORD"'"}'`, `'{"email":"a","password":"'"$PASSWORD"'"}'`],
    [
      `-H 'x-api-key: '"$API_KEY" '{"token":"s3cret"}' 'pin='"$PIN"'&otp=s3cret'`,
      `-H 'x-api-key: '"$API_KEY" '{"token":"…"}' 'pin='"$PIN"'&otp=…'`
    ],
    ["seen eyJhbGci.eyJz.s3cret, eyJhbGciOiJub25lIn0", "seen …, …"]
  ])("hides what stands under the name of a secret, and user tokens: %s", (text, expected) => {
    assert.strictEqual(maskNamed(text), expected)
  })

  it.each([
    "Wrong password: try again",
    "Token expired",
    '{"name":"Ada","message":"The token is too old"}',
    "<html><body>Bad Gateway</body></html>",
    "keyJoin is not a function",
    `curl 'http://a/?token='"$TOKEN"'&n=1' -H 'x-service-api-key: '"$API_KEY" -H 'authorization: Bearer '"$TOKEN"`,
    `curl --data-raw '{"password":"'"$PASSWORD"'","contact_tokens":["'"$CONTACT_TOKENS"'","'"$CONTACT_TOKENS_2"'"]}'`,
    '{"keyboard":"de","total_entries":20}',
    "page=2&filter=email%3Da"
  ])("keeps texts without secrets: %s", (text) => {
    assert.strictEqual(maskNamed(text), text)
  })
})
