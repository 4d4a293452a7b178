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

const life = "Use a duration from a second to 36500 days, such as '10 seconds', or milliseconds."

/** Options that are wrong, and what is said of each. */
const wrong: ReadonlyArray<readonly [options: unknown, says: string]> = [
  [null, "TypeError: The options are null. Use an object."],
  ["text", 'TypeError: The options are "text". Use an object.'],
  [new Map([["users", 5]]), "TypeError: The options are "],
  [Promise.resolve({ users: 5 }), "TypeError: The options are "],
  [{ gaps: new Map([["page.maximum-size", 5]]) }, "RangeError: The option gaps is "],
  [{ world: new Date(0) }, "RangeError: The option world is "],
  [{ freezAt: "2026-01-01" }, "TypeError: There is no option freezAt. Did you mean frozenAt?"],
  [{ apikeyheader: "x" }, "TypeError: There is no option apikeyheader. Did you mean apiKeyHeader?"],
  [{ qqq: undefined }, "TypeError: There is no option qqq. There are users, calls,"],
  [{ users: "10" }, 'RangeError: The option users is "10". Use a whole number from 0 to 10000000.'],
  [{ calls: -1 }, "RangeError: The option calls is -1. Use a whole number from 0 to 1000000."],
  [{ seed: 1.5 }, "RangeError: The option seed is 1.5. Use a whole number."],
  [{ rateLimit: 100 }, "RangeError: The option rateLimit is 100. Use a limit such as 100/minute,"],
  [{ rateLimit: "100" }, 'RangeError: The option rateLimit: "100" is no rate limit. Use a limit such as 100/minute,'],
  [{ rateLimit: [{ requests: 1, second: 1 }] }, "RangeError: The option rateLimit: {"],
  [{ faults: { operations: ["*"] } }, 'The option faults is {"operations":["*"]}. Use a list of faults, as POST'],
  [
    {
      faults: [
        { operations: ["*"], does: { kind: "reset" } },
        { operations: ["*"], dose: 1 }
      ]
    },
    "UnusableFaults: Cannot use the option faults: [1].dose: there is no such field, but operations, region,"
  ],
  [
    { faults: [{ operations: ["Calls.lists"], does: { kind: "reset" } }] },
    "UnusableFaults: Cannot use the option faults: [0]: There is no operation Calls.lists. Name another, such as"
  ],
  [{ journal: null }, "RangeError: The option journal is null. Use a whole number from 0 to"],
  [{ siteId: "8888" }, 'RangeError: The option siteId is "8888". Use a whole number from 1 to 9007199254740991.'],
  [{ siteId: -5 }, "RangeError: The option siteId is -5. Use a whole number from 1 to 9007199254740991."],
  [{ siteId: 0 }, "RangeError: The option siteId is 0. Use a whole number from 1 to 9007199254740991."],
  [{ issuer: 3 }, "RangeError: The option issuer is 3. Use a text that is not empty."],
  [{ issuer: "" }, 'RangeError: The option issuer is "". Use a text that is not empty.'],
  [{ audience: [] }, "RangeError: The option audience is []. Use a text that is not empty."],
  [{ audience: "" }, 'RangeError: The option audience is "". Use a text that is not empty.'],
  [{ tokenLife: { hours: 1, minute: 30 } }, "RangeError: The option tokenLife is {"],
  [{ tokenLife: {} }, `RangeError: The option tokenLife is {}. ${life}`],
  [{ tokenLife: new Date(0) }, "RangeError: The option tokenLife is "],
  [{ tokenLife: 999 }, `RangeError: The option tokenLife is 999. ${life}`],
  [{ tokenLife: Number.POSITIVE_INFINITY }, `RangeError: The option tokenLife is Infinity. ${life}`],
  [{ tokenLife: "-2 hours" }, `RangeError: The option tokenLife is "-2 hours". ${life}`],
  [{ tokenLife: true }, `RangeError: The option tokenLife is true. ${life}`],
  [{ frozenAt: {} }, "RangeError: The option frozenAt is {}. Use a date-time, such as 2026-01-01T12:00:00Z, a Date or"],
  [{ frozenAt: new Date("noon") }, "RangeError: The option frozenAt is Invalid Date. Use a date-time,"],
  [{ frozenAt: "2026-02-30T00:00:00Z" }, 'RangeError: The option frozenAt is "2026-02-30T00:00:00Z". Use a date-time,'],
  [{ frozenAt: "2026-01-01" }, 'RangeError: The option frozenAt is "2026-01-01". Use a date-time,'],
  [{ frozenAt: { year: 2026, month: 2, day: 30 } }, "RangeError: The option frozenAt is {"],
  [{ stubs: "" }, 'RangeError: The option stubs is "". Use the path of a folder.'],
  [{ stubs: [] }, "RangeError: The option stubs is []. Use the path of a folder."],
  [{ stubs: "/no/such" }, "UnusableStubs: Cannot use /no/such as --stubs: it is no folder."],
  [
    { handlers: { "GET /api/v2/a": 3 } },
    'handlers is {"GET /api/v2/a":3}. Use an object of functions by routes such as'
  ],
  [{ handlers: { "/api/v2/a": () => 1 } }, 'RangeError: The route "/api/v2/a" is none. Give a method and a path'],
  [{ upstream: "https://service.example" }, "RangeError: The option upstream is "],
  [{ upstream: { ue: "https://service.example" } }, "RangeError: The option upstream has ue. Use us, eu or both."],
  [{ upstream: { us: 5 } }, "RangeError: The option upstream of us: Use an http or https address"],
  [{ upstream: { eu: "//x" } }, "RangeError: The option upstream of eu: The address of the upstream is no URL."],
  [{ upstreamOperations: "*" }, 'RangeError: The option upstreamOperations is "*". Use a list of operations'],
  [{ upstreamOperations: ["Pods"] }, 'RangeError: The option upstreamOperations: There is no operation "Pods".'],
  [
    { upstreamOperations: ["*"] },
    "RangeError: The option upstreamOperations needs an upstream. Give one with the option upstream, or leave the operations out."
  ],
  [{ upstreamTimeout: 0 }, "RangeError: The option upstreamTimeout is 0. Use a duration from a millisecond to an hour"],
  [{ apiKeyHeader: "a b" }, 'RangeError: The option apiKeyHeader is "a b". Use the name of a header, such as'],
  ...[
    "host",
    "Content-Type",
    "authorization",
    "content-length",
    "transfer-encoding",
    "expect",
    "origin",
    "sec-fetch-site",
    "proxy-authorization",
    "x-mock-tenant"
  ].map(
    (name) =>
      [
        { apiKeyHeader: name },
        `RangeError: The option apiKeyHeader is "${name}". Use the name of a header, such as x-service-api-key, that HTTP has no`
      ] as const
  ),
  ...[
    "http://*.example",
    "http://localhost:5173/",
    "http://localhost:5173/app",
    "http://user@localhost",
    "http://localhost:80",
    "http://Localhost",
    "http://a b",
    "localhost:5173",
    "http://",
    "app:localhost",
    "off",
    ""
  ].map((origin) => [{ cors: [origin] }, `The option cors: "${origin}" is no origin. Use off or * alone, or`] as const),
  [{ cors: ["*", "http://localhost:5173"] }, 'The option cors: "*" is no origin. Use off or * alone, or'],
  [{ cors: [] }, 'The option cors: The list of origins is empty. Use "off" to let no page in.'],
  [{ partnerKey: 7 }, "RangeError: Cannot use the option partnerKey: it is no text."],
  [{ partnerKey: "text" }, "RangeError: Cannot use the option partnerKey: it holds no public key in PEM form."],
  [{ gaps: "refresh.reuse=once" }, "RangeError: The option gaps is "],
  [
    { gaps: { "auth.pasword": "x" } },
    'RangeError: The option gaps has auth.pasword: "x". Use an id of the register, such as auth.password,'
  ],
  [{ gaps: { toString: "x" } }, 'RangeError: The option gaps has toString: "x". Use an id of the register,'],
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
    "UnusableWorld: Cannot use the option world: userz: there is no such field, but default, size, pods,"
  ],
  [
    { world: { users: [{ emial: 1 }] } },
    "UnusableWorld: Cannot use the option world: users[0].emial: there is no such field, but name, email,"
  ]
]

const ofSockets: typeof wrong = [
  [{ port: 65_536 }, "RangeError: The option port is 65536. Use a port from 0 to 65535."],
  [{ port: "0" }, 'RangeError: The option port is "0". Use a port from 0 to 65535.'],
  [{ port: 0, host: 3 }, "RangeError: The option host is 3. Use the name or address of a host."],
  [{ port: 0, host: "" }, 'RangeError: The option host is "". Use the name or address of a host.'],
  [{ port: 0, state: {} }, "RangeError: The option state is {}. Use the path of a file."],
  [{ port: 0, state: "" }, 'RangeError: The option state is "". Use the path of a file.'],
  [{ port: 0, freezAt: 0 }, "TypeError: There is no option freezAt. Did you mean frozenAt?"],
  [{ port: 0, hots: "::" }, "TypeError: There is no option hots. Did you mean host?"]
]

const unfitTokens = ["tok\n", " tok", "é", "a\nb", "t".repeat(8193)]

const rejected = (options: any) =>
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

describe("options that are wrong", () => {
  it.effect.each([...wrong, ...ofSockets])("reject the promise of an emulator: %s", ([options, says]) =>
    Effect.map(rejected(options), (told) => assert.include(told, says))
  )

  it.effect.each(unfitTokens)("with a token that no header can carry reject, and do not show it: %j", (controlToken) =>
    Effect.map(rejected({ port: 0, controlToken }), (told) =>
      assert.strictEqual(
        told,
        "RangeError: The option controlToken fits in no header. Use 1 to 8192 printable ASCII characters, without a space at either end."
      )
    )
  )

  it.effect.each(wrong)("are a defect of the effect of one: %s", ([options, says]) =>
    Effect.gen(function* () {
      assert.include(yield* died(Effect.scoped(Emulator.make(any(options)))), says)
      assert.include(yield* died(Effect.provide(Emulator, Emulator.layer(any(options)))), says)
    })
  )

  it.effect.each(ofSockets)("are a defect of a layer on a socket: %s", ([options, says]) =>
    Effect.map(died(Effect.provide(Emulator, Emulator.layerServer(any(options)))), (told) => assert.include(told, says))
  )

  it.effect("go with a socket, or are of no use", () =>
    Effect.gen(function* () {
      for (const name of ["host", "controlToken", "state"])
        assert.include(yield* rejected({ [name]: "x" }), `The option ${name} goes with a socket. Use`)
      assert.include(yield* died(Effect.scoped(Emulator.make(any({ port: 0 })))), "The option port goes with a socket.")
    })
  )

  it.effect("never repeat a secret", () =>
    Effect.gen(function* () {
      const told = yield* rejected({ partnerKey: privateKey })
      assert.include(told, "it holds a private key")
      assert.notInclude(told, privateKey.slice(40, 60))
      const server = died(Effect.provide(Emulator, Emulator.layerServer(any({ port: 0, controlToken: "s3cret" }))))
      assert.include(yield* server, "The option controlToken is no secret text. Use Redacted.make of a text")
      assert.notInclude(yield* server, "s3cret")
    })
  )
})

describe("options that are right", () => {
  it.effect("are taken, and what is undefined is not set", () =>
    Effect.gen(function* () {
      const all = {
        users: 10,
        calls: 0,
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
