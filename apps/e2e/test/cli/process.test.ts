import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"

import { startedEmulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"
import { folderWith, heldBy, killed, liveSettings, tenantsOf, waitingScenario } from "../support/killed.ts"
import { ran, started } from "../support/reported.ts"

describe("the program", { timeout: 60_000 }, () => {
  it("removes at a live region what it created on SIGTERM", async () => {
    const origin = await startedEmulator()
    const before = await heldBy(origin)
    const folder = folderWith(waitingScenario("yield* provisionedUser()"))
    const { code, out } = await killed(folder, ["--target", "live"], {
      signal: "SIGTERM",
      env: liveSettings(origin)
    })
    assert.match(out, /^! waits .*\n {2}rerun: pnpm e2e \.\/my\/waits\.ts --target live$/m)
    assert.match(out, /1 interrupted/)
    assert.strictEqual(code, 143)
    assert.deepStrictEqual(await heldBy(origin), before)
  })

  it("reports interrupted scenarios and those that did not run as skipped in JUnit", async () => {
    const file = waitingScenario("")
    const folder = ownFolder({ "my/one.ts": file, "my/two.ts": file })
    await killed(folder, ["--max-workers", "1", "-r", "scenarios", "-r", "junit=report.xml"], { signal: "SIGINT" })
    const xml = readFileSync(join(folder, "report.xml"), "utf8")
    assert.match(xml, /^<testsuites name="vitest tests" tests="2" failures="0" errors="0" /m)
    const skipped = [...xml.matchAll(/<skipped message="(.*)">/g)].map(([, message]) => message)
    assert.sameMembers(skipped, ["interrupted", "not run"])
  })

  it("ends at once on a second signal, while a scenario cannot be interrupted", async () => {
    const folder = folderWith(waitingScenario(`console.log("under way"); yield* Effect.uninterruptible(Effect.never)`))
    const { child, ended, written } = started(["./my", "--timeout", "600"], folder)
    onTestFinished(() => void child.kill("SIGKILL"))
    const signals = setInterval(() => written.out.includes("under way") && child.kill("SIGINT"), 200)
    assert.strictEqual(await ended, 130)
    clearInterval(signals)
  })

  it("stops a thread that a scenario blocks, and names the scenario", async () => {
    const file = (body: string) =>
      `import { scenario } from "@remote-assist/e2e"\nimport * as Effect from "effect/Effect"\n${body}`
    const folder = ownFolder({
      "my/blocks.ts": file(
        "export default scenario(function* () { yield* Effect.void; for (;;); }, { timeout: 1000 })"
      ),
      "my/passes.ts": file("export default scenario(Effect.void)")
    })
    const { code, out } = await ran(["./my", "--max-workers", "1"], folder)
    assert.match(out, /^ {2}Error: blocks blocked its thread, as an endless loop does\. /m)
    assert.match(out, /^0 passed, 0 failed, 2 not run /m)
    assert.strictEqual(code, 1)
  })

  it("sends nothing for this machine to a proxy, and names the proxy that answers for a service", async () => {
    const urls: Array<string> = []
    const server = createServer(({ url = "" }, answer) => {
      urls.push(url)
      answer.writeHead(502).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: `http://127.0.0.1:${port}` }
    const origin = await startedEmulator()
    for (const args of [
      ["users/provisioning-creates", "--target", origin],
      ["gc", "--target", origin]
    ])
      assert.strictEqual((await ran(args, ownFolder(), env)).code, 0)
    assert.deepStrictEqual(urls, [])
    const { code, err } = await ran(["users", "--target", "http://mock.example"], ownFolder(), env)
    assert.include(err, `http://mock.example answered 502 through the proxy http://127.0.0.1:${port}.`)
    assert.strictEqual(code, 3)
  })

  it("asks for the credentials of a proxy that answers 407", async () => {
    const server = createServer((_, answer) => void answer.writeHead(407).end())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const proxy = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: `http://127.0.0.1:${port}` }
    for (const target of ["http://mock.example", "live"]) {
      const { code, err } = await ran(["users", "--target", target], ownFolder(), {
        ...liveSettings("http://region.example"),
        ...proxy
      })
      assert.match(
        err,
        /answered 407 through the proxy \S+\. Give the user and password of the proxy in HTTP_PROXY or /
      )
      assert.notInclude(err, "REMOTE_ASSIST_US_URL")
      assert.strictEqual(code, 3)
    }
  })

  it("reports a rejected promise that nothing awaits, in compare and export k6", async () => {
    const source = `import { scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
export default scenario(function* ({ tokens }) {
  void Promise.reject(new Error("on purpose"))
  yield* Effect.exit(tokens.info())
})`
    const folder = ownFolder({ "my/floats.ts": source })
    const compared = await ran(["compare", "in-process", "in-process", "./my"], folder)
    assert.match(
      `${compared.out}${compared.err}`,
      /^An error that no scenario caught: on purpose \(at \S+floats\.ts:4:\d+\)$/m
    )
    const exported = await ran(["export", "k6", "./my/floats.ts"], folder)
    assert.match(
      `${exported.out}${exported.err}`,
      /^floats cannot be recorded because it fails on an emulator: on purpose\.$/m
    )
    assert.deepStrictEqual([compared.code, exported.code], [1, 2])
  })

  it("says that compare was interrupted, and what it does", async () => {
    const { child, ended, written } = started(["compare", "in-process", "in-process"], ownFolder())
    onTestFinished(() => void child.kill("SIGKILL"))
    child.stderr.once("data", () => child.kill("SIGINT"))
    assert.strictEqual(await ended, 130)
    assert.match(
      written.err,
      /^Comparing in-process with in-process, in \d+ scenarios\.\nInterrupted, without a result\. /
    )
  })

  it("interrupts and cleans up a scenario after its time limit, drops its tenant and exits with 1", async () => {
    const origin = await startedEmulator()
    const folder = folderWith(waitingScenario("yield* provisionedUser()"))
    const { code, out } = await ran(["./my", "--target", origin, "--timeout", "1"], folder)
    assert.match(out, /^✗ waits .*\n {2}ScenarioTimeout: The scenario did not end within 1 s/m)
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(await tenantsOf(origin), ["default"])
  })

  it("reruns on a change with --watch until Ctrl-C", async () => {
    const folder = folderWith("export default 1")
    const { child, ended, written } = started(["./my", "--watch"], folder)
    onTestFinished(() => void child.kill("SIGKILL"))
    const seen = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (written.out.includes(text)) resolve()
        }
        look()
        child.stdout.on("data", look)
      })
    await seen("Waiting for changes")
    writeFileSync(
      join(folder, "my/waits.ts"),
      `import { scenario } from "@remote-assist/e2e"\nimport * as Effect from "effect/Effect"\nexport default scenario(Effect.void)`
    )
    await seen("1 passed, 0 failed")
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
  })

  it("ends quietly if the reader of its output is closed", async () => {
    const { child, ended, written } = started(["pods"], ownFolder())
    child.stdout.once("data", () => child.stdout.destroy())
    assert.strictEqual(await ended, 0)
    assert.strictEqual(written.err, "")
  })

  it("writes the reports of vitest without colors into a pipe", async () => {
    const env = { TERM: "xterm", FORCE_COLOR: undefined, NO_COLOR: undefined, CI: undefined }
    const { out } = await ran(["users/list-is-ordered", "-r", "verbose"], ownFolder(), env)
    assert.match(out, /✓ .*list-is-ordered/)
    assert.notInclude(out, "\u001B")
  })
})
