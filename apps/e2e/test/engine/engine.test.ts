import { readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { onTestFinished, vi } from "vitest"
import type { Reporter, Vitest } from "vitest/node"

import { runEngine } from "../../src/engine/engine.ts"
import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"
import { liveSettings } from "../support/killed.ts"
import { imports } from "../support/reported.ts"
import { htmlServer } from "../support/servers.ts"

/** A folder of scenarios, without any modules beside it. */
const folderOf = (files: Readonly<Record<string, string>>) =>
  ownFolder(Record.map(files, (source) => `${imports}${source}`))

const passes = "export default scenario(Effect.void)"
const unmet = `export default scenario(step("the sum is taken", Expect.equal("the sum", 3, 4)))`

/** Formats settings as dotenv. */
const settingLines = (settings: NodeJS.ProcessEnv) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n")

describe("a run", { timeout: 60_000 }, () => {
  it.live("prints step, values, request, reason and rerun command of a failure without secrets, and exits with 1", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "my/passes.ts": passes,
        "my/users/unmet.ts": unmet,
        "my/users/refused.ts": `import { filter } from "../_shared.ts"
export default scenario(function* () {
  yield* administratorLogsIn
  console.log("hello from a scenario")
  yield* step("a strange filter is used", (yield* EnterpriseUsers).list({ filter }))
})`,
        "my/_shared.ts": `export const filter: string = "shoe=12"`,
        "my/users/refused.test.ts": "throw new Error()"
      })
      const { code, out } = yield* commandLine(join(folder, "my"), "--seed", "7", "--timeout", "30")
      assert.match(out, /^✓ passes \(\d+ ms\)$/m)
      assert.match(
        out,
        /^✗ users\/unmet .*\n {2}in: the sum is taken\n {2}the sum\n {4}- 4\n {4}\+ 3\n {2}at \S+unmet\.ts:\d+:\d+\n {2}rerun: pnpm e2e \S+my\/users\/unmet\.ts --seed 7 --timeout 30$/m
      )
      assert.match(
        out,
        /^✗ users\/refused .*\n {2}in: a strange filter is used\n {2}ErrorV1R1: .*\n {2}at \S+refused\.ts:10:10\n {2}GET http\S+ {2}\(EnterpriseUsers\.list\)\n {2}→ 400 .*\n {2}journal \d+: The filter names .*\n {2}curl: curl /m
      )
      assert.match(out, /^hello from a scenario$/m)
      assert.match(out, /^1 passed, 2 failed \(\d+ ms, seed 7\)$/m)
      assert.notMatch(out, /demo-api-key|correct-horse/)
      assert.strictEqual(code, 1)
    })
  )

  it.live(
    "names the line at which a call of the SDK failed, and secrets that differ, in a curl command that can be pasted",
    () =>
      Effect.gen(function* () {
        const folder = folderOf({
          "my/direct.ts": `import { administratorScenario } from "@remote-assist/e2e"
export default administratorScenario(function* ({ users }) {
  yield* users.list()
  yield* users.list({ filter: "shoe=12" })
})`,
          "my/effect.ts": `export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  throw new Error("it broke")
}))`,
          "my/call.ts": `
const lists = Effect.gen(function* () { yield* (yield* EnterpriseUsers).list() })
export default scenario(lists)`,
          "my/first.ts": `export default scenario(function* () {
  yield* (yield* EnterpriseUsers).list()
})`,
          "my/async.ts": "export default scenario(async ({ users }) => { await users.list() })",
          "my/secrets.ts": `import * as Redacted from "effect/Redacted"
import { administratorScenario } from "@remote-assist/e2e"
export default administratorScenario(function* ({ personalAccessTokens }) {
  const create = Effect.map(personalAccessTokens.create, ({ token }) => Redacted.value(token))
  yield* Expect.equal("the tokens", [1, yield* create], [2, yield* create])
})`
        })
        const junit = join(folder, "junit.xml")
        const { out } = yield* commandLine(join(folder, "my"), "-r", `junit=${junit}`)
        const xml = readFileSync(junit, "utf8")
        assert.match(xml, /❯ scenario \S*effect\.ts:8:9\n/)
        assert.match(xml, /❯ scenario \S*direct\.ts:9:16\n/)
        assert.match(xml, /❯ scenario \S*first\.ts:7:35\n/)
        assert.match(out, /^✗ first .*\n {2}SessionEnded: .*\n {2}at \S+first\.ts:7:35$/m)
        const annotated = yield* commandLine(join(folder, "my/first.ts"), "-r", "github-actions")
        assert.match(
          annotated.out,
          /^✗ first [^]*^::error file=\S*first\.ts,line=7,column=35,title=first::SessionEnded: .*%0Aat \S*first\.ts:7:35$/m
        )
        assert.match(out, /^✗ direct .*\n {2}ErrorV1R1: .*\n {2}at \S+direct\.ts:9:16$/m)
        assert.match(out, /^✗ call .*\n {2}SessionEnded: .*\n {2}at \S+call\.ts:\d+:16$/m)
        assert.match(out, /^✗ effect .*\n {2}Error: it broke\n {2}at \S+effect\.ts:8:9$/m)
        assert.match(out, /^✗ \S+async\.ts is invalid: The body of a scenario is not a generator function\. /m)
        assert.match(
          out,
          /^✗ secrets .*\n {2}the tokens\n(?: {4}.*\n)+ {4}- {3}"<redacted \d+>"\n(?: {4}.*\n)* {4}\+ {3}"<redacted \d+>"$/m
        )
        assert.match(out, /^ {2}curl: curl "\$BASE_URL"\S+shoe%3D12' .*-H 'authorization: '"\$TOKEN"'' /m)
        assert.match(out, /^ {4}\$TOKEN: the `token` in the answer to POST \/v1\/auth$/m)
      })
  )

  it.live("hints at the tag, module or export that is nearly right", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "export.ts": `import { Expct } from "@remote-assist/e2e"`,
        "short.ts": `import { adminScenario } from "@remote-assist/e2e"`,
        "long.ts": `import { makeScenario } from "@remote-assist/e2e"`,
        "module.ts": `import "@remote-assist/core/EnterpriseUser"`,
        "package.ts": `import "@remote-asist/e2e"`,
        "letter.ts": `import "@remote-assist/e2"`,
        "need.ts": `export default scenario(Effect.void, { needs: ["clok"] })`,
        "s.ts": "export default scenario(",
        "_near.ts": "",
        "ending.ts": `import "./_near"`,
        "enum.ts": "enum Color { Red }",
        h: "",
        "x.ts": `import "./q"`,
        "tagged.ts": `export default scenario(Effect.void, { tags: ["smoke"] })`
      })
      const { out } = yield* commandLine(folder)
      assert.match(out, /^✗ \S*export\.ts is invalid: .* Did you mean Expect\?$/m)
      assert.match(out, /^✗ \S*short\.ts is invalid: .* Did you mean administratorScenario\?$/m)
      assert.match(out, /^✗ \S*long\.ts is invalid: .* Did you mean scenario\?$/m)
      assert.match(out, /^✗ \S*module\.ts is invalid: .* Did you mean EnterpriseUsers\.ts\?$/m)
      assert.match(out, /^✗ \S*package\.ts is invalid: .* Did you mean @remote-assist\/e2e\?$/m)
      assert.match(out, /^✗ \S*letter\.ts is invalid: .* Did you mean @remote-assist\/e2e\?$/m)
      assert.match(out, /^✗ \S*need\.ts is invalid: there is no need clok\. Did you mean clock\? /m)
      assert.match(out, /^✗ \S*ending\.ts is invalid: .* Write _near\.ts\.$/m)
      assert.match(
        out,
        /^✗ \S*enum\.ts is invalid: .* Node only removes types: write an object of constants instead\.$/m
      )
      assert.match(out, /^✗ \S*s\.ts is invalid: .* \(at \S+\)\.$/m)
      const line = imports.split("\n").length
      for (const [file, missing] of [
        ["x", "module '\\S+q'"],
        ["package", "package '@remote-asist/e2e'"]
      ])
        assert.match(
          out,
          new RegExp(`^✗ \\S*${file}\\.ts is invalid: Cannot find ${missing} \\(at \\S+${file}\\.ts:${line}\\)\\.`, "m")
        )
      for (const args of [[join(folder, "tagged.ts")], ["--list"]]) {
        const { code, err } = yield* commandLine(...args, "--tag", "smok")
        assert.strictEqual(code, 2)
        assert.match(err, /No scenario matches the tag smok\. Did you mean smoke\? /)
      }
    })
  )

  it.live("tries wrong credentials of a live region once, and runs no scenario", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const folder = folderOf({ "settings.env": "" })
      const settings = join(folder, "settings.env")
      for (const [name, advised] of [
        ["REMOTE_ASSIST_EMAIL", "REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD"],
        ["REMOTE_ASSIST_COLLEAGUE_PASSWORD", "REMOTE_ASSIST_COLLEAGUE_EMAIL and REMOTE_ASSIST_COLLEAGUE_PASSWORD"],
        ["REMOTE_ASSIST_API_KEY", "REMOTE_ASSIST_API_KEY"]
      ] as const) {
        writeFileSync(settings, settingLines({ ...liveSettings(origin), [name]: "not@this" }))
        const { code, err, out } = yield* commandLine("users/list", "--target", "live", "--config", settings)
        assert.match(
          err,
          new RegExp(`^No scenario was run: .* cannot log in, which was tried once\\. .* See ${advised}\\.$`)
        )
        assert.deepStrictEqual([code, out], [2, ""])
      }
      const others = { REMOTE_ASSIST_EMAIL: "grace@example.com" }
      writeFileSync(settings, settingLines({ ...liveSettings(origin), ...others }))
      const { code, err, out } = yield* commandLine("users/list", "--target", "live", "--config", settings)
      assert.strictEqual(
        err,
        "No scenario was run: grace@example.com is not an administrator. See REMOTE_ASSIST_EMAIL."
      )
      assert.deepStrictEqual([code, out], [2, ""])
      const journal = yield* Effect.promise(() => fetch(`${origin}/__mock/journal`).then((answer) => answer.text()))
      assert.strictEqual(journal.split('"status":401').length - 1, 3)
    })
  )

  it.live("names the setting of an address that is not that of a live region, and runs no scenario", () =>
    Effect.gen(function* () {
      const folder = folderOf({ "passes.ts": passes, "settings.env": "" })
      const settings = join(folder, "settings.env")
      const emulated = yield* emulator()
      for (const [url, expected, sentence] of [
        [
          yield* Effect.promise(htmlServer),
          3,
          /^No scenario was run: REMOTE_ASSIST_US_URL is not the address of the service\. /
        ],
        [emulated, 2, /^No scenario was run: .* has no region\..* See REMOTE_ASSIST_US_URL\.$/]
      ] as const) {
        writeFileSync(settings, settingLines({ ...liveSettings(emulated), REMOTE_ASSIST_US_URL: url }))
        const { code, err, out } = yield* commandLine(folder, "--target", "live", "--config", settings)
        assert.match(err, sentence)
        assert.deepStrictEqual([code, out], [expected, ""])
      }
    })
  )

  it.live("runs the scenarios that names, tags and a pattern select", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "users/a.ts": `export default scenario(Effect.void, { tags: ["smoke"], destructive: true })`,
        "users/b.ts": passes,
        "calls/a.ts": `export default scenario(Effect.void, { tags: ["smoke"] })`
      })
      const ran = (...args: ReadonlyArray<string>) =>
        Effect.map(commandLine(folder, ...args), ({ code, out }) => [
          code,
          ...[...out.matchAll(/^✓ (\S+)/gm)].map(([, name = ""]) => name).toSorted((a, b) => a.localeCompare(b))
        ])
      assert.deepStrictEqual(yield* ran("users"), [0, "users/a", "users/b"])
      assert.deepStrictEqual(yield* ran("--tag", "smoke", "--tag", "!destructive"), [0, "calls/a"])
      assert.deepStrictEqual(yield* ran("-t", "^users.*b$"), [0, "users/b"])
      assert.deepStrictEqual(yield* ran("-t", "other"), [2])
    })
  )

  it.live("runs the other scenarios if a file is invalid, names the file and exits with 2", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "passes.ts": passes,
        "none.ts": "export default 1",
        "syntax.ts": "export default (",
        "needs.ts": `export default scenario(Effect.void, { needs: ["tea"] })`,
        "limit.ts": `export default scenario(Effect.void, { timeout: "2 minuts" })`,
        "waits.ts": "await new Promise(() => {})"
      })
      const { code, out } = yield* commandLine(folder, "--timeout", "1")
      assert.match(out, /^✗ \S*waits\.ts is invalid: it was not loaded within 1 s\. Look at its top-level await\.$/m)
      assert.match(out, /^✗ \S*none\.ts is invalid: its default export is not a scenario\. /m)
      assert.match(out, /^✗ \S*syntax\.ts is invalid: .*syntax\.ts:\d+/m)
      assert.match(out, /^✗ \S*needs\.ts is invalid: there is no need tea\. Give clock, /m)
      assert.match(
        out,
        /^✗ \S*limit\.ts is invalid: the option timeout is "2 minuts"\. Give a duration such as "2 minutes"/m
      )
      assert.match(out, /^1 passed, 0 failed, 5 invalid \(/m)
      assert.strictEqual(code, 2)
    })
  )

  it.live("counts the scenarios that --bail did not run", () =>
    Effect.gen(function* () {
      const folder = folderOf({ "a.ts": unmet, "b.ts": unmet, "c.ts": unmet })
      const junit = join(folder, "junit.xml")
      const bail = [folder, "--bail", "1", "--max-workers", "1"]
      const { code, out } = yield* commandLine(...bail, "-r", "scenarios", "-r", `junit=${junit}`)
      assert.match(out, /^Stopped by --bail: 0 passed, 1 failed, 2 not run \(/m)
      assert.strictEqual(readFileSync(junit, "utf8").match(/<skipped message="not run">/g)?.length, 2)
      assert.strictEqual(code, 1)
    })
  )

  it.live("passes if its shard is empty", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine(folderOf({ "unmet.ts": unmet }), "--shard", "4/4")
      assert.match(out, /^0 passed, 0 failed \(/)
      assert.deepStrictEqual([code, err], [0, ""])
    })
  )

  it.live("retries a failed scenario, and reports it as flaky if it passes", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "flaky.ts": `let attempts = 0
export default scenario(Effect.suspend(() => Expect.equal("attempt", ++attempts, 2)))`
      })
      const { code, out } = yield* commandLine(folder, "--retry", "1")
      assert.match(out, /^~ flaky \(\d+ ms, flaky\)$/m)
      assert.strictEqual(code, 0)
    })
  )

  it.live("runs exactly the scenarios that failed in the last run with --last-failed", () =>
    Effect.gen(function* () {
      const folder = folderOf({ "a/one.ts": unmet, "b/two.ts": unmet })
      // the last run is kept in the current folder
      const current = vi.spyOn(process, "cwd").mockReturnValue(folder)
      onTestFinished(() => current.mockRestore())
      yield* commandLine(join(folder, "a"))
      yield* commandLine(join(folder, "b"))
      // runs nothing, which is not the last run
      yield* commandLine(join(folder, "b"), "--tag", "unknown")
      const listed = yield* commandLine("--list", "--last-failed")
      assert.deepStrictEqual([listed.code, listed.out], [0, "two"])
      writeFileSync(join(folder, "b/two.ts"), `${imports}${passes}`)
      const again = yield* commandLine("--last-failed")
      assert.deepStrictEqual([again.code, again.out.match(/^[✓✗] .*(?= \()/gm)], [0, ["✓ two"]])
      const none = yield* commandLine("--last-failed")
      assert.match(none.out, /No scenario failed in the last run\.$/)
      assert.strictEqual(none.code, 0)
    })
  )

  it.live("fails a scenario with an error outside of its fibers, or with a rejection that nothing awaits", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "throws.ts": `export default scenario(Effect.callback<void>((resume) => {
  setTimeout(() => { setTimeout(() => resume(Effect.void), 10); throw new Error("in a timer") }, 1)
}))`,
        "rejects.ts": `export default scenario(Effect.sync(() => {
  void Promise.reject(new Error("in a promise"))
}))`,
        "twice.ts": `export default scenario(Effect.sync(() => {
  for (const which of ["first", "second"]) void Promise.reject(new Error(which))
}))`
      })
      const { code, out } = yield* commandLine(folder)
      assert.match(out, /^✗ throws \(.*\n {2}Error: in a timer\n {2}at \S+throws\.ts:\d+:\d+$/m)
      assert.match(out, /^✗ rejects \(.*\n {2}Error: in a promise\n {2}at \S+rejects\.ts:\d+:\d+$/m)
      assert.match(out, /^✗ twice \(.*\n {2}Error: first\n/m)
      assert.match(out, /^✗ An error that no scenario caught\n.*second\n {6}at \S.*twice\.ts:\d+:\d+\)?\n/m)
      assert.match(out, /^0 passed, 3 failed \(/m)
      assert.strictEqual(code, 1)
    })
  )

  it.live.each([
    ["an async function", "async function () {}"],
    ["an async generator", "async function* () {}"]
  ])("refuses %s as a body before a request, with its position also in the reports", ([, body]) =>
    Effect.gen(function* () {
      const folder = folderOf({ "my/first.ts": `export default scenario(${body})` })
      const junit = join(folder, "junit.xml")
      const file = join(folder, "my/first.ts")
      const { code, out } = yield* commandLine(file, "-r", "github-actions", "-r", `junit=${junit}`)
      assert.match(
        out,
        /^✗ \S+first\.ts is invalid: The body of a scenario is not a generator function\. .*first\.ts:6:16\)\.$/m
      )
      assert.include(out, `::error file=${file},line=6::`)
      const [, failure = ""] = /<failure[^>]*>([^]*)<\/failure>/.exec(readFileSync(junit, "utf8")) ?? []
      assert.match(failure, /^\s*InvalidScenario: .*\n ❯ scenario \S*first\.ts:6:16\s*$/)
      assert.strictEqual(code, 2)
    })
  )

  it.live("writes files with reporters of vitest", () =>
    Effect.gen(function* () {
      const folder = folderOf({
        "unmet.ts": unmet,
        "passes.ts": `export default scenario(step("nothing", Effect.void))`
      })
      const [junit, json] = [join(folder, "out/junit.xml"), join(folder, "out/report.json")]
      const { out } = yield* commandLine(folder, "-r", `junit=${junit}`, "-r", `json=${json}`)
      assert.match(out, /^✗ unmet/m)
      const xml = readFileSync(junit, "utf8")
      assert.match(xml, /<testsuites .*tests="2" failures="1"/)
      const path = relative("", join(folder, "unmet.ts"))
      const [, line] = /unmet\.ts:(\d+):/.exec(out) ?? []
      assert.include(xml, `<testcase classname="scenarios" file="${path}" name="unmet" `)
      assert.match(
        xml,
        new RegExp(` time="[\\d.]+" line="${line}">\\s+<failure message="the sum" type="ScenarioFailed">\n`)
      )
      assert.match(xml, /^ +in: the sum is taken$/m)
      assert.match(xml, /❯ scenario unmet\.ts:\d+:\d+\n/)
      assert.notInclude(xml, "Serialized Error")
      const { testResults } = JSON.parse(readFileSync(json, "utf8"))
      const attemptOf = (name: string) =>
        testResults.find((file: { name: string }) => file.name.endsWith(name)).assertionResults[0].meta.attempt
      assert.strictEqual(attemptOf("unmet.ts").outcome.failure.compared.expected, "4")
      assert.strictEqual(attemptOf("passes.ts").steps[0].title, "nothing")
    })
  )

  it.live("says what to install for the reporter html", () =>
    Effect.gen(function* () {
      const written = vi.spyOn(process.stderr, "write").mockReturnValue(true)
      onTestFinished(() => written.mockRestore())
      const { code, err } = yield* commandLine(folderOf({ "passes.ts": passes }), "-r", "html=/tmp/report.html")
      assert.match(
        err,
        /^--reporter html needs another package\. Install it with npm install --save-dev @vitest\/ui@\d/
      )
      assert.strictEqual(code, 2)
      assert.notInclude(written.mock.calls.join(), "MISSING DEPENDENCY")
    })
  )

  it.live("omits the hint of the reporter html to serve its report", () =>
    Effect.gen(function* () {
      const written = vi.spyOn(process.stdout, "write").mockReturnValue(true)
      onTestFinished(() => written.mockRestore())
      const runConfig = {
        id: "test",
        isOwn: false,
        target: "in-process",
        roots: [folderOf({ "passes.ts": passes })],
        tags: [],
        seed: 1,
        timeout: 60,
        allowDestructive: false,
        withDetails: false,
        withJournal: false,
        region: undefined,
        config: undefined,
        rerunFlags: []
      }
      let logger: Vitest["logger"] | undefined
      const html: Reporter = {
        onInit: (vitest) => void (logger = vitest.logger),
        onTestRunEnd: () => {
          logger?.log("Report is generated")
          logger?.log("You can run npx vite preview --outDir report to see the test results.")
        }
      }
      yield* runEngine(runConfig, { parts: [], files: undefined }, { reporters: [html] })
      const text = written.mock.calls.map(([chunk]) => String(chunk)).join("")
      assert.include(text, "Report is generated")
      assert.notInclude(text, "vite preview")
    })
  )

  it.live("exits with 7 if a report cannot be written", () =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine(folderOf({ "passes.ts": passes }), "-r", "json=/dev/full")
      assert.match(out, /^1 passed, 0 failed/m)
      assert.match(
        err,
        /^A report \(json=\/dev\/full\) is incomplete: the disk is full\. Free some space on it\. Give another file and run the command again\.$/
      )
      assert.strictEqual(code, 7)
    })
  )

  it.live("exits with 6 if a clean-up fails, and advises gc only for data that remains", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const folder = folderOf({
        "change.ts": `import { restoreAtEnd } from "@remote-assist/e2e"
export default scenario(restoreAtEnd("linus@example.com active again", Effect.fail(new Error("no permission"))))`,
        "data.ts": `import { temporary } from "@remote-assist/e2e"
export default scenario(temporary({ kind: "toaster", id: "t1", create: Effect.void, remove: () => Effect.fail(new Error("it is hot")) }))`,
        "settings.env": settingLines(liveSettings(origin))
      })
      const live = yield* commandLine(folder, "--target", "live", "--config", join(folder, "settings.env"))
      assert.match(
        live.out,
        /^1 not restored\. Restore them yourself, as gc cannot:\n {2}linus@example\.com active again: no permission\n1 not removed:\n {2}toaster t1: it is hot\nRemove them with pnpm e2e gc --target live --config \S+ --run \w{6}\n0 passed, 2 failed/m
      )
      const [json, junit] = [join(folder, "report.json"), join(folder, "report.xml")]
      const reporters = ["github-actions", `json=${json}`, `junit=${junit}`].flatMap((name) => ["-r", name])
      const { code, out } = yield* commandLine(folder, "--target", origin, ...reporters)
      assert.match(
        out,
        /^2 not cleaned up\. An emulator drops such data, but a live region keeps it:\n {2}linus@example\.com active again: no permission\n {2}toaster t1: it is hot\n0 passed, 2 failed/m
      )
      assert.match(
        out,
        /^✗ data .*\n {2}CleanUpFailed: The clean-up failed: toaster t1 was not removed: it is hot\n {2}at \S+data\.ts:7:25\n {2}rerun: /m
      )
      assert.match(
        out,
        /CleanUpFailed: The clean-up failed: linus@example\.com active again was not restored: no permission/
      )
      assert.match(
        out,
        /^::error file=\S*data\.ts,line=7,column=25,title=data::CleanUpFailed: The clean-up failed: toaster/m
      )
      assert.match(
        readFileSync(junit, "utf8"),
        /name="data"[^>]* line="7">\s*<failure message="The clean-up failed: toaster t1 /
      )
      assert.match(readFileSync(json, "utf8"), /"numFailedTests":2,/)
      assert.deepStrictEqual([live.code, code], [6, 6])
    })
  )

  it.live("skips scenarios that a live region does not support, and destructive ones unless they are allowed", () =>
    Effect.gen(function* () {
      const origin = yield* emulator()
      const folder = folderOf({
        "destructive.ts": "export default scenario(Effect.void, { destructive: true })",
        "needs.ts": `export default scenario(Effect.void, { needs: ["clock"] })`,
        "token.ts": "export default scenario(function* ({ personalAccessToken: _ }) {})",
        "colleague.ts": `export default scenario(function* ({ colleague }) { yield* Expect.equal("it", colleague.email, "linus@example.com") })`,
        "settings.env": ""
      })
      const settings = join(folder, "settings.env")
      writeFileSync(settings, settingLines({ ...liveSettings(origin), REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "" }))
      const live = [folder, "--target", "live", "--config", settings]
      const { code, out } = yield* commandLine(...live)
      assert.match(out, /^- destructive \(skipped: it is destructive: allow it with --allow-destructive\)$/m)
      assert.match(out, /^- token \(skipped: REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN is not set\)$/m)
      assert.match(out, /^✓ colleague/m)
      assert.match(out, /^- needs \(skipped: the live region of the settings offers no clock\)$/m)
      assert.strictEqual(code, 0)
      const allowed = yield* commandLine(...live, "--allow-destructive")
      assert.match(allowed.out, /^✓ destructive/m)
    })
  )

  it.live("runs over a socket", () =>
    Effect.gen(function* () {
      const { code, out } = yield* commandLine("users/list-is-ordered", "--target", "socket")
      assert.match(out, /^1 passed, 0 failed/m)
      assert.strictEqual(code, 0)
      const folder = folderOf({
        "fails.ts": `export default scenario(function* () {
  yield* administratorLogsIn
  yield* Expect.equal("x", 1, 2)
})`
      })
      const failed = yield* commandLine(folder, "--target", "socket")
      assert.match(failed.out, /^ {2}curl: curl "\$BASE_URL"'?\/api\/v1\/auth/m)
    })
  )
})
