import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"
import { afterEach, assert, describe, expect, it, vi } from "vitest"

import { administratorLogsIn, runScenario, scenario, step } from "../../src/library.ts"

const nodeTests = fileURLToPath(new URL("nodeTests.ts", import.meta.url))

const live = Object.fromEntries(
  ["EMAIL", "PASSWORD", "COLLEAGUE_EMAIL", "COLLEAGUE_PASSWORD", "PERSONAL_ACCESS_TOKEN", "API_KEY"].map((name) => [
    `REMOTE_ASSIST_${name}`,
    "setting@example.com"
  ])
)

const rejected = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it was fulfilled"),
    (error) => error
  )

describe("runScenario", { timeout: 60_000 }, () => {
  afterEach(() => void vi.useRealTimers())

  it("runs in tests of node:test, and skips one whose target lacks something", async () => {
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
    expect(out).toMatch(/^ok 1 - a target that lacks something # SKIP .*offers no world$/m)
    expect(out).toMatch(/^ok 2 - nothing to look at$/m)
    expect(code).toBe(0)
  })

  it.each([
    [undefined, "runScenario was given undefined."],
    [{}, "runScenario was given an object that is no scenario."]
  ])("says of %j that it is no scenario", async (given, sentence) => {
    const error = await rejected(Reflect.apply(runScenario, undefined, [given]))
    assert.instanceOf(error, TypeError)
    expect(String(error)).toContain(`${sentence} Give it what a scenario's file exports`)
  })

  it("names the step that an abort interrupts, and keeps its reason", async () => {
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

  it("says that it was aborted before it began", async () => {
    const error = await rejected(runScenario(scenario(Effect.void), { context: { signal: AbortSignal.abort("late") } }))
    assert.instanceOf(error, Error)
    expect([error.message, error.cause]).toEqual(["The scenario was interrupted before it began.", "late"])
  })

  it("refuses to run while timers are faked", async () => {
    vi.useFakeTimers()
    const error = await rejected(runScenario(scenario(Effect.void)))
    expect(String(error)).toContain("runScenario cannot run while timers are faked")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("runs while only the date is faked", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    await runScenario(scenario(administratorLogsIn))
  })

  it("runs while timers are wrapped, and go on", async () => {
    const spy = vi.spyOn(globalThis, "setTimeout")
    await runScenario(scenario(administratorLogsIn))
    spy.mockRestore()
  })
})
