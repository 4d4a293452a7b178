import { generateKeyPairSync } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

/** Invalid options, and the message for each. */
const wrong: ReadonlyArray<readonly [options: unknown, says: string]> = [
  [null, "TypeError: The options must be an object, not null."],
  ["text", 'TypeError: The options must be an object, not "text".'],
  [new Map([["users", 5]]), "TypeError: The options must be an object, not "],
  [Promise.resolve({ users: 5 }), "TypeError: The options must be an object, not "],
  [{ gaps: new Map([["page.maximum-size", 5]]) }, "RangeError: Option gaps must be "],
  [{ world: new Date(0) }, "RangeError: Option world must be "],
  [{ freezAt: "2026-01-01" }, 'TypeError: Unknown option "freezAt". Did you mean frozenAt?'],
  [{ apikeyheader: "x" }, 'TypeError: Unknown option "apikeyheader". Did you mean apiKeyHeader?'],
  [{ qqqqqqq: undefined }, 'TypeError: Unknown option "qqqqqqq". The options are users, calls,'],
  [{ users: "10" }, 'RangeError: Option users must be a whole number between 4 and 10,000,000. It is "10".'],
  [{ calls: 2 }, "RangeError: Option calls must be a whole number between 3 and 1,000,000. It is 2."],
  [{ seed: 1.5 }, "RangeError: Option seed must be a whole number. It is 1.5."],
  [{ rateLimit: 100 }, "RangeError: Option rateLimit must be a limit such as 100/minute,"],
  [
    { rateLimit: "100" },
    'RangeError: The option rateLimit: "100" is not a rate limit. Use a limit such as 100/minute,'
  ],
  [{ rateLimit: [{ requests: 1, second: 1 }] }, "RangeError: The option rateLimit: {"],
  [{ faults: { operations: ["*"] } }, "Option faults must be a list of faults, as for POST"],
  [
    {
      faults: [
        { operations: ["*"], does: { kind: "reset" } },
        { operations: ["*"], dose: 1 }
      ]
    },
    "UnusableFaults: Cannot use the option faults: [1].dose: unknown field; the fields are operations, region,"
  ],
  [
    { faults: [{ operations: ["Calls.lists"], does: { kind: "reset" } }] },
    "UnusableFaults: Cannot use the option faults: [0]: There is no operation Calls.lists. The nearest is Calls.list."
  ],
  [{ journal: null }, "RangeError: Option journal must be a whole number between 0 and"],
  [
    { siteId: "8888" },
    'RangeError: Option siteId must be a whole number between 1 and 9,007,199,254,740,991. It is "8888".'
  ],
  [{ siteId: -5 }, "RangeError: Option siteId must be a whole number between 1 and 9,007,199,254,740,991. It is -5."],
  [{ siteId: 0 }, "RangeError: Option siteId must be a whole number between 1 and 9,007,199,254,740,991. It is 0."],
  [{ issuer: 3 }, "RangeError: Option issuer must be a non-empty text. It is 3."],
  [{ issuer: "" }, 'RangeError: Option issuer must be a non-empty text. It is "".'],
  [{ audience: [] }, "RangeError: Option audience must be a non-empty text. It is []."],
  [{ audience: "" }, 'RangeError: Option audience must be a non-empty text. It is "".'],
  [{ tokenLife: { hours: 1, minute: 30 } }, "RangeError: Option tokenLife must be "],
  [{ tokenLife: {} }, `RangeError: Option tokenLife must be `],
  [{ tokenLife: new Date(0) }, "RangeError: Option tokenLife must be "],
  [{ tokenLife: 999 }, `RangeError: Option tokenLife must be `],
  [{ tokenLife: Number.POSITIVE_INFINITY }, `RangeError: Option tokenLife must be `],
  [{ tokenLife: "-2 hours" }, `RangeError: Option tokenLife must be `],
  [{ tokenLife: true }, `RangeError: Option tokenLife must be `],
  [{ frozenAt: {} }, "RangeError: Option frozenAt must be a date-time, such as 2026-01-01T12:00:00Z, a Date or"],
  [{ frozenAt: new Date("noon") }, "RangeError: Option frozenAt must be a date-time,"],
  [{ frozenAt: "2026-02-30T00:00:00Z" }, "RangeError: Option frozenAt must be a date-time,"],
  [{ frozenAt: "2026-01-01" }, "RangeError: Option frozenAt must be a date-time,"],
  [
    { handlers: {} },
    "RangeError: Option handlers must be a list of MSW request handlers, such as http.get(path, resolver) returns. It is {}."
  ],
  [{ handlers: [() => 1] }, "RangeError: Option handlers must be a list of MSW request handlers"],
  [{ upstream: "https://service.example" }, "RangeError: Option upstream must be "],
  [
    { upstream: { ue: "https://service.example" } },
    "RangeError: Option upstream must be an object with us, eu or both."
  ],
  [{ upstream: { us: 5 } }, "RangeError: Option upstream.us: Use an http or https address"],
  [{ upstream: { eu: "//x" } }, "RangeError: Option upstream.eu: The address of the upstream is not a URL."],
  [{ upstreamOperations: "*" }, "RangeError: Option upstreamOperations must be a list of operations"],
  [{ upstreamOperations: ["Pods"] }, 'RangeError: Option upstreamOperations: There is no operation "Pods".'],
  [
    { upstreamOperations: ["*"] },
    "RangeError: The option upstreamOperations needs the option upstream. Set it, or remove upstreamOperations."
  ],
  [{ upstreamTimeout: "5 seconds" }, "The option upstreamTimeout needs the option upstream."],
  [{ siteId: 7 }, "RangeError: The option siteId needs the option partnerKey. Set it, or remove siteId."],
  [{ prot: 0 }, 'TypeError: Unknown option "prot". Did you mean port?'],
  [
    { mailWebhookSecret: `whsec_${"A".repeat(32)}` },
    "RangeError: The option mailWebhookSecret needs the option mailWebhook. Set it, or remove mailWebhookSecret."
  ],
  [
    { mailWebhookSecret: "hunter2" },
    "RangeError: Option mailWebhookSecret must be whsec_ and 24 to 64 bytes as Base64"
  ],
  [{ upstreamTimeout: 0 }, "RangeError: Option upstreamTimeout must be a duration from 1 millisecond to 1 hour"],
  [{ apiKeyHeader: "a b" }, "RangeError: Option apiKeyHeader must be the name of a header that HTTP"],
  ...["host", "Content-Type", "authorization", "origin", "x-mock-tenant"].map(
    (name) =>
      [
        { apiKeyHeader: name },
        `RangeError: Option apiKeyHeader must be the name of a header that HTTP does not reserve`
      ] as const
  ),
  ...["http://*.example", "http://localhost:5173/", "http://localhost:5173/app", "localhost:5173", "off", ""].map(
    (origin) => [{ cors: [origin] }, `Option cors: "${origin}" is not an origin. Use only off or *, or`] as const
  ),
  [{ cors: ["*", "http://localhost:5173"] }, 'Option cors: "*" is not an origin. Use only off or *, or'],
  [{ cors: [] }, 'Option cors: The list of origins is empty. Use "off" to allow no origin.'],
  [{ partnerKey: 7 }, "RangeError: Option partnerKey must be the RSA public key of the site in PEM format."],
  [{ partnerKey: "text" }, "RangeError: Option partnerKey cannot be used: it is not a public key in PEM format."],
  [{ gaps: "refresh.reuse=once" }, "RangeError: Option gaps must be "],
  [
    { gaps: { "auth.pasword": "x" } },
    'RangeError: Option gaps has auth.pasword: "x". Use an id of GAPS.md, such as auth.exchange-reuse,'
  ],
  [{ gaps: { toString: "x" } }, 'RangeError: Option gaps has toString: "x". Use an id of GAPS.md,'],
  [{ gaps: { "users.fields": "few" } }, 'gaps has users.fields: "few". Use another gap, because users.fields has'],
  [{ gaps: { "refresh.reuse": "twice" } }, 'gaps has refresh.reuse: "twice". Use grace, once or always.'],
  [{ gaps: { "page.maximum-size": "50" } }, 'gaps has page.maximum-size: "50". Use a whole number from 1 to 1000000.'],
  [{ gaps: { "auth.password": Symbol("x") } }, "gaps has auth.password: Symbol(x). Use a text."],
  [
    { gaps: { "errors.codes": { credential: 7 } } },
    'gaps has errors.codes: {"credential":7}. Use JSON of whole numbers by'
  ],
  [
    { world: { userz: [] } },
    "UnusableWorld: Cannot use the option world: userz: unknown field; the fields are default, size, pods,"
  ],
  [{ world: { size: { users: 2 } } }, 'size.users: the default world has 4; use 4 or more, or "default": false.'],
  [
    { world: { users: [{ emial: 1 }] } },
    "UnusableWorld: Cannot use the option world: users[0].emial: unknown field; the fields are name, email,"
  ]
]

const ofSockets: typeof wrong = [
  [{ port: 65_536 }, "RangeError: Option port must be a port from 0 to 65535. It is 65536."],
  [{ port: "0" }, 'RangeError: Option port must be a port from 0 to 65535. It is "0".'],
  [{ port: 0, host: 3 }, "RangeError: Option host must be a host name or an address. It is 3."],
  [{ port: 0, host: "" }, 'RangeError: Option host must be a host name or an address. It is "".'],
  [{ port: 0, state: {} }, "RangeError: Option state must be the path of a file. It is {}."],
  [{ port: 0, state: "" }, 'RangeError: Option state must be the path of a file. It is "".'],
  [{ port: 0, freezAt: 0 }, 'TypeError: Unknown option "freezAt". Did you mean frozenAt?'],
  [{ port: 0, hots: "::" }, 'TypeError: Unknown option "hots". Did you mean host?']
]

const invalidTokens = ["tok\n", " tok", "é", "a\nb", "t".repeat(8193)]

const rejectionOf = (options: any) =>
  Effect.promise(() =>
    startEmulator(options).then(
      (emulator) => emulator.close().then(() => "no rejection"),
      (reason: unknown) => String(reason)
    )
  )

const died = <E>(effect: Effect.Effect<unknown, E>) =>
  Effect.map(Effect.exit(effect), (exit) =>
    Exit.isFailure(exit) && Cause.hasDies(exit.cause) ? String(Cause.squash(exit.cause)) : "no defect"
  )

const any = (options: unknown): any => options

describe("invalid options", () => {
  it.effect.each([...wrong, ...ofSockets])("reject the promise: %s", ([options, says]) =>
    Effect.map(rejectionOf(options), (message) => assert.include(message, says))
  )

  it.effect.each(invalidTokens)(
    "reject a token that does not fit in a header, without showing it: %j",
    (controlToken) =>
      Effect.map(rejectionOf({ port: 0, controlToken }), (message) =>
        assert.strictEqual(
          message,
          "RangeError: Option controlToken does not fit in a header. Use 1 to 8192 printable ASCII characters, without leading or trailing spaces."
        )
      )
  )

  it.effect("are a defect of an effect or a layer", () =>
    Effect.gen(function* () {
      const says = "RangeError: Option users must be a whole number"
      assert.include(yield* died(Effect.scoped(Emulator.make({ users: -1 }))), says)
      assert.include(yield* died(Effect.provide(Emulator, Emulator.layer({ users: -1 }))), says)
      assert.include(yield* died(Effect.provide(Emulator, Emulator.layerServer({ port: 0, users: -1 }))), says)
    })
  )

  it.effect("for a socket are rejectionOf without one", () =>
    Effect.gen(function* () {
      for (const name of ["host", "controlToken", "state"])
        assert.include(yield* rejectionOf({ [name]: "x" }), `Option ${name} needs a socket. Use`)
      assert.include(yield* died(Effect.scoped(Emulator.make(any({ port: 0 })))), "Option port needs a socket.")
    })
  )

  it.effect("are reported without secrets", () =>
    Effect.gen(function* () {
      const message = yield* rejectionOf({ partnerKey: privateKey })
      assert.include(message, "it contains a private key")
      assert.notInclude(message, privateKey.slice(40, 60))
      const server = died(Effect.provide(Emulator, Emulator.layerServer(any({ port: 0, controlToken: "s3cret" }))))
      assert.include(yield* server, "Option controlToken must be Redacted.make of a text, or a text for startEmulator.")
      assert.notInclude(yield* server, "s3cret")
    })
  )
})

describe("valid options", () => {
  it.effect("are accepted, and undefined counts as absent", () =>
    Effect.gen(function* () {
      const all = {
        users: 10,
        calls: 3,
        world: { size: { users: 5 } },
        seed: -7,
        partnerKey: publicKey,
        siteId: 1,
        issuer: "y",
        audience: "x",
        gaps: { "refresh.reuse": "once", "errors.codes": { token: 2, credentials: 1 }, "api-key.value": ["a", "b"] },
        journal: 0,
        rateLimit: ["100/minute", { requests: 5, seconds: 1, by: "token" }],
        apiKeyHeader: "X-Key",
        cors: ["http://localhost:5173", "https://[::1]:8443", "http://a_b.example", "capacitor://localhost", "null"]
      } as const
      for (const more of [
        { frozenAt: "2026-01-01T12:00:00+02:00", tokenLife: "2 hours" },
        { frozenAt: new Date(0), tokenLife: 1000 },
        { frozenAt: undefined, tokenLife: undefined, users: undefined },
        { frozenAt: 0 }
      ] as const) {
        const start = Effect.promise(() => startEmulator({ ...all, ...any(more) }))
        yield* Effect.acquireUseRelease(
          start,
          () => Effect.void,
          (emulator) => Effect.promise(() => emulator.close())
        )
      }
      yield* Effect.scoped(Emulator.make({ ...all, frozenAt: { year: 2026 }, tokenLife: { hours: 2 } }))
      yield* Effect.provide(
        Emulator,
        Emulator.layerServer({ ...all, port: 0, host: "127.0.0.1", controlToken: Redacted.make("x"), state: undefined })
      )
    })
  )
})
