import { assert, describe, it } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { RawRequests } from "@remote-assist/core/RawRequests"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"
import type { StubHandler } from "../../src/library/promise.ts"

const thing: StubHandler = ({ json, params, query }, tenant) => ({
  id: params["id"],
  color: query.get("color"),
  json,
  tenant: tenant.tenant,
  at: new Date(tenant.now).toISOString(),
  owner: tenant.user("ada")?.email,
  by: tenant.caller()?.name,
  users: tenant.users({ active: true, limit: 2 }).map(({ username }) => username),
  calls: tenant.calls({ user: "ada" }).length
})

const frozenAt = "2026-01-01T12:00:00Z"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const sdk = Client.layer.pipe(Layer.provide(region), Layer.provideMerge(Emulator.layer()))

describe("a handler of an emulator in a program", () => {
  it("answers its route in every tenant, by the world and the clock of the tenant", async () => {
    await using emulator = await startEmulator({ frozenAt, handlers: { "POST /api/v2/things/:id": thing } })
    const { demo } = emulator
    const session = await emulator.fetch(`${emulator.tenant("blue").baseUrl.us}/api/v1r1/auth`, {
      method: "POST",
      headers: { "x-service-api-key": demo.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ email: demo.email, password: demo.password })
    })
    const { token } = (await session.json()) as any
    const answer = await emulator.fetch(`${emulator.tenant("blue").baseUrl.us}/api/v2/things/a%20b?color=red`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: '{"n":1}'
    })
    assert.deepStrictEqual(await answer.json(), {
      id: "a b",
      color: "red",
      json: { n: 1 },
      tenant: "blue",
      at: "2026-01-01T12:00:00.000Z",
      owner: demo.email,
      by: "Ada Lovelace",
      users: ["ada", "grace"],
      calls: 3
    })
    assert.deepStrictEqual((await emulator.control.stubs.list()).meta.handlers, ["POST /api/v2/things/:id"])
  })

  it("is of one tenant where it is added there, in the place of an earlier one", async () => {
    await using emulator = await startEmulator()
    const text = async (base: string) => (await emulator.fetch(`${base}/api/v2/a`)).text()
    await emulator.handle("GET /api/v2/a", () => "default")
    await emulator.tenant("b").handle("GET /api/v2/a", () => Promise.resolve("once"))
    await emulator.tenant("b").handle("GET /api/v2/a", () => "b")
    assert.strictEqual(await text(emulator.baseUrl.us), '"default"')
    assert.strictEqual(await text(emulator.tenant("b").baseUrl.eu), '"b"')
    assert.include(await text(emulator.tenant("c").baseUrl.us), "There is no operation GET /api/v2/a.")
  })

  it("answers with a Response as it is, and with nothing as 204", async () => {
    const teapot = () =>
      new Response("tea", { status: 418, headers: { "content-type": "text/plain", "x-kind": "green" } })
    await using emulator = await startEmulator({
      handlers: { "GET /api/v2/tea": teapot, "DELETE /api/v2/tea": () => undefined }
    })
    const tea = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/tea`)
    assert.deepStrictEqual([tea.status, tea.headers.get("x-kind"), await tea.text()], [418, "green", "tea"])
    const gone = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/tea`, { method: "DELETE" })
    assert.deepStrictEqual([gone.status, await gone.text()], [204, ""])
    const entries = await emulator.control.journal.list()
    assert.deepStrictEqual(
      entries.map(({ status, stub }) => [status, stub]),
      [
        [418, "GET /api/v2/tea"],
        [204, "DELETE /api/v2/tea"]
      ]
    )
  })

  it.each([
    ["throws", () => Promise.reject(new Error("out of tea"))],
    [
      "throws at once",
      () => {
        throw new Error("out of tea")
      }
    ],
    ["fails", () => Effect.fail("out of tea")],
    ["dies", () => Effect.die(new Error("out of tea"))]
  ])("that %s answers 500, with its message in the journal, and goes on", async (_, handler) => {
    await using emulator = await startEmulator({ handlers: { "GET /api/v2/tea": handler } })
    const ask = () => emulator.fetch(`${emulator.baseUrl.us}/api/v2/tea`)
    assert.strictEqual((await ask()).status, 500)
    assert.strictEqual((await ask()).status, 500)
    const [entry] = await emulator.control.journal.list()
    assert.strictEqual(entry?.reason, "The handler of GET /api/v2/tea failed: out of tea")
  })

  it("whose answer is no JSON answers 500", async () => {
    await using emulator = await startEmulator({ handlers: { "GET /api/v2/tea": () => ({ cups: 1n }) } })
    const answer = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/tea`)
    assert.strictEqual(answer.status, 500)
    assert.match(await answer.text(), /The handler of GET \/api\/v2\/tea failed: .*BigInt/)
  })

  it.each([
    ["/api/v2/a", /^RangeError: The route "\/api\/v2\/a" is none\. Give a method and a path after the region/],
    ["get /api/v2/a", /is none\. Give a method/],
    ["GET /api/v2/:", /^RangeError: The route GET \/api\/v2\/: has :, which is no name of a variable\.$/],
    [
      "GET /api/v1/calls/:id",
      /^RangeError: The route GET \/api\/v1\/calls\/:id is the address of the operation Calls\./
    ]
  ])("is not for %s", async (route, told) => {
    const handlers = { [route]: () => 1 }
    assert.match(String(await startEmulator({ handlers }).catch((error: unknown) => error)), told)
    await using emulator = await startEmulator()
    assert.match(String(await emulator.handle(route, () => 1).catch((error: unknown) => error)), told)
  })

  it.effect("answers with an effect, and raw requests of the SDK reach it and stub mappings", () =>
    Effect.gen(function* () {
      const { control: client, demo, handle } = yield* Emulator
      yield* handle("GET /api/v2/things/:id", ({ params }, tenant) =>
        Effect.succeed({ id: params["id"], by: tenant.caller()?.email })
      )
      const { stubs } = yield* client
      const response = {
        status: 201,
        jsonBody: { by: "{{caller 'email'}}" },
        transformers: ["response-template"] as const
      }
      yield* stubs.make({ payload: { request: { method: "POST", urlPath: "/api/v2/things" }, response } })
      yield* (yield* Session).logIn({ email: demo.email, password: Redacted.make(demo.password) })
      const { request } = yield* RawRequests
      const read = yield* request("GET", "/v2/things/7")
      assert.deepStrictEqual([read.status, read.raw], [200, { id: "7", by: demo.email }])
      const made = yield* request("POST", "/v2/things")
      assert.deepStrictEqual([made.status, made.raw], [201, { by: demo.email }])
    }).pipe(Effect.provide(sdk))
  )
})
