import { execFile, fork } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import effect from "effect/package.json" with { type: "json" }

import { pack } from "../../packages/core/test/package/packed.ts"
import { inTurn } from "./measure.ts"

// Processor time of the client of a call, with the published package, 32 calls at a time. Each form runs in its own process,
// one after the other, and decodes the same users.

const rounds = Number(process.env["ROUNDS"] ?? 7)

const forms = {
  fetch: "fetch and JSON.parse",
  zod: "fetch, JSON.parse and zod",
  promise: "the SDK, with promises",
  effect: "the SDK with Effect, on HttpNode",
  fetched: "the SDK with Effect, on HttpFetch"
}

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-calls-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
const project = join(folder, "project")
const tarball = await pack()
await mkdir(project)
await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
const client = join(project, "client.mjs")
await cp(fileURLToPath(new URL("client.mjs", import.meta.url)), client)
const run = promisify(execFile)
const packages = [tarball, `effect@${effect.version}`, "zod@4.6.7"]
await run("pnpm", ["add", "--prefer-offline", "--ignore-workspace", ...packages], { cwd: project })

const server = fork(new URL("server.mjs", import.meta.url))
cleanup.defer(() => {
  server.kill()
})
const [{ port }] = (await once(server, "message")) as [AddressInfo]

const cpuOf = async (form: string, size: number) => {
  const { stdout } = await run(process.execPath, [client, form, String(size), String(port)])
  return Number(stdout)
}

for (const size of [20, 1000]) {
  const times = await inTurn(
    Object.keys(forms).map((form) => () => cpuOf(form, size)),
    rounds
  )
  const base = times[1] ?? 0
  for (const [index, what] of Object.values(forms).entries()) {
    const time = times[index] ?? 0
    console.log(
      `${`${what}, ${size} users`.padEnd(48)} ${time.toFixed(0).padStart(6)} us   ${(time / base).toFixed(2)}x of zod`
    )
  }
}
