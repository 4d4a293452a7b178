import { writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { assert, describe, it, onTestFinished, vi } from "vitest"

import { logLayer } from "../../src/cli/start.ts"
import { serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** The output of an emulator that answers one request. */
const session = async (...flags: ReadonlyArray<string>) => {
  const { end, printed, prints } = serve(["--port", "0", ...flags])
  const [us] = await prints(/http:\/\/127\.0\.0\.1:\d+\/us/)
  await fetch(`${us}/api/v1/token/info?token=canary-4711`, { headers: { "x-service-api-key": "demo-api-key" } })
  await end()
  return printed
}

describe("--log", () => {
  it("json prints one object per request, without the values of the query", async () => {
    const { err, out } = await session("--log", "json")
    assert.match(out, /^The emulator is ready\./)
    const lines = err
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      lines.map(({ message }) => message),
      ["answered"]
    )
    assert.hasAllKeys(lines[0], ["annotations", "level", "message", "timestamp"])
    const { annotations, timestamp } = lines[0]
    assert.match(timestamp, /^\d{4}-/)
    assert.deepInclude(annotations, {
      tenant: "default",
      region: "us",
      method: "GET",
      path: "/api/v1/token/info",
      operation: "Tokens.info",
      status: 401
    })
    assert.isAbove(annotations.millis, 0)
    assert.notInclude(err, "canary-4711")
  })

  it("json prints a warning without empty fields", () => {
    const printing = vi.spyOn(console, "error").mockReturnValue()
    onTestFinished(() => printing.mockRestore())
    Effect.runSync(Effect.provide(Effect.logWarning("It is late."), logLayer("json")))
    const [[line] = []] = printing.mock.calls
    assert.hasAllKeys(JSON.parse(line), ["level", "message", "timestamp"])
  })

  it("pretty prints one line per request, without the number of the fiber", async () => {
    const { err } = await session("--log", "pretty")
    assert.match(err, /^timestamp=\S+ level=INFO message=answered tenant=default .*status=401/m)
    assert.notInclude(err, "fiber")
  })

  it("pretty prints the error of a handler as the cause, beside one message", async () => {
    const file = join(temporaryFolder(), "handlers.mjs")
    const handler = 'http.get("*/token/info", () => { throw new Error("lost") })'
    writeFileSync(file, `import { http } from "msw"\nexport default [${handler}]`)
    const { err } = await session("--log", "pretty", "--handlers", file)
    const line = err.split("\n").find((line) => line.includes("level=ERROR")) ?? ""
    assert.match(line, / message="The handler GET \*\/token\/info failed\." .*cause="Error: lost/)
    assert.strictEqual(line.split("message=").length, 2)
  })

  it("does not affect standard output, and warnings go to standard error without it", async () => {
    const { end, printed, prints } = serve(["--port", "0", "--banner", "json", "--mail-webhook", "http://127.0.0.1:2"])
    const { REMOTE_ASSIST_US_URL: us } = JSON.parse((await prints(/^.*\n/))[0])
    await fetch(`${us}/api/v1/register/resend_confirmation?email=new%40example.com`, {
      method: "POST",
      headers: { "x-service-api-key": "demo-api-key" }
    })
    await end()
    assert.lengthOf(printed.out.trim().split("\n"), 1)
    assert.match(printed.err, /WARN.*E-mails that were not delivered to http:\/\/127\.0\.0\.1:2 before the exit: 1/)
    assert.notMatch(printed.err, /fiber|#\d/)
  })

  it("prints nothing by default", async () => {
    const { err } = await session()
    assert.strictEqual(err, "")
  })
})
