import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import effect from "effect/package.json" with { type: "json" }

import { pack } from "../../packages/core/test/package/packed.ts"
import { inTurn } from "./measure.ts"

// Processor time to decode one long answer with the published package, and the longest block of the event loop meanwhile. Each
// form runs in its own process, one after the other, on the same answer.

const rounds = Number(process.env["ROUNDS"] ?? 7)

const forms = {
  json: "JSON.parse",
  zod: "JSON.parse and zod",
  effect: "the SDK with Effect",
  promise: "the SDK, with promises"
}

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-decode-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
const project = join(folder, "project")
const tarball = await pack()
await mkdir(project)
await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
const program = join(project, "decode.mjs")
await cp(fileURLToPath(new URL("decode.mjs", import.meta.url)), program)
const run = promisify(execFile)
const packages = [tarball, `effect@${effect.version}`, "zod@4.6.7"]
await run("pnpm", ["add", "--prefer-offline", "--ignore-workspace", ...packages], { cwd: project })

for (const size of [100_000, 500_000]) {
  const blocks = new Map<string, number>()
  const times = await inTurn(
    Object.keys(forms).map((form) => async () => {
      const { stdout } = await run(process.execPath, [program, form, String(size)])
      const [cpu, block] = JSON.parse(stdout) as [number, number]
      blocks.set(form, Math.min(block, blocks.get(form) ?? Number.POSITIVE_INFINITY))
      return cpu
    }),
    size > 100_000 ? 2 : rounds
  )
  const base = times[1] ?? 0
  for (const [index, [form, what]] of Object.entries(forms).entries()) {
    const time = times[index] ?? 0
    console.log(
      `${`${what}, ${size} entries`.padEnd(44)} ${time.toFixed(0).padStart(6)} ms   ${(time / base).toFixed(2)}x of zod   longest block ${(blocks.get(form) ?? 0).toFixed(0)} ms`
    )
  }
}
