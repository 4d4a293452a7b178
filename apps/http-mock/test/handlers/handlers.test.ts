import { assert, describe, it } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { RawRequests } from "@remote-assist/core/RawRequests"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { bypass, delay, http, HttpResponse, passthrough } from "msw"
import { onTestFinished, vi } from "vitest"

import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator, world } from "../../src/library/promise.ts"
import { at, recordAt, textAt } from "../support/json.ts"

const tea = http.get("/us/api/v2/tea", () => HttpResponse.json({ kind: "green" }, { status: 418 }))

const post = (body: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body
})

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const sdk = Client.layer.pipe(Layer.provide(region), Layer.provideMerge(Emulator.layer()))

describe("an MSW handler", () => {
  it("answers its path in every tenant, and is named in the journal", async () => {
    await using emulator = await startEmulator({ handlers: [tea] })
    for (const { baseUrl, control } of [emulator, emulator.tenant("blue")]) {
      const answer = await emulator.fetch(`${baseUrl.us}/api/v2/tea?cups=2`)
      assert.deepStrictEqual([answer.status, await answer.json()], [418, { kind: "green" }])
      assert.strictEqual((await emulator.fetch(`${baseUrl.eu}/api/v2/tea`)).status, 400)
      const [handled, other] = await control.journal.list()
      assert.deepInclude(handled, { path: "/api/v2/tea?cups=2", status: 418, handler: "GET /us/api/v2/tea" })
      assert.notProperty(other, "handler")
      const { answer: kept } = await control.journal.read({ params: { id: handled?.id ?? 0 } })
      assert.strictEqual(kept?.body.text, '{"kind":"green"}')
    }
  })

  it("is not asked if the header prefer of the request has an error status", async () => {
    await using emulator = await startEmulator({ handlers: [tea] })
    const headers = { prefer: "code=503" }
    const answer = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/tea`, { headers })
    assert.strictEqual(answer.status, 503)
    const [entry] = await emulator.control.journal.list()
    assert.deepInclude(entry, { status: 503, faults: ["prefer"] })
  })

  it("reads the world of its tenant, by the token and the clock of the request", async () => {
    const things = http.post("*/api/v2/things/:id", async ({ params, request }) => {
      const { calls, caller, now, pods, region, tenant, user, users } = world()
      return HttpResponse.json({
        id: params["id"],
        body: await request.json(),
        tenant,
        region,
        now: now(),
        by: caller()?.name,
        owner: user("ada")?.email,
        same: user(user("grace")?.id ?? 0)?.username,
        users: [...users()].map(({ username }) => username),
        calls: [...calls("ada")].length,
        nobody: [...calls("nobody")].length,
        pods: pods().map(({ name }) => name),
        later: await Promise.resolve().then(() => world().tenant)
      })
    })
    await using emulator = await startEmulator({ frozenAt: "2026-01-01T12:00:00Z", handlers: [things] })
    const { demo } = emulator
    const { baseUrl, fetch } = emulator.tenant("blue")
    const logIn = await fetch(
      `${baseUrl.us}/api/v1r1/auth`,
      post(JSON.stringify({ email: demo.email, password: demo.password }), { "x-service-api-key": demo.apiKey })
    )
    const token = textAt(await logIn.json(), "token")
    const answer = await fetch(`${baseUrl.us}/api/v2/things/a%20b`, post('{"n":1}', { authorization: token }))
    const { pods, ...seen } = recordAt(await answer.json())
    assert.deepStrictEqual(seen, {
      id: "a b",
      body: { n: 1 },
      tenant: "blue",
      region: "us",
      now: "2026-01-01T12:00:00.000Z",
      by: "Ada Lovelace",
      owner: demo.email,
      same: "grace",
      users: ["ada", "grace", "linus", "edsger"],
      calls: 3,
      nobody: 0,
      later: "blue"
    })
    assert.isNotEmpty(pods)
    assert.throws(world, "There is no request here.")
  })

  it("takes precedence over operations, and skips requests by undefined and passthrough()", async () => {
    const handlers = [
      http.post("*/api/v1r1/auth", async ({ request }) => {
        return at(await request.json(), "email") === "stub@example.com"
          ? HttpResponse.json({ token: "stub" })
          : undefined
      }),
      http.get("*/api/v1/regions", () => passthrough()),
      http.get("*/api/v1/regions", () => HttpResponse.text("never"))
    ]
    await using emulator = await startEmulator({ handlers })
    const { baseUrl, demo, fetch } = emulator
    const logIn = (email: string) =>
      fetch(
        `${baseUrl.us}/api/v1r1/auth`,
        post(JSON.stringify({ email, password: demo.password }), { "x-service-api-key": demo.apiKey })
      )
    const isServed = async () => {
      const { documented } = await emulator.control.evidence.read()
      const [entry] = await emulator.control.journal.list()
      return documented.find(({ operation, status }) => operation === entry?.operation && status === 200)?.served
    }
    assert.deepStrictEqual(await (await logIn("stub@example.com")).json(), { token: "stub" })
    assert.isFalse(await isServed())
    const real = await logIn(demo.email)
    assert.strictEqual(real.status, 200)
    assert.notInclude(await real.text(), '"stub"')
    assert.isTrue(await isServed())
    assert.notStrictEqual(await (await fetch(`${baseUrl.us}/api/v1/regions`)).text(), "never")
    const entries = await emulator.control.journal.list()
    assert.deepStrictEqual(
      entries.map(({ handler }) => handler),
      ["POST */api/v1r1/auth", undefined, undefined]
    )
  })

  it("changes the answers of the service by bypass()", async () => {
    const handler = http.get("*/api/v2/x", async ({ request }) => {
      const answer = await emulator.fetch(bypass(request))
      return HttpResponse.json({ status: answer.status, message: textAt(await answer.json(), "message") })
    })
    await using emulator = await startEmulator({ handlers: [handler] })
    const { baseUrl } = emulator.tenant("blue")
    assert.deepStrictEqual(await (await emulator.fetch(`${baseUrl.us}/api/v2/x`)).json(), {
      status: 400,
      message: "There is no operation GET /api/v2/x. Check the path; it starts with /api/v1 or /api/v1r1."
    })
  })

  it("answers with the headers, cookies, stream or empty body of a Response", async () => {
    const handlers = [
      http.get("*/plain", () => new HttpResponse(null, { status: 204, headers: { "x-kind": "green" } })),
      http.get("*/bare", () => new Response(new Uint8Array([1, 2]))),
      http.get("*/masked", () => new Response("***", { headers: { "content-length": "9" } })),
      http.get("*/cookies", () => {
        const headers = new Headers([
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2; Path=/"]
        ])
        return HttpResponse.text("c", { headers })
      }),
      http.get("*/stream", () => {
        const pieces = ["one ", "two ", "three"].map((text) => new TextEncoder().encode(text))
        const body = new ReadableStream({
          pull: (controller) => {
            const next = pieces.shift()
            if (next === undefined) controller.close()
            else controller.enqueue(next)
          }
        })
        return new HttpResponse(body, { headers: { "content-type": "text/plain" } })
      })
    ]
    await using emulator = await startEmulator({ port: 0, handlers })
    const get = (path: string) => fetch(`${emulator.baseUrl.us}${path}`)
    const plain = await get("/plain")
    assert.deepStrictEqual([plain.status, plain.headers.get("x-kind"), await plain.text()], [204, "green", ""])
    const bare = await get("/bare")
    assert.deepStrictEqual([bare.headers.get("content-type"), await bare.bytes()], [null, new Uint8Array([1, 2])])
    assert.strictEqual(await (await get("/masked")).text(), "***")
    const cookies = await get("/cookies")
    assert.deepStrictEqual(cookies.headers.getSetCookie(), ["a=1", "b=2; Path=/"])
    assert.strictEqual(await (await get("/stream")).text(), "one two three")
    const { id = 0 } = (await emulator.control.journal.list()).find(({ path }) => path === "/stream") ?? {}
    const { answer } = await emulator.control.journal.read({ params: { id } })
    assert.strictEqual(answer?.body.text, "one two three")
  })

  it.each([
    [
      "fails",
      (controller: ReadableStreamDefaultController) => controller.error(new Error("the tap is closed")),
      /the tap is closed/
    ],
    [
      "has a text",
      (controller: ReadableStreamDefaultController) => controller.enqueue("x"),
      /A chunk of its stream is not a Uint8Array/
    ]
  ])("is logged, and journalled as broken, if its stream %s", async (_, breakOff, reason) => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())
    const failing = http.get("*/fails", () => {
      const pieces = [new TextEncoder().encode("half ")]
      const pull = (controller: ReadableStreamDefaultController) => {
        const next = pieces.shift()
        if (next === undefined) breakOff(controller)
        else controller.enqueue(next)
      }
      return new HttpResponse(new ReadableStream({ pull }))
    })
    await using emulator = await startEmulator({ port: 0, handlers: [failing] })
    const read = async () => (await fetch(`${emulator.baseUrl.us}/fails`)).text()
    assert.strictEqual(await read().catch(() => "broken"), "broken")
    const [entry] = await emulator.control.journal.list()
    assert.deepInclude(entry, { status: 200, broken: true })
    const whole = await emulator.control.journal.read({ params: { id: entry?.id ?? 0 } })
    assert.strictEqual(whole.answer?.body.text, "half ")
    assert.notProperty(whole.answer?.headers, "content-length")
    const log = printed.mock.calls.flat().join(" ")
    assert.match(log, /The handler GET \*\/fails failed while its response was sent\./)
    assert.match(log, reason)
  })

  it.each([{}, { port: 0 }])("resets the connection by HttpResponse.error(), with %j", async (options) => {
    await using emulator = await startEmulator({
      ...options,
      handlers: [http.get("*/tea", () => HttpResponse.error())]
    })
    const ask = "port" in options ? fetch : emulator.fetch
    const error = await ask(`${emulator.baseUrl.us}/tea`).catch((error: unknown) => error)
    assert.instanceOf(error, TypeError)
    const [entry] = await emulator.control.journal.list()
    assert.deepInclude(entry, { status: null, handler: "GET */tea" })
  })

  const read = HttpResponse.json({})
  void read.text()

  it.each([
    ["throws", () => Promise.reject(new Error("out of tea")), /out of tea \(at \/[^:?]*handlers\.test\.ts:\d+:\d+\)$/],
    ["throws an object", () => Promise.reject({ tea: 1 }), /failed: \{"tea":1\}$/],
    [
      "returns a response again",
      () => read,
      /the body of its response was read before\. Make a new response for each request$/
    ],
    [
      "returns the status 101",
      () => new HttpResponse(null, { status: 101 }),
      /its status is 101\. Use a status from 200 to 599$/
    ],
    ["parses what is not JSON", () => new Response("{").json(), /failed: [^()]*JSON[^()]*(\(line 1 column 2\))?$/],
    ["returns a number", () => JSON.parse("5"), /it did not return a Response\. Return an HttpResponse$/],
    ["returns no Response", () => JSON.parse(`{"tea":1}`), /it did not return a Response\. Return an HttpResponse$/]
  ])("that %s answers 500 with the location, in the error form of the path", async (_, resolver, reason) => {
    await using emulator = await startEmulator({
      handlers: [http.get("*/tea", resolver), http.get("*/api/v1/calls/:id", resolver)]
    })
    const answer = await emulator.fetch(`${emulator.baseUrl.us}/tea`)
    assert.strictEqual(answer.status, 500)
    const message = textAt(await answer.json(), "message")
    assert.match(message, /^The handler GET \*\/tea failed: /)
    assert.match(message, reason)
    const call = await emulator.fetch(`${emulator.baseUrl.us}/api/v1/calls/x`)
    assert.sameMembers(Object.keys(recordAt(await call.json())), ["code", "message"])
    const [entry] = await emulator.control.journal.list()
    assert.deepInclude(entry, { status: 500, handler: "GET */tea", reason: message })
  })

  it.each([{}, { port: 0 }])("that fetches itself for ever answers 508, with %j", async (options) => {
    const own = http.get("*/api/v2/own", ({ request }) => ask(request.url, { headers: request.headers }))
    await using emulator = await startEmulator({ ...options, handlers: [own] })
    const ask = "port" in options ? fetch : emulator.fetch
    const answer = await ask(`${emulator.baseUrl.us}/api/v2/own`)
    const message =
      "The handler GET */api/v2/own failed: it calls itself, and this is its request within 10 others. Send bypass(request) to ask the service"
    assert.deepStrictEqual([answer.status, textAt(await answer.json(), "message")], [508, message])
    const entries = await emulator.control.journal.list()
    assert.lengthOf(entries, 11)
    assert.deepInclude(
      entries.find(({ reason }) => reason !== undefined),
      { status: 508, handler: "GET */api/v2/own", reason: message }
    )
  })

  it("that never answers ends with its client, and does not block the end of the emulator", async () => {
    const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const aborted = Promise.withResolvers<void>()
    const handler = http.get("*/wait", async ({ request }) => {
      request.signal.addEventListener("abort", () => aborted.resolve())
      waits.shift()?.resolve()
      await delay("infinite")
    })
    const [first, second] = waits
    const emulator = await startEmulator({ port: 0, handlers: [handler] })
    const leaving = new AbortController()
    const left = fetch(`${emulator.baseUrl.us}/wait`, { signal: leaving.signal }).catch(() => "left")
    await first?.promise
    leaving.abort()
    assert.strictEqual(await left, "left")
    await aborted.promise
    const last = fetch(`${emulator.baseUrl.us}/wait`)
    await second?.promise
    await emulator.close()
    assert.strictEqual((await last).status, 503)
  })

  it.effect("answers raw requests of the SDK, and is hit by faults of the operation", () =>
    Effect.gen(function* () {
      const { control: client, demo, use } = yield* Emulator
      use(
        http.get("/us/api/v2/things/:id", ({ params }) =>
          HttpResponse.json({ id: params["id"], by: world().caller()?.email })
        ),
        http.get("/us/api/v1/calls", () => HttpResponse.json({ total_entries: 7 }))
      )
      yield* (yield* Session).logIn({ email: demo.email, password: Redacted.make(demo.password) })
      const { request } = yield* RawRequests
      const read = yield* request("GET", "/v2/things/7")
      assert.deepStrictEqual([read.status, read.raw], [200, { id: "7", by: demo.email }])
      const { faults } = yield* client
      const patch = [{ op: "replace", path: "/total_entries", value: 8 }] as const
      const does = { kind: "override", patch } as const
      yield* faults.make({ payload: { operations: ["Calls.list"], does } })
      const calls = yield* request("GET", "/v1/calls")
      assert.deepStrictEqual(calls.raw, { total_entries: 8 })
    }).pipe(Effect.provide(sdk))
  )
})

describe("MSW handlers that a test adds", () => {
  const text = (value: string) => http.get("*/a", () => HttpResponse.text(value))

  it("belong to one tenant, the latest first, until they are reset", async () => {
    await using emulator = await startEmulator({ handlers: [text("start")] })
    const b = emulator.tenant("b")
    const ask = async ({ baseUrl }: Pick<typeof b, "baseUrl">) => (await emulator.fetch(`${baseUrl.us}/a`)).text()
    b.use(text("b"))
    b.use(http.get("*/a", () => HttpResponse.text("once"), { once: true }))
    assert.deepStrictEqual([await ask(b), await ask(b), await ask(emulator)], ["once", "b", "start"])
    b.resetHandlers()
    assert.strictEqual(await ask(b), "start")
    b.use(text("again"))
    await b.control.state.reset({ payload: { parts: ["handlers"] } })
    assert.strictEqual(await ask(b), "start")
    b.use(text("dropped"))
    await emulator.control.tenants.drop({ params: { name: "b" } })
    assert.strictEqual(await ask(b), "start")
  })

  it("are rejected if they are invalid, and after the emulator is closed", async () => {
    const emulator = await startEmulator()
    assert.throws(() => Reflect.apply(emulator.use, undefined, [{}]), TypeError, /Give a list of MSW request handlers/)
    await emulator.close()
    assert.throws(() => emulator.use(tea), /closed/)
  })
})
