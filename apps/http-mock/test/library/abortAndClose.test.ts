import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"

const apiKey = { "x-service-api-key": "demo-api-key" }

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason
  )

/** The part of a failure that is the same with and without a socket. */
const textOf = (failure: unknown) => (failure instanceof Error ? `${failure.name} ${failure.message}` : String(failure))

const latency = { payload: { operations: ["*"], latency: { fixed: 20_000 } } } as const
const slow = { payload: { operations: ["*"], does: { kind: "slow", chunk: 1, every: 20_000 } } } as const

describe("an AbortSignal", () => {
  const bothWays = async (
    ask: (ask: typeof fetch, url: string) => Promise<unknown>,
    failures: Readonly<Record<string, typeof slow | typeof latency | undefined>>
  ) => {
    await using emulator = await startEmulator({ port: 0 })
    const url = `${emulator.baseUrl.us}/api/v1/token/info`
    const journal = async () => (await emulator.control.journal.list({ query: {} })).length
    const all: Record<string, readonly [failure: string, entries: number]> = {}
    for (const [name, fault] of Object.entries(failures)) {
      await emulator.control.faults.clear()
      if (fault !== undefined) await emulator.control.faults.make(fault)
      const overSocket = textOf(await refused(ask(fetch, url)))
      const before = await journal()
      const inProcess = textOf(await refused(ask(emulator.fetch, url)))
      assert.strictEqual(inProcess, overSocket, name)
      all[name] = [inProcess, (await journal()) - before]
    }
    return all
  }

  it("that is already aborted prevents the request and rejects with its reason", async () => {
    const failures = { slow, latency, none: undefined }
    assert.deepStrictEqual(await bothWays((ask, url) => ask(url, { signal: AbortSignal.abort() }), failures), {
      slow: ["AbortError This operation was aborted", 0],
      latency: ["AbortError This operation was aborted", 0],
      none: ["AbortError This operation was aborted", 0]
    })
    assert.deepStrictEqual(
      await bothWays((ask, url) => ask(new Request(url, { signal: AbortSignal.abort("not any more") })), failures),
      { slow: ["not any more", 0], latency: ["not any more", 0], none: ["not any more", 0] }
    )
  })

  it("that times out rejects a waiting request and the reading of a body", async () => {
    const timed = "TimeoutError The operation was aborted due to timeout"
    const failed = await bothWays(
      (ask, url) => ask(url, { headers: apiKey, signal: AbortSignal.timeout(300) }).then((answer) => answer.text()),
      { latency, slow }
    )
    assert.deepStrictEqual([failed["latency"]?.[0], failed["slow"]?.[0]], [timed, timed])
  })

  it("of a request to the handler rejects with its reason", async () => {
    await using emulator = await startEmulator()
    const { handler } = emulator
    await emulator.control.faults.make(latency)
    const aborting = new AbortController()
    const url = `${emulator.baseUrl.us}/api/v1/token/info`
    const waiting = refused(handler(new Request(url, { signal: aborting.signal })))
    const reason = new Error("enough")
    aborting.abort(reason)
    assert.strictEqual(await waiting, reason)
    assert.strictEqual(await refused(handler(new Request(url, { signal: aborting.signal }))), reason)
  })

  it("fails a body that nobody reads", async () => {
    await using emulator = await startEmulator()
    const aborting = new AbortController()
    const { body } = await emulator.fetch(`${new URL(emulator.baseUrl.us).origin}/__mock/journal/stream`, {
      signal: aborting.signal
    })
    const reason = new Error("enough")
    aborting.abort(reason)
    assert.isNotNull(body)
    assert.strictEqual(await refused(body.getReader().read()), reason)
  })
})

describe("a closed emulator", () => {
  it("ends waiting requests", async () => {
    const emulator = await startEmulator()
    const url = `${emulator.baseUrl.us}/api/v1/token/info`
    await emulator.control.faults.make(latency)
    const entries = emulator.control.journal.stream().then(async (entries) => {
      for await (const _ of entries);
    })
    const { body } = await emulator.fetch(`${new URL(url).origin}/__mock/journal/stream`)
    const reader = body!.getReader()
    await reader.read()
    const waiting = [
      emulator.waitForMail({ to: "nobody@example.com", timeout: "1 minute" }),
      entries,
      emulator.fetch(url),
      emulator.handler(new Request(url)),
      reader.read()
    ].map(refused)
    await emulator.control.clock.read()
    await emulator.close()
    assert.deepStrictEqual((await Promise.all(waiting)).map(textOf), [
      "Error The emulator is closed.",
      "Error The emulator is closed.",
      "TypeError fetch failed",
      "TypeError fetch failed",
      "TypeError fetch failed"
    ])
    await emulator.close()
  })

  it("rejects further requests", async () => {
    const emulator = await startEmulator()
    const url = `${emulator.baseUrl.us}/api/v1/token/info`
    const other = emulator.tenant("other")
    await emulator.close()
    const fetched = await Promise.all([emulator.fetch(url), emulator.handler(new Request(url))].map(refused))
    assert.deepStrictEqual(fetched.map(textOf), ["TypeError fetch failed", "TypeError fetch failed"])
    for (const { cause } of fetched as ReadonlyArray<TypeError>)
      assert.strictEqual(String(cause), "Error: The emulator is closed.")
    const members = [
      () => emulator.advance("1 hour"),
      () => emulator.outbox("us"),
      () => emulator.waitForMail(),
      () => emulator.control.clock.read(),
      () => other.control.clock.read(),
      async () => emulator.tenant("new")
    ]
    for (const member of members) assert.strictEqual(textOf(await refused(member())), "Error The emulator is closed.")
  })

  it("does not keep the program running, and neither does an open one", async () => {
    const library = new URL("../../src/library/promise.ts", import.meta.url).href
    const program = `const { startEmulator } = await import("${library}")
      const { baseUrl, close, control, fetch } = await startEmulator()
      await control.faults.make({ payload: { operations: ["*"], latency: { fixed: 3_600_000 } } })
      fetch(baseUrl.us + "/api/v1/token/info").catch(({ cause }) => console.log(cause.message))
      await close()
      // left open
      await startEmulator()`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
      timeout: 60_000
    })
    assert.strictEqual(stdout, "The emulator is closed.\n")
  })
})
