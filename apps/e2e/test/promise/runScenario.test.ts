import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"
import { afterEach, assert, describe, expect, it, vi } from "vitest"

import { administratorLogsIn, runScenario, scenario, step } from "../../src/library.ts"
import { startedEmulator } from "../support/emulators.ts"
import { liveSettings } from "../support/killed.ts"
import { proxy } from "../support/servers.ts"

const nodeTests = fileURLToPath(new URL("nodeTests.ts", import.meta.url))

const live = Object.fromEntries(
  ["EMAIL", "PASSWORD", "COLLEAGUE_EMAIL", "COLLEAGUE_PASSWORD", "PERSONAL_ACCESS_TOKEN", "API_KEY"].map((name) => [
    `REMOTE_ASSIST_${name}`,
    `${name.toLowerCase()}@example.com`
  ])
)

const rejected = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was fulfilled"),
    (error) => error
  )

describe("runScenario", { timeout: 60_000 }, () => {
  afterEach(() => void vi.useRealTimers())

  it("runs in tests of node:test, and skips a test if the target lacks a need", async () => {
    const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
      const env = {
        PATH: process.env["PATH"],
        ...live,
        REMOTE_ASSIST_REGION: "us",
        REMOTE_ASSIST_US_URL: "http://127.0.0.1:1/us/api"
      }
      execFile(process.execPath, ["--test", "--test-reporter=tap", nodeTests], { env }, (error, out) =>
        resolve({ code: error?.code ?? 0, out })
      )
    })
    expect(out).toMatch(/^ok 1 - the target lacks a need # SKIP .*offers no world$/m)
    expect(out).toMatch(/^ok 2 - an empty scenario$/m)
    expect(code).toBe(0)
  })

  it.each([
    [undefined, "runScenario received a value of type undefined, not a scenario."],
    [{}, "runScenario received a value of type object, not a scenario."]
  ])("refuses %j, which is not a scenario", async (value, sentence) => {
    const error = await rejected(Reflect.apply(runScenario, undefined, [value]))
    assert.instanceOf(error, TypeError)
    expect(String(error)).toContain(`${sentence} Pass the default export of a scenario file`)
  })

  it("reports the step that an abort interrupts, with the reason as the cause", async () => {
    const abort = new AbortController()
    const reason = new Error("enough")
    let cleaned = false
    const endless = scenario(
      Effect.gen(function* () {
        yield* administratorLogsIn
        yield* Effect.addFinalizer(() => Effect.sync(() => (cleaned = true)))
        return yield* step(
          "it waits",
          Effect.andThen(
            Effect.sync(() => setTimeout(() => abort.abort(reason), 10)),
            Effect.never
          )
        )
      })
    )
    const error = await rejected(runScenario(endless, { context: { signal: abort.signal } }))
    assert.instanceOf(error, Error)
    expect(error.message).toBe('The scenario was interrupted in the step "it waits", and cleaned up.')
    assert.strictEqual(error.cause, reason)
    assert.isTrue(cleaned)
  })

  it("names the line of a failed request in a file that vitest transforms", async () => {
    const refused = scenario(function* ({ users }) {
      yield* administratorLogsIn

      // vitest removes comments and empty lines
      yield* users.list({ filter: "shoe=12" })
    })
    const error = await rejected(runScenario(refused))
    const lines = readFileSync(import.meta.filename, "utf8").split("\n")
    const line = lines.findIndex((text) => /^ +yield\* users\.list/.test(text)) + 1
    assert.instanceOf(error, Error)
    expect(error.stack).toContain(`runScenario.test.ts:${line}:`)
  })

  it.each([
    ["no scenario", () => Reflect.apply(runScenario, undefined, [undefined])],
    ["an unknown option", () => Reflect.apply(runScenario, undefined, [scenario(Effect.void), { contxt: {} }])],
    ["an unreachable target", () => runScenario(scenario(Effect.void), { target: "http://127.0.0.1:1" })],
    ["a body that is not a generator", () => runScenario(Reflect.apply(scenario, undefined, [() => {}]))]
  ])("shows the call for %s", async (_, run) => {
    const error = await rejected(run())
    assert.instanceOf(error, Error)
    const [first = ""] = error.stack?.match(/^ +at .*/gm) ?? []
    expect(first).toMatch(/runScenario\.test\.ts:\d+:\d+/)
    expect(error.stack).toContain(error.message)
  })

  it("tries a wrong password of a live region once, and names its setting", async () => {
    const emulator = await startedEmulator()
    const logIns: Array<string> = []
    const origin = await proxy((url) => {
      if (url.endsWith("/auth")) logIns.push(url)
      return emulator
    })
    const { REMOTE_ASSIST_COLLEAGUE_EMAIL: _, REMOTE_ASSIST_COLLEAGUE_PASSWORD: __, ...settings } = liveSettings(origin)
    for (const [name, value] of Object.entries({ ...settings, REMOTE_ASSIST_PASSWORD: "wrong" }))
      vi.stubEnv(name, value)
    for (const title of ["first", "second"]) {
      const context = { task: { name: title } }
      const error = await rejected(runScenario(scenario(administratorLogsIn), { context, target: "live" }))
      expect(String(error)).toMatch(
        /ada@example\.com cannot log in, which was tried once\. .* See REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD\./
      )
      expect(String(error)).not.toContain("no answer")
    }
    vi.unstubAllEnvs()
    expect(logIns).toHaveLength(1)
  })

  it("refuses the definition of a scenario with an async body", () => {
    for (const body of [async () => {}, { tags: [] }])
      expect(() => Reflect.apply(scenario, undefined, [body])).toThrow("is not a generator function")
  })

  it("reports an abort before the start", async () => {
    const error = await rejected(runScenario(scenario(Effect.void), { context: { signal: AbortSignal.abort("late") } }))
    assert.instanceOf(error, Error)
    expect([error.message, error.cause]).toEqual(["The scenario was interrupted before it started.", "late"])
  })

  it("refuses to run with fake timers", async () => {
    vi.useFakeTimers()
    const error = await rejected(runScenario(scenario(Effect.void)))
    expect(String(error)).toContain("runScenario cannot run with fake timers")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("runs if only the date is fake", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    await runScenario(scenario(administratorLogsIn))
  })

  it("runs if timers are wrapped", async () => {
    vi.spyOn(globalThis, "setTimeout")
    await runScenario(scenario(administratorLogsIn))
  })
})
