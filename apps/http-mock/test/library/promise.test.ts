import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { assert, describe, expectTypeOf, it } from "vitest"

import { importWorld, startEmulator } from "../../src/library/promise.ts"
import type { Mail, PromisedTenant, StartOptions } from "../../src/library/promise.ts"
import { CannotListen } from "../../src/server/Listener.ts"
import { at, textAt } from "../support/json.ts"

const headers = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const json = async (answer: Promise<Response>): Promise<unknown> => (await answer).json()

const post = (body: unknown) => ({ method: "POST", headers, body: JSON.stringify(body) })

const logIn = post({ email: "ada@example.com", password: "correct-horse" })

const tokenOf = async ({ baseUrl, fetch }: PromisedTenant) =>
  textAt(await json(fetch(`${baseUrl.us}/api/v1r1/auth`, logIn)), "token")

const users = ({ baseUrl, fetch }: PromisedTenant, token: string) =>
  json(fetch(`${baseUrl.us}/api/v1r1/enterprise/users`, { headers: { ...headers, authorization: token } }))

const register = (email: string) => post({ user_info: { email, name: "Joan", password: "secret-word" } })

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason
  )

describe("startEmulator", () => {
  it("starts an emulator without a socket, and ends it with its block", async () => {
    await using emulator = await startEmulator({ users: 10 })
    await using other = await startEmulator()
    assert.strictEqual(emulator.baseUrl.us, "http://emulator.internal/us")
    assert.strictEqual(at(await users(emulator, await tokenOf(emulator)), "total_entries"), 10)
    assert.strictEqual(at(await users(other, await tokenOf(other)), "total_entries"), 4)
  })

  it("advances the clock by a text or milliseconds", async () => {
    await using emulator = await startEmulator({ tokenLife: "2 hours" })
    const token = await tokenOf(emulator)
    await emulator.advance("1 hour")
    assert.strictEqual(at(await users(emulator, token), "total_entries"), 4)
    await emulator.advance(3_600_001)
    assert.include(JSON.stringify(await users(emulator, token)), "expired")
  })

  it("lists e-mails, and waits for the next one", async () => {
    await using emulator = await startEmulator()
    const before = await emulator.outbox("eu")
    const mail = emulator.waitForMail({ region: "eu", to: "joan@example.com", timeout: "10 seconds" })
    await emulator.fetch(`${emulator.baseUrl.eu}/api/v1r1/register`, register("joan@example.com"))
    const { at, link, to } = await mail
    assert.strictEqual(to, "joan@example.com")
    assert.instanceOf(at, Date)
    assert.match(link ?? "", /^http:\/\/emulator\.internal\/eu\/api\/v1\/register\/confirm\?confirmation_token=/)
    assert.strictEqual((await emulator.outbox("eu")).length, before.length + 1)
    const failure = await refused(emulator.waitForMail({ to: "nobody@example.com", timeout: 10 }))
    assert.deepInclude(failure, { _tag: "NoMailProblem" })
    assert.match(String(failure), /No e-mail to nobody@example\.com of the region us came in time/)
  })

  it("rejects control requests with typed errors", async () => {
    await using emulator = await startEmulator()
    const failure = await refused(emulator.control.tenants.drop({ params: { name: "none" } }))
    assert.deepInclude(failure, { _tag: "NotFoundProblem" })
    assert.instanceOf(failure, Error)
  })

  it("can be awaited and printed with its control plane", async () => {
    await using emulator = await startEmulator()
    const { clock } = emulator.control
    assert.strictEqual(await Promise.resolve(clock), clock)
    assert.isUndefined(Reflect.get(clock, "toJSON"))
  })

  it("listens on a port, and frees it when it is closed", async () => {
    const emulator = await startEmulator({ port: 0 })
    assert.strictEqual((await fetch(new URL("/", emulator.baseUrl.us))).status, 200)
    assert.strictEqual((await emulator.fetch(new URL("/", emulator.baseUrl.us))).status, 200)
    await emulator.close()
    assert.instanceOf(await refused(fetch(emulator.baseUrl.us)), TypeError)
  })

  it("rejects in one sentence when it cannot listen", async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
    const { port } = taken.address() as AddressInfo
    const failure = await refused(startEmulator({ port }))
    taken.close()
    assert.deepInclude(failure, { _tag: "CannotListen", port })
    assert.match(String(failure), /Cannot listen on 127\.0\.0\.1:\d+: the port is taken\./)
    const elsewhere = await refused(startEmulator({ host: "192.0.2.1", port: 0 }))
    assert.match(String(elsewhere), /: the host is not an address of this machine\. Set another host\.$/)
    const { message } = new CannotListen({ host: "nosuch.invalid", port: 0, code: "ENOTFOUND" })
    assert.strictEqual(message, "Cannot listen on nosuch.invalid:0: the name of the host is not known. Correct it.")
  })

  it("rejects an invalid duration or date in one sentence", async () => {
    const wrong = (options: object) => refused(startEmulator(options as StartOptions)).then(String)
    assert.strictEqual(
      await wrong({ tokenLife: "2 parsecs" }),
      `RangeError: Option tokenLife must be a duration from 1 second to 36500 days, such as '10 seconds', or milliseconds. It is "2 parsecs".`
    )
    assert.strictEqual(
      await wrong({ frozenAt: "yesterday" }),
      'RangeError: Option frozenAt must be a date-time, such as 2026-01-01T12:00:00Z, a Date or milliseconds. It is "yesterday".'
    )
    await using emulator = await startEmulator()
    for (const failed of [emulator.advance("soon" as never), emulator.waitForMail({ timeout: "soon" as never })])
      assert.match(String(await refused(failed)), /RangeError: "soon" is not a duration/)
  })

  it("has types for the options of a socket and for all methods", async () => {
    await using emulator = await startEmulator()
    expectTypeOf<{ host: string }>().not.toExtend<StartOptions>()
    expectTypeOf<{ port: number; host: string }>().toExtend<StartOptions>()
    expectTypeOf(emulator.control.clock.read).toBeCallableWith()
    expectTypeOf(emulator.control.tenants.drop)
      .parameter(0)
      .toEqualTypeOf<{ readonly params: { readonly name: string } }>()
    expectTypeOf(emulator.control.tenants.drop).returns.resolves.toEqualTypeOf<{ readonly dropped: string }>()
    expectTypeOf(emulator.waitForMail).returns.resolves.toEqualTypeOf<Mail>()
    expectTypeOf(emulator.advance).parameter(0).toExtend<number | string>()
    // the types state the same
    const [tenant] = await emulator.control.tenants.list()
    assert.deepStrictEqual(await emulator.control.clock.read().then(({ machine }) => machine), true)
    assert.strictEqual(tenant?.name, "default")
  })

  it("explains a call with another type of value", async () => {
    await using emulator = await startEmulator()
    const untyped: any = { handler: emulator.handler, importWorld }
    const failure = (promise: Promise<unknown>) => promise.then(() => "resolved", String)
    assert.strictEqual(
      await failure(untyped.handler("http://a.example")),
      'TypeError: handler needs a Request, not "http://a.example". Use fetch for a URL.'
    )
    for (const files of ["x", [], [{ name: "a" }]])
      assert.include(await failure(untyped.importWorld(files)), "TypeError: importWorld needs files. Use a list")
  })
})
