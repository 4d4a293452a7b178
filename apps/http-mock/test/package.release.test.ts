import { cp, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { playwrightReport, reportOf, vitestReport, writeDocumented } from "./fixtures/reports.ts"
import type { Reported } from "./fixtures/reports.ts"
import { install, run, tool } from "./library/consumer.ts"
import { chromium } from "./support/chromium.ts"

let consumer: Awaited<ReturnType<typeof install>>

const manifest = async () => JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"))

const texts = async () => {
  const entries = await readdir(join(consumer.installed, "dist"), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  return Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const))
}

const secrets = /a-wrong-password|a-secret-token|demo-api-key/

// not the whole report: it quotes the source of the test
const assertReported = (message: string | undefined, { attached, isPassed }: Reported) => {
  assert.isFalse(isPassed)
  const { "journal.har": har = "", "journal.json": journal = "" } = attached
  assert.match(message ?? "", /Requests to the emulator:\n +#1 400 POST \/us\/api\/v1r1\/auth \(Auth\.logInV1R1\)\n/)
  for (const text of [message ?? "", har, journal]) assert.notMatch(text, secrets)
  assert.deepStrictEqual(
    JSON.parse(har).log.entries.map(({ response }: any) => response.status),
    [400, 401]
  )
  const entries = JSON.parse(journal)
  assert.deepStrictEqual(
    entries.map(({ operation }: any) => operation),
    ["Auth.logInV1R1", "Registration.confirm"]
  )
  assert.match(entries[0].curl, /^curl /)
}

describe("the packed emulator in a consumer's project", { concurrent: true, timeout: 240_000 }, () => {
  beforeAll(async () => {
    consumer = await install()
    await writeDocumented(consumer.folder)
  }, 300_000)

  afterAll(() => consumer.remove())

  it("passes publint", async () => {
    const { code, text } = await tool("publint", consumer.tarball, "--strict")
    assert.strictEqual(code, 0, text)
    assert.include(text, "All good!")
  })

  it("has types for each entry point under the resolution of Node and of bundlers", async () => {
    const { code, text } = await tool("attw", consumer.tarball, "--profile", "esm-only")
    assert.strictEqual(code, 0, text)
    for (const entry of ["", "/Control", "/playwright", "/promise", "/vitest", "/world"])
      assert.include(text, `"@remote-assist/http-mock${entry}"`)
  })

  it("compiles with skipLibCheck off, for Node and for a bundler", async () => {
    const { code, text } = await run("pnpm", ["check"], consumer.folder)
    assert.strictEqual(code, 0, text)
  })

  it("passes a suite that uses Effect, promises and a mock of fetch", async () => {
    const { code, text } = await run("pnpm", ["test"], consumer.folder)
    assert.strictEqual(code, 0, text)
    assert.match(text, /Tests +6 passed \(6\)/)
  })

  it("has a vitest fixture that reports the journal of a failed test", async () => {
    const reports = await vitestReport(consumer.folder)
    const failed = reports.filter(({ isPassed }) => !isPassed).map(({ title }) => title)
    assert.deepStrictEqual(failed, ["logs in with a wrong password", "sends nothing", "waits for a delayed response"])
    assert.match(
      reportOf(reports, "waits for a delayed response").message,
      /Faults and their hits:\n +fault-1 \(Tokens\.info\): 1 of 1 request/
    )
    assert.lengthOf(reports, 11)
    const failure = reportOf(reports, "logs in with a wrong password")
    assertReported(failure.message, failure)
    for (const title of ["sends nothing", "is meant to fail"])
      assert.deepStrictEqual(reportOf(reports, title).attached, {})
  })

  // the tests open pages in a browser
  it.skipIf(chromium === undefined)("has a Playwright fixture that reports the journal of a failed test", async () => {
    const reports = await playwrightReport(consumer.folder)
    const failed = reports.filter(({ isPassed }) => !isPassed).map(({ message, title }) => [title, message])
    assert.lengthOf(failed, 1, JSON.stringify(failed))
    assert.lengthOf(reports, 7)
    const failure = reportOf(reports, "logs in with a wrong password")
    assertReported(failure.attached["requests to the emulator"], failure)
  })

  it("runs a script with the command exec", async () => {
    const { code, text } = await run(
      "npx",
      ["--offline", "remote-assist-mock", "exec", "--", "node", "script.mjs"],
      consumer.folder
    )
    assert.strictEqual(code, 0, text)
    assert.include(text, "200 [ 'token' ]")
  })

  it("serves the console, which loads only files of the package", async () => {
    const script = `
      const address = process.env.REMOTE_ASSIST_MOCK_URL + "/__mock/"
      const page = await fetch(address, { headers: { accept: "text/html" } })
      const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => new URL(file, address))
      const found = await Promise.all(files.map((file) => fetch(file)))
      console.log(page.status, page.headers.get("content-security-policy"), found.map(({ status }) => status).join())
    `
    const { code, text } = await run(
      "npx",
      ["--offline", "remote-assist-mock", "exec", "--", "node", "--input-type=module", "-e", script],
      consumer.folder
    )
    assert.strictEqual(code, 0, text)
    assert.match(text, /^200 default-src 'none'; script-src 'self'; .* 200(?:,200){2,}$/m)
  })

  it("has a command without peer dependencies", async () => {
    const alone = join(consumer.folder, "../alone")
    const files = await readdir(join(consumer.installed, "dist"))
    for (const file of files.filter((file) => file.endsWith(".mjs")))
      await cp(join(consumer.installed, "dist", file), join(alone, "dist", file))
    const { code, text } = await run(
      process.execPath,
      ["dist/http-mock.mjs", "exec", "--", process.execPath, join(consumer.folder, "script.mjs")],
      alone
    )
    assert.strictEqual(code, 0, text)
    assert.include(text, "200 [ 'token' ]")
  })

  it("has a command that names the required version on an old Node", async () => {
    const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`
    const { code, text } = await run(
      process.execPath,
      [
        "--import",
        `data:text/javascript,${encodeURIComponent(old)}`,
        join(consumer.installed, "dist/http-mock.mjs"),
        "--version"
      ],
      consumer.folder
    )
    assert.strictEqual(code, 1)
    assert.match(text, /^Node 20\.20\.2 is too old, this needs 22\.19 or newer\. .*\n$/)
  })

  it("has documents whose links stay within the package", async () => {
    const files = await readdir(consumer.installed)
    const documents = files.filter((file) => file.endsWith(".md"))
    assert.includeMembers(documents, ["README.md", "GAPS.md"])
    for (const document of documents) {
      const text = await readFile(join(consumer.installed, document), "utf8")
      for (const [, target = ""] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
        if (!/^https?:/.test(target)) assert.include(files, target, `${document} links to ${target}`)
      assert.notMatch(text, /\]\(\.\.|<(?:img|a)\s/, document)
    }
  })

  it("uses the project's Effect", async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = await manifest()
    const needed = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    assert.deepStrictEqual(needed, ["effect"])
    assert.includeMembers(Object.keys(dependencies), ["@effect/platform-node", "@remote-assist/core", "lru-cache"])
  })

  it("contains no key and no path of the build machine", async () => {
    for (const [file, text] of await texts())
      assert.notMatch(text, /PRIVATE KEY-----\s*[\w+/]{40}|\beyJ[\w-]{20}|["'`](?:\/home|\/root|\/Users)\//, file)
  })

  it.each(["Tenant", "dist/Tenant.js", "Flags"])("does not export %s", async (module) => {
    const { code, text } = await run(
      process.execPath,
      ["--input-type=module", "-e", `await import("@remote-assist/http-mock/${module}")`],
      consumer.folder
    )
    assert.strictEqual(code, 1)
    assert.include(text, "ERR_PACKAGE_PATH_NOT_EXPORTED")
  })
})
