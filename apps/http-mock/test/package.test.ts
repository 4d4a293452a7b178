import { cp, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { install, run, tool } from "./library/consumer.ts"

let consumer: Awaited<ReturnType<typeof install>>

const manifest = async () => JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"))

const texts = async () => {
  const entries = await readdir(join(consumer.installed, "dist"), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  return Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const))
}

describe("the packed emulator, in a project of a consumer", { concurrent: true, timeout: 60_000 }, () => {
  beforeAll(async () => {
    consumer = await install()
  }, 120_000)

  afterAll(() => consumer.remove())

  it("has nothing for publint to say", async () => {
    const { code, text } = await tool("publint", consumer.tarball, "--strict")
    assert.strictEqual(code, 0, text)
    assert.include(text, "All good!")
  })

  it("has types for each entry point, for Node's resolution and for bundlers'", async () => {
    const { code, text } = await tool("attw", consumer.tarball, "--profile", "esm-only")
    assert.strictEqual(code, 0, text)
    for (const entry of ["", "/Control", "/promise"]) assert.include(text, `"@remote-assist/http-mock${entry}"`)
  })

  it("compiles there with every declaration checked, for Node and for a bundler", async () => {
    const { code, text } = await run("pnpm", ["check"], consumer.folder)
    assert.strictEqual(code, 0, text)
  })

  it("serves a suite of theirs: with Effect, with promises and as a mock of fetch", async () => {
    const { code, text } = await run("pnpm", ["test"], consumer.folder)
    assert.strictEqual(code, 0, text)
    assert.match(text, /Tests +6 passed \(6\)/)
  })

  it("runs a script of theirs beside its command", async () => {
    const { code, text } = await run(
      "npx",
      ["--offline", "remote-assist-mock", "exec", "--", "node", "script.mjs"],
      consumer.folder
    )
    assert.strictEqual(code, 0, text)
    assert.include(text, "200 [ 'token' ]")
  })

  it("has a command that needs nothing beside it", async () => {
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

  it("has a command that says on an old Node which one it needs", async () => {
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

  it("has documents that lead only to what is in it", async () => {
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

  it("takes Effect from the project", async () => {
    const { dependencies, peerDependencies } = await manifest()
    assert.deepStrictEqual(Object.keys(peerDependencies), ["effect"])
    assert.deepStrictEqual(Object.keys(dependencies), ["@effect/platform-node", "@remote-assist/core", "lru-cache"])
  })

  it("carries no key and no path of the machine it was built on", async () => {
    for (const [file, text] of await texts())
      assert.notMatch(text, /PRIVATE KEY-----\s*[\w+/]{40}|\beyJ[\w-]{20}|["'`](?:\/home|\/root|\/Users)\//, file)
  })

  it.each(["Tenant", "dist/Tenant.js", "Flags"])("keeps %s to itself", async (module) => {
    const { code, text } = await run(
      process.execPath,
      ["--input-type=module", "-e", `await import("@remote-assist/http-mock/${module}")`],
      consumer.folder
    )
    assert.strictEqual(code, 1)
    assert.include(text, "ERR_PACKAGE_PATH_NOT_EXPORTED")
  })
})
