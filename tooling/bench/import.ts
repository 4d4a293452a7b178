import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

import effect from "effect/package.json" with { type: "json" }

import { pack } from "../../packages/core/test/package/packed.ts"
import { inTurn } from "./measure.ts"

const rounds = 15

// the peer, and the packages to compare with
const others = { effect: effect.version, stripe: "23.1.0", openai: "7.57.0", "@aws-sdk/client-s3": "3.1169.0" }

const core = "@remote-assist/core"
const modules: ReadonlyArray<readonly [string, string]> = [
  ["bare node", ""],
  ["stripe", "stripe"],
  ["openai", "openai"],
  ["S3 of the AWS SDK", "@aws-sdk/client-s3"],
  ["the SDK, with promises", `${core}/promise`],
  ["effect/Schema alone", "effect/Schema"],
  ["the SDK with Effect, Client", `${core}/Client`],
  ["the SDK with Effect, all of it", core]
]

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-import-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
const project = join(folder, "project")
const tarball = await pack()
await mkdir(project)
await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
const run = promisify(execFile)
const packages = Object.entries(others).map(([name, version]) => `${name}@${version}`)
await run("pnpm", ["add", "--prefer-offline", "--ignore-workspace", tarball, ...packages], {
  cwd: project
})

/** Measures the processor time, user and system, of a process that imports a module, in milliseconds. */
const cpuOf = async (module: string) => {
  const program = `${module === "" ? "" : `await import(${JSON.stringify(module)})`}
    const { user, system } = process.cpuUsage()
    console.log((user + system) / 1000)`
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: project })
  return Number(stdout)
}

const times = await inTurn(
  modules.map(
    ([, module]) =>
      () =>
        cpuOf(module)
  ),
  rounds
)

const stripe = times[1] ?? 0
console.log(`${"import, processor time".padEnd(42)}            of stripe`)
for (const [index, [what]] of modules.entries()) {
  const time = times[index] ?? 0
  console.log(`${what.padEnd(42)} ${time.toFixed(0).padStart(5)} ms   ${(time / stripe).toFixed(2)}x`)
}
