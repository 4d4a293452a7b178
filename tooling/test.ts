import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { resolve } from "node:path"

const evidence = ".reports/evidence"

const run = (command: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  spawnSync("pnpm", ["exec", command, ...args], { stdio: "inherit", env: { ...process.env, ...env } }).status === 0

const filters = process.argv.slice(2)
const checks = ["types", "lint", "cycles", "format", "gen"].map((name) => `check:${name}`)
const checked = run("turbo", ["run", ...checks, "--continue=always"])
rmSync(evidence, { recursive: true, force: true })
const tested = run("vitest", ["run", ...filters], {
  REMOTE_ASSIST_MOCK_EVIDENCE: resolve(evidence),
  // tests start programs many times: a third less processor time for each
  NODE_COMPILE_CACHE: resolve("node_modules/.cache/node")
})
// a part of the tests shows a part of the emulator
const shown = filters.length > 0 || !tested || run("node", ["tooling/evidence.ts"])

if (!checked) console.error("Static checks failed: see above, or run `pnpm check`.")
process.exitCode = checked && tested && shown ? 0 : 1
