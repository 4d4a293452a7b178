// runs ten scenarios with this runner, with vitest and fetch, and with Bruno, on one emulator
import { execFile } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { loadavg, tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

import { pack } from "../../packing/install.ts"
import { median, startEmulator, stopServer } from "../measure.ts"

const rounds = 5
const here = import.meta.dirname
const execute = promisify(execFile)

const linesOf = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")))
  const lines = texts.flatMap((text) => text.split("\n").filter((line) => line.trim() !== ""))
  return { files: files.length, lines: lines.length }
}

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-runners-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
const project = join(folder, "project")

for (const name of ["e2e", "vitest", "bruno"]) await cp(join(here, name), join(project, name), { recursive: true })
await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
console.log("packing and installing …")
const packed = await pack(join(folder, "workspace"), ["packages/core", "apps/http-mock", "apps/e2e"], folder)
const tarballs = Object.values(packed).map(({ tarball }) => tarball)
const { default: effect } = await import("effect/package.json", { with: { type: "json" } })
const installed = ["vitest@5.1.0", "@usebruno/cli@4.1.0", `effect@${effect.version}`, ...tarballs]
await execute("npm", ["install", "--no-audit", "--no-fund", ...installed], { cwd: project })
const bin = (name: string) => join(project, "node_modules/.bin", name)

const { child: emulator, origin } = await startEmulator(bin("remote-assist-mock"))
cleanup.defer(() => stopServer(emulator))

const runners = [
  {
    name: "remote-assist-e2e",
    folder: "e2e",
    command: bin("remote-assist-e2e"),
    args: ["./e2e", "--target", origin],
    cwd: project,
    // its output if all ten passed
    passed: /10 passed, 0 failed/
  },
  {
    name: "vitest and fetch",
    folder: "vitest",
    command: bin("vitest"),
    args: ["run", "--dir", "vitest"],
    cwd: project,
    passed: /Tests +10 passed/
  },
  {
    name: "Bruno",
    folder: "bruno",
    command: bin("bru"),
    args: ["run", "-r", "--env-var", `baseUrl=${origin}`],
    cwd: resolve(project, "bruno"),
    passed: /29 \(29 Passed\)/
  }
]

const timeOf = async ({ args, command, cwd, name, passed }: (typeof runners)[number]) => {
  const start = performance.now()
  const { stdout } = await execute(command, args, { cwd, env: { ...process.env, EMULATOR_URL: origin, NO_COLOR: "1" } })
  const time = performance.now() - start
  if (!passed.test(stdout)) throw new Error(`${name} did not pass:\n${stdout}`)
  return time
}

const times = new Map(runners.map(({ name }): [string, Array<number>] => [name, []]))
// in turn, so that other load affects all of them; the first round is a warm-up
for (let round = 0; round <= rounds; round++)
  for (const runner of runners) {
    const time = await timeOf(runner)
    if (round > 0) times.get(runner.name)?.push(time)
  }

const load = loadavg()
  .map((value) => value.toFixed(1))
  .join(" ")
console.log(`whole process, median of ${rounds} (from – to); load average ${load}\n`)
for (const { folder, name } of runners) {
  const all = (times.get(name) ?? []).map((time) => time / 1000)
  const { files, lines } = await linesOf(join(here, folder))
  const range = `${Math.min(...all).toFixed(2)} – ${Math.max(...all).toFixed(2)}`
  console.log(`${name.padEnd(18)} ${median(all).toFixed(2)} s (${range})  ${lines} lines in ${files} files`)
}
