import { spawnSync } from "node:child_process"

const run = (command: string, args: ReadonlyArray<string>) =>
  spawnSync("pnpm", ["exec", command, ...args], { stdio: "inherit" }).status === 0

const checks = ["types", "lint", "format", "gen"].map((name) => `check:${name}`)
const checked = run("turbo", ["run", ...checks, "--continue=always"])
const tested = run("vitest", ["run", ...process.argv.slice(2)])

if (!checked) console.error("Static checks failed: see above, or run `pnpm check`.")
process.exitCode = checked && tested ? 0 : 1
