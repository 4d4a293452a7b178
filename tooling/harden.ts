import { spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"

import { attack, partNames } from "../apps/http-mock/test/harden/attack.ts"
import { newReport, tableOf } from "../apps/http-mock/test/harden/support/Report.ts"
import { attack as attackCore } from "../packages/core/test/hostile/mutants/attack.ts"

const usage = `Usage: pnpm harden emulator [--minutes 10] [--seed number] [--part ${partNames.join("|")}]...
       pnpm harden core [--minutes 10] [--seed number]
       pnpm harden tui`

const maxFindings = 40

const fail = (message: string): never => {
  console.error(`${message}\n${usage}`)
  process.exit(2)
}

const parse = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: "string", default: "10" },
        seed: { type: "string", default: String(randomInt(1_000_000)) },
        part: { type: "string", multiple: true, default: [] }
      }
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { positionals, values } = parse()
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const unknown = values.part.find((name) => !partNames.some((known) => known === name))
const [target] = positionals
if (positionals.length === 1 && target === "tui") {
  // random key sessions, the widths of all characters and all texts to speak; the tests run a part of each
  const files = ["test/random", "test/text", "test/renderers/linear/any-text"]
  const args = ["exec", "vitest", "run", "--project", "@remote-assist/tui", ...files]
  const { status } = spawnSync("pnpm", args, { stdio: "inherit", env: { ...process.env, REMOTE_ASSIST_HARDEN: "1" } })
  process.exit(status ?? 1)
}
if (positionals.length !== 1 || (target !== "emulator" && target !== "core")) {
  fail("Name one target: emulator, core or tui.")
}
if (!(minutes > 0)) fail(`Invalid number of minutes "${values.minutes}". It must be above 0.`)
if (!Number.isSafeInteger(seed)) fail(`Invalid seed "${values.seed}". It must be a whole number.`)
if (unknown !== undefined) fail(`Unknown part "${unknown}".`)
if (target === "core" && values.part.length > 0) fail("Core has no parts.")

const attackEmulator = async () => {
  const names = partNames.filter((name) => values.part.length === 0 || values.part.includes(name))
  const report = newReport()
  await attack(names, seed, minutes * 60_000, report, (name) => console.log(`${name} ...`))
  return { table: tableOf(report), findings: report.findings }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

/** Runs all attacks of core's tests. */
const attackByTests = () =>
  spawnSync("pnpm", ["exec", "vitest", "run", "packages/core/test/hostile"], {
    stdio: "inherit",
    env: { ...process.env, REMOTE_ASSIST_HARDEN: "1" }
  }).status === 0
    ? []
    : ["The hostile tests of core failed. See above."]

const attackSdk = async () => {
  const failed = attackByTests()
  const end = performance.now() + minutes * 60_000
  let answers = 0
  const { findings, longestBlock, outcomes, rss } = await attackCore(seed, (so) => {
    answers = so
    return so === 0 || performance.now() < end
  })
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["answers", String(answers)],
    ...[...outcomes]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([outcome, count]) => [`  ${outcome}`, String(count)] as const),
    ["longest block", `${Math.round(longestBlock)} ms`],
    ["RSS", rss.map(megabytes).join(" -> ")]
  ]
  return {
    table: rows.map(([name, value]) => `${name.padEnd(22)}${value.padStart(20)}`).join("\n"),
    findings: [...failed, ...findings.map(({ answer, detail, kind, step }) => `${answer}, ${step}: ${kind}: ${detail}`)]
  }
}

console.log(`Seed ${seed}: pnpm harden ${target} --minutes ${values.minutes} --seed ${seed}`)
const { findings, table } = await (target === "core" ? attackSdk() : attackEmulator())

console.log(`\n${table}`)
for (const finding of findings.slice(0, maxFindings)) console.error(`\n${finding}`)
console.log(`\n${findings.length === 0 ? "No findings." : `${findings.length} findings.`}`)
process.exitCode = findings.length === 0 ? 0 : 1
