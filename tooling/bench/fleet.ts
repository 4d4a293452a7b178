import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

import { freePort, root, startEmulator } from "./measure.ts"

// Exports 20,000 users by one process, and with 8 workers through Redis, in turns, from an emulator that answers after `DELAY`
// milliseconds (default 50, then 0). Prints the ratios of the times. `ENTRY=apps/tui/src/main.ts` measures the sources.

const users = 20_000
const entry = process.env["ENTRY"] ?? "apps/tui/dist/tui.mjs"
const delays = process.env["DELAY"] === undefined ? [50, 0] : [Number(process.env["DELAY"])]

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-fleet-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))

const start = (file: string, args: ReadonlyArray<string>, env = process.env) => {
  const child = spawn(file, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
  cleanup.defer(() => void child.kill("SIGKILL"))
  return child
}

const redisPort = await freePort()
const redis = start("redis-server", ["--port", redisPort, "--dir", folder, "--save", ""])
await once(createInterface(redis.stdout), "line")
const { child: emulator, origin } = await startEmulator("apps/http-mock/src/main.ts", "--seed", `users=${users}`)
cleanup.defer(() => void emulator.kill("SIGKILL"))

const env = {
  ...process.env,
  XDG_CONFIG_HOME: folder,
  XDG_STATE_HOME: folder,
  REMOTE_ASSIST_REGION: "us",
  REMOTE_ASSIST_US_URL: `${origin}/us`,
  REMOTE_ASSIST_API_KEY: "demo-api-key",
  REMOTE_ASSIST_EMAIL: "ada@example.com",
  REMOTE_ASSIST_PASSWORD: "correct-horse",
  REMOTE_ASSIST_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  REMOTE_ASSIST_REDIS_KEY: Buffer.alloc(32, 7).toString("base64")
}

for (let index = 0; index < 8; index++)
  await once(createInterface(start(process.execPath, [entry, "worker"], env).stderr), "line")

/** Exports the users; resolves to the seconds that it takes. */
const run = async (...flags: ReadonlyArray<string>) => {
  const since = performance.now()
  const child = start(process.execPath, [entry, "users", "export", "--csv", ...flags], env)
  let lines = 0
  child.stdout.on("data", (data: Buffer) => (lines += data.toString().split("\n").length - 1))
  const [code] = await once(child, "close")
  if (code !== 0 || lines !== users + 1) throw new Error(`exported ${lines} lines, and ended with ${code}`)
  return (performance.now() - since) / 1000
}

for (const delay of delays) {
  const body = JSON.stringify({ operations: ["EnterpriseUsers.list"], latency: { fixed: delay } })
  const headers = { "content-type": "application/json" }
  const address = `${origin}/__mock/faults`
  await fetch(address, { method: "DELETE" })
  if (delay > 0 && !(await fetch(address, { method: "POST", headers, body })).ok)
    throw new Error("the fault was refused")
  const turns = [0, 1, 2].map(() => [] as Array<number>)
  for (const turn of turns) turn.push(await run(), await run("--workers", "redis"))
  const best = (index: number) => Math.min(...turns.map((turn) => turn[index] ?? Number.POSITIVE_INFINITY))
  const [alone, shared] = [best(0), best(1)]
  console.log(
    `answers after ${delay} ms: alone ${alone.toFixed(2)} s, with 8 workers ${shared.toFixed(2)} s, ${(alone / shared).toFixed(2)} times as fast`
  )
}
