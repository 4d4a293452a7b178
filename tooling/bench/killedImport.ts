import { spawn } from "node:child_process"
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { pause, processorOf, root, startEmulator } from "./measure.ts"

// Imports 10,000 users with the terminal UI's command, which is killed three times at random and started again, while answers
// are lost. Measures the time and the processor time. Ends with 1 unless each user was created exactly once. `ENTRY=apps/tui/src/main.ts` measures the sources instead of the bundle.

const count = Number(process.env["COUNT"] ?? 10_000)
const kills = Number(process.env["KILLS"] ?? 3)
const entry = process.env["ENTRY"] ?? "apps/tui/dist/tui.mjs"

await using cleanup = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), "remote-assist-killed-"))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))

const { child: emulator, origin } = await startEmulator("apps/http-mock/src/main.ts", "--journal", String(3 * count))
cleanup.defer(() => void emulator.kill("SIGKILL"))

for (const does of [
  { does: { kind: "status", status: 503 } },
  { does: { kind: "reset" }, after: true },
  { does: { kind: "status", status: 502 }, after: true }
]) {
  const body = JSON.stringify({ operations: ["EnterpriseUsers.provision"], when: { probability: 0.002 }, ...does })
  const headers = { "content-type": "application/json" }
  const { ok } = await fetch(`${origin}/__mock/faults`, { method: "POST", headers, body })
  if (!ok) throw new Error("the fault was refused")
}

const file = join(folder, "new-hires.csv")
const hires = Array.from({ length: count }, (_, at) => `Hire ${at},hire${at}@plant.example\n`)
await writeFile(file, `name,email\n${hires.join("")}`)
const results = `${file}.results.ndjson`
const size = () =>
  stat(results).then(
    ({ size }) => size,
    () => 0
  )

const env = {
  ...process.env,
  XDG_CONFIG_HOME: folder,
  XDG_STATE_HOME: folder,
  REMOTE_ASSIST_REGION: "us",
  REMOTE_ASSIST_US_URL: `${origin}/us`,
  REMOTE_ASSIST_API_KEY: "demo-api-key",
  REMOTE_ASSIST_EMAIL: "ada@example.com",
  REMOTE_ASSIST_PASSWORD: "correct-horse"
}

let total = 0

/** Runs the import until its results file has a number of bytes, or to its end. Returns the exit code. */
const run = async (until: number) => {
  const since = performance.now()
  const args = [entry, "users", "import", file, "--yes", "--json"]
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] })
  let time = 0
  while (child.exitCode === null && child.signalCode === null) {
    time = Math.max(time, await processorOf(child.pid))
    if ((await size()) > until) child.kill("SIGKILL")
    await pause(10)
  }
  total += time
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${child.signalCode ?? child.exitCode}: ${seconds} s, processor ${time / 1000} s`)
  return child.exitCode
}

const since = performance.now()
for (let times = 0; times < kills; times++) await run((await size()) + Math.random() * 40 * count)
const code = await run(Number.POSITIVE_INFINITY)
const seconds = ((performance.now() - since) / 1000).toFixed(1)
console.log(`all: ${seconds} s, processor ${total / 1000} s`)

const query = `operation=EnterpriseUsers.provision&limit=${3 * count}`
const answer = await fetch(`${origin}/__mock/journal?${query}`)
const sent: ReadonlyArray<{ readonly changed: boolean; readonly status: number }> = JSON.parse(await answer.text())
const created = sent.filter(({ changed }) => changed).length
const refused = sent.filter(({ status }) => status === 400).length
console.log(`created ${created} of ${count}, ${sent.length} requests, ${refused} for existing users`)
if (code !== 0 || created !== count || refused > 0) process.exitCode = 1
