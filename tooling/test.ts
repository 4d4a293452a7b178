import { spawnSync } from "node:child_process"

const run = (command: string, args: ReadonlyArray<string>) =>
  spawnSync("pnpm", ["exec", command, ...args], { stdio: "inherit" }).status ?? 1

const checks = ["types", "lint", "format", "gen"].map((name) => `check:${name}`)
const failures = [
  run("turbo", ["run", ...checks, "--continue=always"]),
  run("vitest", ["run", ...process.argv.slice(2)])
].filter((status) => status !== 0)

process.exitCode = failures.length === 0 ? 0 : 1
