import { assert, describe, it } from "@effect/vitest"

import { maskNamed } from "../../src/internal/secrets/named.ts"

describe("maskNamed", () => {
  it.each([
    ['{"token":"s3cret","n":5}', '{"token":"…","n":5}'],
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
    '{"keyboard":"de","total_entries":20}',
    "page=2&filter=email%3Da"
  ])("leaves alone what is none: %s", (text) => {
    assert.strictEqual(maskNamed(text), text)
  })
})
