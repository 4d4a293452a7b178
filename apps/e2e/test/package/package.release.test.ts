import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import { discover, builtInFolder } from "../../src/runner/discovery.ts"
import { install, run, tool } from "./consumer.ts"

let consumer: Awaited<ReturnType<typeof install>>

const e2e = (args: ReadonlyArray<string>, folder = consumer.folder) =>
  run(join(consumer.folder, "node_modules/.bin/remote-assist-e2e"), args, folder)

const vitest = (...args: ReadonlyArray<string>) =>
  run("pnpm", ["exec", "vitest", "run", "--testTimeout", "60000", ...args], consumer.folder)

describe("the packed runner in a project", { concurrent: true, timeout: 120_000 }, () => {
  beforeAll(async () => {
    consumer = await install()
  }, 180_000)

  afterAll(() => consumer.remove())

  it("has no problems for publint", async () => {
    const { code, text } = await tool("publint", consumer.tarball, "--strict")
    assert.strictEqual(code, 0, text)
    assert.include(text, "All good!")
  })

  it("has types for Node's resolution and for bundlers'", async () => {
    const { code, text } = await tool("attw", consumer.tarball, "--profile", "esm-only")
    assert.strictEqual(code, 0, text)
  })

  it("uses Effect, the SDK and the emulator of the project", async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(consumer.installed, "package.json"), "utf8")
    )
    assert.deepStrictEqual(Object.keys(peerDependencies), ["effect"])
    assert.deepStrictEqual(Object.keys(dependencies), [
      "@effect/platform-node",
      "@remote-assist/core",
      "@remote-assist/http-mock",
      "fast-check",
      "vitest"
    ])
  })

  it("has documents that link only to its own files", async () => {
    const files = await readdir(consumer.installed)
    const text = await readFile(join(consumer.installed, "README.md"), "utf8")
    for (const [, target = ""] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
      if (!/^https?:/.test(target)) assert.include(files, target)
    assert.notMatch(text, /\]\(\.\./)
  })

  it("lists and runs each of its scenarios", async () => {
    const all = await Effect.runPromise(discover([builtInFolder]))
    const { code, text } = await e2e(["--list"])
    assert.strictEqual(code, 0, text)
    assert.sameMembers(
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0] ?? ""),
      all.map(({ name }) => name)
    )
    const ended = await e2e(["--reporter", "junit=out/report.xml"])
    assert.strictEqual(ended.code, 0, ended.text)
    assert.include(ended.text, `${all.length} passed, 0 failed`)
    assert.match(await readFile(join(consumer.folder, "out/report.xml"), "utf8"), /^<\?xml /)
  })

  it("reports locations in its scenarios as in their source", async () => {
    const name = "users/list-is-ordered"
    const compiled = await readFile(join(consumer.installed, `dist/scenarios/${name}.js`), "utf8")
    const source = await readFile(join(builtInFolder, `${name}.ts`), "utf8")
    const expectations = (text: string) => [...text.matchAll(/Expect\./g)].map(({ index }) => index)
    assert.deepStrictEqual(expectations(compiled), expectations(source))
  })

  it("runs a folder of the project with any package.json", async () => {
    const { code, text } = await e2e(["./my-scenarios"])
    assert.strictEqual(code, 0, text)
    assert.match(text, /^✓ users\/leaver-is-inactive/)
    assert.notMatch(text, /warning/i)
  })

  it.each(["commonjs", "module", undefined])("runs a folder of a package of the type %s", async (type) => {
    const folder = await mkdtemp(join(tmpdir(), "remote-assist-e2e-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp(join(consumer.folder, "my-scenarios"), join(folder, "mine"), { recursive: true })
    if (type !== undefined) await writeFile(join(folder, "package.json"), JSON.stringify({ type }))
    const { code, text } = await e2e(["./mine"], folder)
    assert.strictEqual(code, 0, text)
    assert.notMatch(text, /warning/i)
  })

  it("writes a scenario that passes and type-checks, for Node and for a bundler", async () => {
    const written = await e2e(["new", "users/my-case", "--folder", "./my-scenarios"])
    assert.strictEqual(written.code, 0, written.text)
    const ran = await e2e(["my-scenarios/users/my-case.ts"])
    assert.strictEqual(ran.code, 0, ran.text)
    const checked = await run("pnpm", ["check"], consumer.folder)
    assert.strictEqual(checked.code, 0, checked.text)
  })

  it.each([
    [
      ["compare", "in-process", "in-process", "./my-scenarios/users/leaver-is-inactive.ts"],
      /No differences in 1 scenario/
    ],
    [["export", "k6", "./my-scenarios/users/leaver-is-inactive.ts"], /EnterpriseUsers\.remove/],
    [["fuzz", "--runs", "2", "--seed", "7"], /no difference/]
  ])("carries out %j", async (args, says) => {
    const { code, text } = await e2e(args)
    assert.strictEqual(code, 0, text)
    assert.match(text, says)
  })

  it("refuses a scenario of another copy of Effect", async () => {
    const folder = await mkdtemp(join(consumer.folder, "other-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const own = join(consumer.folder, "node_modules/effect")
    const copy = join(folder, "node_modules/their-steps/node_modules/effect")
    await cp(own, copy, { recursive: true, dereference: true, filter: (path) => !path.endsWith(".map") })
    const steps = join(folder, "node_modules/their-steps")
    await writeFile(join(steps, "package.json"), `{"name":"their-steps","type":"module","exports":"./index.js"}`)
    await writeFile(
      join(steps, "index.js"),
      `import * as Effect from "effect/Effect"\nexport const done = Effect.succeed(undefined)\n`
    )
    await writeFile(
      join(folder, "foreign.ts"),
      `import { scenario, step } from "@remote-assist/e2e"\nimport { done } from "their-steps"\nexport default scenario(step("theirs", done))\n`
    )
    const { code, text } = await e2e([join(folder, "foreign.ts")])
    assert.notStrictEqual(code, 0, text)
    assert.match(text, /foreign\.ts is invalid: The step "theirs" received an Effect of another copy of effect/)
    assert.include(text, "npm ls effect")
  })

  it("runs scenarios in tests of vitest in parallel, each on its own emulator", async () => {
    const { code, text } = await vitest("passing")
    assert.strictEqual(code, 0, text)
    assert.match(text, /Tests +7 passed \(7\)/)
  })

  it("reports failures in tests of vitest with step and location, and cleans up after a timeout", async () => {
    const { code, text } = await vitest("failing")
    assert.strictEqual(code, 1)
    assert.match(
      text,
      /in: the first is looked at\n +their e-mail address\n +- "nobody@example\.com"\n +\+ "ada@example\.com"\n +GET http/
    )
    assert.match(text, /failing\.spec\.ts:12:\d+\n/)
    assert.match(text, /→ 400 .*\n +journal \d+: The filter names the field shoe/)
    assert.match(text, /Test timed out in 500ms/)
    assert.match(text, /ScenarioTimeout: The scenario did not end within 0\.5 s and was interrupted\./)
    assert.notMatch(text, /demo-api-key|correct-horse/)
    assert.match(text, /Tests +4 failed \| 1 skipped \(5\)/)
    assert.strictEqual(await readFile(join(consumer.folder, "cleaned-up"), "utf8"), "once\nonce\n")
  })
})
