import { spawnSync } from "node:child_process"

const run = (...command: ReadonlyArray<string>) =>
  spawnSync("pnpm", ["exec", ...command], { stdio: "inherit" }).status === 0

const filters = process.argv.slice(2)
const checks = ["types", "lint", "cycles", "fragments", "words", "format", "gen"].map((name) => `check:${name}`)
// tests mostly wait for sockets, timers and terminals
const turbo = (...tasks: ReadonlyArray<string>) =>
  run("node", "tooling/turbo.ts", ...tasks, "--continue=always", "--concurrency=4")

if (filters.length > 0) {
  const passesChecks = turbo(...checks)
  process.exitCode = run("vitest", "run", ...filters) && passesChecks ? 0 : 1
} else {
  // evidence needs all tests
  process.exitCode = turbo(...checks, "test", "test:tooling") && run("node", "tooling/evidence.ts") ? 0 : 1
}
