import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { LoadReport } from "../../src/load/LoadReport.ts"
import { ownFolder } from "../support/folder.ts"
import { program } from "../support/program.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(LoadReport))

const short = ["--rate", "20", "--duration", "1s", "--arrivals", "constant"]

/** A scenario file that does something, named after what it shows. */
const scenarioIn = (folder: string, name: string, body: string) => {
  const file = join(folder, `${name}.ts`)
  const library = new URL("../../src/library.ts", import.meta.url)
  const effect = import.meta.resolve("effect/Effect")
  writeFileSync(
    file,
    `import { scenario } from ${JSON.stringify(library.href)}\nimport * as Effect from ${JSON.stringify(effect)}\nexport default scenario(${body})\n`
  )
  return file
}

describe("remote-assist-e2e load", { timeout: 60_000 }, () => {
  it("tells latencies by operation, and writes them as JSON and as a page that needs nothing else", async () => {
    const cwd = ownFolder()
    const args = [
      "load",
      "users/administrator-is-provisioned",
      ...short,
      "--json",
      "out/load.json",
      "--html",
      "out/load.html"
    ]
    const { code, stderr, stdout } = await program([...args, "--threshold", "errors<1%", "--threshold", "p99<1h"], cwd)
    assert.strictEqual(code, 2, stdout)
    assert.match(stderr, /--threshold cannot be used: p99<1h is no threshold: give one such as/)
    const ended = await program([...args, "--threshold", "errors<1%", "--threshold", "dropped<=0"], cwd)
    assert.strictEqual(ended.code, 0, ended.stderr)
    assert.match(ended.stdout, /20 due: 20 passed, 0 failed, 0 dropped, 0 unfinished; 20\.0\/s/)
    assert.match(ended.stdout, /EnterpriseUsers\.list +60 .* 200: 60\n/)
    const report = decode(readFileSync(join(cwd, "out/load.json"), "utf8"))
    assert.deepStrictEqual([report.arrivals.due, report.latency?.count, report.left_behind], [20, 20, 0])
    const page = readFileSync(join(cwd, "out/load.html"), "utf8")
    assert.notMatch(page, /https?:\/\/|<script|src=|href=|NaN|undefined|correct-horse/)
    assert.strictEqual(page.match(/<svg /g)?.length, page.match(/<\/svg>/g)?.length)
    assert.match(page, /EnterpriseUsers\.list<\/th><td>60<\/td>/)
  })

  it("ends with 5 where a threshold does not hold, and says what was measured", async () => {
    const args = ["load", "pods/one-pod-is-the-default", ...short, "--threshold", "p50<0.001", "--threshold", "rate>1"]
    const { code, stdout } = await program(args, ownFolder())
    assert.strictEqual(code, 5)
    assert.match(stdout, /✗ p50<0\.001 {2}\(was \d/)
    assert.match(stdout, /✓ rate>1 {2}\(was 20\)/)
  })

  it("ends with 1 where an iteration fails, unless a threshold says how many may", async () => {
    const cwd = ownFolder()
    const file = scenarioIn(cwd, "fails", `Effect.fail(new Error("broken <b> & correct-horse"))`)
    const html = join(cwd, "load.html")
    const failed = await program(["load", file, ...short, "--html", html], cwd)
    assert.strictEqual(failed.code, 1, failed.stderr)
    assert.match(failed.stdout, /20 × Error: broken <b> & <redacted>/)
    assert.match(readFileSync(html, "utf8"), /20 × Error: broken &lt;b&gt; &amp; &lt;redacted&gt;/)
    const allowed = await program(["load", file, ...short, "--threshold", "errors<=100%"], cwd)
    assert.strictEqual(allowed.code, 0)
  })

  it("ends with 130 on Ctrl-C, with what was measured until then", async () => {
    const cwd = ownFolder()
    const args = [
      "load",
      "users/administrator-is-provisioned",
      "--rate",
      "20",
      "--duration",
      "1h",
      "--json",
      "load.json"
    ]
    const { code, stdout } = await program(args, cwd, { text: "Ctrl-C ends it", signal: "SIGINT" })
    assert.strictEqual(code, 130)
    assert.match(stdout, /interrupted\n +\d+ due: /)
    const { arrivals, interrupted, left_behind } = decode(readFileSync(join(cwd, "load.json"), "utf8"))
    assert.deepStrictEqual([interrupted, left_behind], [true, 0])
    assert.strictEqual(arrivals.due, arrivals.passed + arrivals.failed + arrivals.dropped + arrivals.unfinished)
  })

  it.each([
    [["users"], /users chooses \d+ scenarios, and one is needed: .*users\//],
    [["nothing-such"], /nothing-such chooses no scenario/],
    [["pods/one-pod-is-the-default", "--rate", "0"], /--rate 0 is not above 0/],
    [["pods/one-pod-is-the-default", "--duration", "30"], /--duration 30 is no duration such as 30s/],
    [["pods/one-pod-is-the-default", "--duration", "0s"], /--duration 0 leaves no time/],
    [["pods/one-pod-is-the-default", "--max-in-flight", "0"], /--max-in-flight: "0".* from 1 to 100,000/],
    [["pods/one-pod-is-the-default", "--target", "live"], /with --allow-live/],
    [["pods/one-pod-is-the-default", "--html", "/dev/null/such"], /\/dev\/null\/such cannot be written/]
  ])("refuses %j before it sends anything", async (args, why) => {
    const { code, stderr, stdout } = await program(["load", ...args], ownFolder())
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.match(stderr, why)
  })
})
