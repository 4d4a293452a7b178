import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { StubMapping } from "../../src/stubs/mapping/StubMapping.ts"

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const json = (value: unknown): Sent => ({ method: "POST", body: JSON.stringify(value) })

const form = (body: string): Sent => ({
  method: "POST",
  body,
  headers: { "content-type": "application/x-www-form-urlencoded" }
})

const order = {
  id: 7,
  lines: [
    { sku: "a", count: 2 },
    { sku: "b", count: 1 }
  ],
  note: "Rush"
}

type Request = NonNullable<StubMapping["request"]>

/** Mappings as WireMock has them, with requests that they are for and requests that they are not. */
const corpus: ReadonlyArray<readonly [what: string, Request, meets: ReadonlyArray<Sent>, others: ReadonlyArray<Sent>]> =
  [
    ["a method", { method: "PUT" }, [{ method: "PUT" }], [{}, { method: "POST" }]],
    ["any method", { method: "ANY" }, [{}, { method: "PATCH" }], []],
    [
      "a url with its query",
      { url: "/api/v2/a?b=1" },
      [{ path: "/api/v2/a?b=1" }],
      [{ path: "/api/v2/a" }, { path: "/api/v2/a?b=1&c=2" }]
    ],
    [
      "a path",
      { urlPath: "/api/v2/a" },
      [{ path: "/api/v2/a" }, { path: "/api/v2/a?b=1" }],
      [{ path: "/api/v2/a/" }, { path: "/api/v2/A" }]
    ],
    [
      "a pattern of a url",
      { urlPattern: "/api/v2/a\\?b=[0-9]+" },
      [{ path: "/api/v2/a?b=12" }],
      [{ path: "/api/v2/a?b=x" }, { path: "/api/v2/a?b=1x" }]
    ],
    [
      "a pattern of a path",
      { urlPathPattern: "/api/v2/(a|b)/.*" },
      [{ path: "/api/v2/b/c?d" }],
      [{ path: "/api/v2/c/d" }, { path: "/x/api/v2/a/c" }]
    ],
    ["a pattern with a flag", { urlPathPattern: "(?i)/API/v2/a" }, [{ path: "/api/v2/A" }], [{ path: "/api/v2/b" }]],
    [
      "a template",
      {
        urlPathTemplate: "/api/v2/{kind}/x/{id}",
        pathParameters: { id: { matches: "[0-9]+" }, kind: { equalTo: "a b" } }
      },
      [{ path: "/api/v2/a%20b/x/12" }],
      [
        { path: "/api/v2/a%20b/x/y" },
        { path: "/api/v2/c/x/1" },
        { path: "/api/v2/a%20b/x/1/2" },
        { path: "/api/v2//x/1" }
      ]
    ],
    [
      "a parameter",
      { queryParameters: { a: { equalTo: "x y" } } },
      [{ path: "/?a=x%20y" }, { path: "/?a=z&a=x+y" }],
      [{ path: "/?a=X%20Y" }, {}]
    ],
    [
      "an absent parameter",
      { queryParameters: { a: { absent: true } } },
      [{}, { path: "/?b=1" }],
      [{ path: "/?a" }, { path: "/?a=1" }]
    ],
    ["a parameter that is there", { queryParameters: { a: { absent: false } } }, [{ path: "/?a" }], [{}]],
    [
      "all values of a parameter",
      { queryParameters: { a: { hasExactly: [{ equalTo: "1" }, { contains: "x" }] } } },
      [{ path: "/?a=xy&a=1" }],
      [{ path: "/?a=1" }, { path: "/?a=1&a=x&a=2" }, { path: "/?a=1&a=1" }]
    ],
    [
      "some values of a parameter",
      { queryParameters: { a: { includes: [{ equalTo: "1" }] } } },
      [{ path: "/?a=2&a=1" }],
      [{ path: "/?a=2" }, {}]
    ],
    [
      "a header in any case",
      { headers: { "X-Kind": { equalTo: "GREEN", caseInsensitive: true } } },
      [{ headers: { "x-kind": "green" } }],
      [{ headers: { "x-kind": "blue" } }, {}]
    ],
    [
      "a header that lacks something",
      { headers: { accept: { doesNotContain: "xml" } } },
      [{ headers: { accept: "a/json" } }],
      [{ headers: { accept: "a/xml" } }]
    ],
    [
      "a header that does not match",
      { headers: { "x-n": { doesNotMatch: "[0-9]+" } } },
      [{ headers: { "x-n": "1a" } }],
      [{ headers: { "x-n": "12" } }, {}]
    ],
    [
      "values of a header",
      { headers: { "x-n": { hasExactly: [{ equalTo: "a" }, { equalTo: "b" }] } } },
      [{ headers: { "x-n": "b, a" } }],
      [{ headers: { "x-n": "a" } }]
    ],
    [
      "a cookie",
      { cookies: { session: { matches: "[a-z]+" } } },
      [{ headers: { cookie: "a=1; session=xyz" } }],
      [{ headers: { cookie: "session=1" } }, {}]
    ],
    [
      "credentials",
      { basicAuthCredentials: { username: "a", password: "b:c" } },
      [{ headers: { authorization: "Basic YTpiOmM=" } }],
      [{ headers: { authorization: "Basic YTpi" } }, {}]
    ],
    [
      "a form",
      { formParameters: { tool: { equalTo: "a b" } } },
      [form("tool=a+b&x=1")],
      [form("tool=c"), { method: "POST", body: "tool=a+b" }]
    ],
    [
      "a text in the body",
      { bodyPatterns: [{ contains: "ell" }, { matches: "H.*\n.*o" }] },
      [{ method: "POST", body: "Hell\no" }],
      [{ method: "POST", body: "Hello" }, { method: "POST" }]
    ],
    [
      "JSON",
      { bodyPatterns: [{ equalToJson: order }] },
      [json(order), json({ note: "Rush", lines: order.lines, id: 7.0 })],
      [json({ ...order, more: 1 }), json({ ...order, lines: order.lines.toReversed() }), { method: "POST", body: "{" }]
    ],
    [
      "JSON as a text",
      { bodyPatterns: [{ equalToJson: '{"a":[1,null]}' }] },
      [json({ a: [1, null] })],
      [json({ a: [1] })]
    ],
    [
      "JSON in any order",
      { bodyPatterns: [{ equalToJson: order, ignoreArrayOrder: true }] },
      [json({ ...order, lines: order.lines.toReversed() })],
      [json({ ...order, lines: [order.lines[0], order.lines[0]] })]
    ],
    [
      "JSON with more",
      { bodyPatterns: [{ equalToJson: { lines: [{ sku: "a" }] }, ignoreExtraElements: true }] },
      [json(order)],
      [json({ lines: [] }), json({})]
    ],
    [
      "JSON with placeholders",
      {
        bodyPatterns: [
          {
            equalToJson: {
              a: "${json-unit.any-string}",
              b: "${json-unit.any-number}",
              c: "${json-unit.ignore}",
              d: "${json-unit.any-boolean}"
            }
          }
        ]
      },
      [json({ a: "x", b: 1, c: [2], d: false })],
      [json({ a: 1, b: 1, c: 1, d: true }), json({ a: "x", b: 1, d: true })]
    ],
    [
      "a path in JSON",
      { bodyPatterns: [{ matchesJsonPath: "$.lines[?(@.count > 1 && @.sku == 'a')]" }] },
      [json(order)],
      [json({ lines: [{ sku: "a", count: 1 }] }), { method: "POST", body: "no JSON" }]
    ],
    [
      "a condition of the body itself",
      { bodyPatterns: [{ matchesJsonPath: "$[?(@.note == 'Rush')]" }] },
      [json(order), json([order])],
      [json({ note: "Slow" }), json({ order: [order] }), json("Rush")]
    ],
    [
      "a path to what is empty",
      { bodyPatterns: [{ matchesJsonPath: "$.a" }] },
      [json({ a: [0] }), json({ a: false })],
      [json({ a: [] }), json({ a: {} }), json({ a: null }), json({})]
    ],
    [
      "a value at a path",
      { bodyPatterns: [{ matchesJsonPath: { expression: "$.note", equalTo: "rush", caseInsensitive: true } }] },
      [json(order)],
      [json({ note: "slow" }), json({})]
    ],
    [
      "a number at a path",
      { bodyPatterns: [{ matchesJsonPath: { expression: "$.id", equalTo: "7" } }] },
      [json(order)],
      [json({ id: 8 })]
    ],
    [
      "values at a path",
      {
        bodyPatterns: [
          { matchesJsonPath: { expression: "$.lines[*].sku", equalToJson: ["b", "a"], ignoreArrayOrder: true } }
        ]
      },
      [json(order)],
      [json({ lines: [{ sku: "a" }] })]
    ],
    [
      "nothing at a path",
      { bodyPatterns: [{ matchesJsonPath: { expression: "$.gone", absent: true } }] },
      [json({}), json({ gone: null })],
      [json({ gone: 1 })]
    ],
    [
      "several at once",
      { headers: { "x-a": { and: [{ contains: "1" }, { not: { contains: "2" } }] } } },
      [{ headers: { "x-a": "13" } }],
      [{ headers: { "x-a": "12" } }, { headers: { "x-a": "3" } }]
    ],
    [
      "one of several",
      { headers: { "x-a": { or: [{ equalTo: "1" }, { absent: true }] } } },
      [{ headers: { "x-a": "1" } }, {}],
      [{ headers: { "x-a": "2" } }]
    ]
  ]

describe("a request is one of a mapping by", () => {
  it.each(corpus)("%s", async (_, request, meets, others) => {
    await using emulator = await startEmulator()
    await emulator.control.stubs.make({ payload: { request, response: { status: 299 } } })
    const status = async ({ body, headers, method = "GET", path = "/" }: Sent) => {
      const answer = await emulator.fetch(emulator.baseUrl.us + path, {
        method,
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body })
      })
      return answer.status
    }
    for (const sent of meets) assert.strictEqual(await status(sent), 299, JSON.stringify(sent))
    for (const sent of others) assert.strictEqual(await status(sent), 400, JSON.stringify(sent))
  })
})

/** Templates, with what they render to. */
const templates: ReadonlyArray<readonly [template: string, rendered: string]> = [
  [
    "{{request.method}} {{request.url}} {{request.path}} {{request.path.[2]}} {{request.pathSegments.[0]}}",
    "POST /api/v2/things?a=1&a=x%20y /api/v2/things things api"
  ],
  ["{{request.query.a}} {{request.query.a.[1]}} {{request.query.none}}|", "1 x y |"],
  ["{{request.headers.X-Kind}} {{request.headers.[x-kind]}} {{request.cookies.c}}", "<green> <green> 3"],
  [
    "{{request.scheme}} {{request.host}} {{request.port}} {{request.baseUrl}}",
    "http emulator.internal 80 http://emulator.internal"
  ],
  [
    "{{jsonPath request.body '$.list[1]'}} {{jsonPath request.body '$.no' default='-'}} {{toJson (jsonPath request.body '$.list')}}",
    'b - ["a","b"]'
  ],
  [
    "{{#with (parseJson request.body)}}{{name}}{{/with}} {{parseJson request.body 'it'}}{{it.list.[0]}} {{#each it.list}}{{@index}}{{this}}{{request.method}}{{/each}}",
    "ada a 0aPOST1bPOST"
  ],
  [
    "{{now}} {{now offset='-1 days' format='yyyy-MM-dd'}} {{now offset='1 months' format='d MMM yy, h:mm a'}} {{now timezone='Europe/Zurich' format='HH:mm XXX'}}",
    "2026-01-31T12:00:00Z 2026-01-30 28 Feb 26, 12:00 PM 13:00 +01:00"
  ],
  [
    "{{now format='epoch'}} {{now format='unix'}} {{date '2026-02-03T04:05:06Z' format=\"EEE 'at' HH\"}} {{clock}}",
    "1769860800000 1769860800 Tue at 04 2026-01-31T12:00:00.000Z"
  ],
  [
    "{{user 'grace' 'name'}} {{lookup (user 'linus@example.com') 'username'}} [{{caller}}] {{tenant}} {{region}} {{size (users)}}",
    "Grace Hopper linus [] default us 4"
  ],
  [
    "{{#each (users username='ada')}}{{email}}{{/each}} {{#each (users limit=2 offset=1)}}{{username}} {{/each}}",
    "ada@example.com grace linus "
  ],
  ["{{#each (calls user='ada' limit=1)}}{{dialerName}}{{/each}}", "Ada Lovelace"],
  [
    "{{#eq request.method 'POST'}}yes{{else}}no{{/eq}} {{#if (gt 2 10)}}x{{else}}y{{/if}} {{and true 1}} {{or '' 0}} {{not ''}} {{contains 'abc' 'b'}}",
    "yes y true false true true"
  ],
  [
    "{{upper 'a'}}{{lower 'B'}}{{trim ' c '}}{{capitalize 'ada l'}} {{replace 'a.b.c' '.' '-'}} {{substring 'abcdef' 1 3}} {{join (array 1 2) '+'}} {{math 7 '%' 4}}",
    "AbcAda L a-b-c bc 1+2 3"
  ],
  [
    "{{base64 'ü'}} {{base64 'w7w=' decode=true}} {{urlEncode 'a b&'}} {{urlEncode 'a+b' decode=true}} {{regexExtract 'id-42' '[0-9]+'}} {{matches 'id-42' 'id.*'}}",
    "w7w= ü a+b%26 a b 42 true"
  ],
  [
    "{{assign 'x' 'y'}}{{x}} {{#assign 'z'}}{{request.method}}!{{/assign}}{{z}} {{val request.query.none or='o'}} {{val 'v' assign='w'}}{{w}} {{parameters.greeting}}",
    "y POST! o v hello"
  ],
  [
    "{{constructor}}{{request.constructor}}{{request.__proto__}}{{lookup request 'toString'}}{{request.path.constructor.name}}|",
    "|"
  ]
]

const rendering = async (body: string, run: (text: string, status: number) => void) => {
  await using emulator = await startEmulator({ frozenAt: "2026-01-31T12:00:00Z" })
  const response = { body, transformers: ["response-template"], transformerParameters: { greeting: "hello" } } as const
  await emulator.control.stubs.make({ payload: { response } })
  const answer = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/things?a=1&a=x%20y`, {
    method: "POST",
    headers: { "x-kind": "<green>", cookie: "c=3" },
    body: '{"name":"ada","list":["a","b"]}'
  })
  run(await answer.text(), answer.status)
}

describe("a template", () => {
  it.each(templates)("%s", (template, rendered) => rendering(template, (text) => assert.strictEqual(text, rendered)))

  it.each([
    ["{{math 'a' '+' 1}}", 'response.body: math: the first value is "a", which is no number'],
    [
      "{{#each (users limit=5000)}}{{/each}}",
      "response.body: users: the limit is 5000; give a whole number from 0 to 1000"
    ],
    [
      "{{#each (users colour='red')}}{{/each}}",
      "response.body: users: users have no field colour; they have id, username,"
    ],
    ["{{user 'ada' 'emial'}}", "response.body: user: there is no field emial; there are id,"],
    ["{{now offset='soon'}}", 'response.body: now: the offset "soon" is none; give one such as "3 days"'],
    ["{{now format='Q'}}", "response.body: now: the format has Q; known are y,"],
    ["{{now timezone='Mars'}}", "response.body: now: there is no timezone Mars; give one such as UTC"],
    [
      "{{#each (range 1 100000)}}{{/each}}",
      "response.body: range: the range has 100000 numbers; it has 10000 at the most"
    ],
    ["{{randomValue type='X'}}", "response.body: randomValue: the type X is none of UUID, ALPHANUMERIC,"],
    [
      "{{assign 'x' 'aaaaaaaaaaaaaaaa'}}{{#each (range 1 17)}}{{assign 'x' (join @root.x @root.x '')}}{{/each}}{{#each (range 1 9)}}{{@root.x}}{{/each}}",
      "response.body: it makes more than 16777216 characters"
    ],
    [
      "{{#each (range 1 9999)}}{{#each (range 1 9999)}}{{/each}}{{/each}}",
      "takes more than 1000 ms to compare or to render"
    ]
  ])("that fails is told with its place: %s", (template, told) =>
    rendering(template, (text, status) => {
      assert.strictEqual(status, 500)
      assert.include(JSON.parse(text).detail, told)
    })
  )

  it("draws the same in the same order, by the seed", async () => {
    const drawn = async (seed: number) => {
      await using emulator = await startEmulator({ seed })
      const body =
        "{{randomValue type='UUID'}} {{randomValue length=5}} {{randomInt lower=1 upper=6}} {{pickRandom 'a' 'b' 'c'}}"
      await emulator.control.stubs.make({ payload: { response: { body, transformers: ["response-template"] } } })
      const ask = async () => (await emulator.fetch(`${emulator.baseUrl.us}/x`)).text()
      return [await ask(), await ask()]
    }
    const [one, again, other] = [await drawn(1), await drawn(1), await drawn(2)]
    assert.deepStrictEqual(one, again)
    assert.notStrictEqual(one[0], one[1])
    assert.notStrictEqual(one[0], other[0])
    assert.match(
      one[0] ?? "",
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12} [a-z0-9]{5} [1-6] [abc]$/
    )
  })
})
