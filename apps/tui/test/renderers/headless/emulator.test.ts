import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { expect, onTestFinished, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { env, requests } = await service(4)
  return { env: { REMOTE_ASSIST_REGION: "us", ...env }, requests }
}

const emulator = (words: string, env: Readonly<Record<string, string>>) =>
  remoteAssist(["emulator", ...words.split(" ")], { env })

test("sends requests only to the control plane, without a login", async () => {
  const { env: all, requests } = await served()
  const { REMOTE_ASSIST_EMAIL: _, REMOTE_ASSIST_PASSWORD: __, ...env } = all
  const { code, stdout } = await emulator("clock month --json", env)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ action: "clock.month", outcome: "done", clock: { machine: false } })
  expect(requests.filter((line) => !line.includes("/__mock"))).toEqual([])
})

test("says that a confirmed e-mail cannot be confirmed again", async () => {
  const { env } = await served()
  expect(await emulator("outbox confirm 1", env)).toMatchObject({ code: 0 })
  const { code, stderr } = await emulator("outbox confirm 1", env)
  expect(code).not.toBe(0)
  expect(stderr).toContain("Confirm the newest one.")
  expect(stderr).not.toContain("then try again")
})

test("asks before your own new e-mail address is confirmed", async () => {
  const { env } = await served()
  expect(await emulator("outbox confirm 2", env)).toMatchObject({ code: 0 })
  await remoteAssist(["users", "update", "101", "--email", "countess@example.com", "--yes"], { env })
  const question =
    "Confirm new-email 3 to countess@example.com? This is your own account. You then log in with the new address in place of the old one."
  expect(await emulator("outbox confirm 3", env)).toMatchObject({ code: 1, stderr: expect.stringContaining(question) })
  expect((await remoteAssist(["users", "show", "101"], { env })).stdout).toContain('"email":"ada@example.com"')
  expect(await emulator("outbox confirm 3 --dry-run", env)).toMatchObject({
    stderr: expect.stringContaining("This is your own account.")
  })
  expect(await emulator("outbox confirm 3 --yes", env)).toMatchObject({ code: 0 })
})

test("takes a duration as the lifetime of a fault", async () => {
  const { env } = await served()
  const add = ["emulator", "faults", "add", "--does", "503", "--ttl"]
  expect(await remoteAssist([...add, "5"], { env })).toMatchObject({
    code: 1,
    stderr: "--ttl is not a duration such as 10 minutes.\n"
  })
  const { stdout } = await remoteAssist([...add, "10 minutes", "--dry-run"], { env })
  expect(stdout).toContain('"ttl":"600000 millis"')
  expect(await remoteAssist([...add, "10 minutes"], { env })).toMatchObject({ code: 0 })
})

test("controls the tenant in the address", async () => {
  const { baseUrl, demo } = await listening()
  const env = { REMOTE_ASSIST_REGION: "us", REMOTE_ASSIST_US_URL: baseUrl.us, REMOTE_ASSIST_API_KEY: demo.apiKey }
  const other = { ...env, REMOTE_ASSIST_US_URL: baseUrl.us.replace(/\/us$/, "/t/other/us") }
  expect(await emulator("faults busy", other)).toMatchObject({ code: 0 })
  expect((await emulator("faults list", env)).stdout).toBe("")
  expect((await emulator("faults list", other)).stdout).toContain("fault-1")
})

test("lists faults with several effects and conditions", async () => {
  const { baseUrl, demo } = await listening({
    faults: [
      {
        operations: ["Pods.list"],
        caller: "ada",
        where: { query: { page: 2 } },
        when: { first: 2 },
        latency: { min: 1, max: 2 },
        does: [{ kind: "worst" }, { kind: "override", status: 299 }, { kind: "html" }, { kind: "reset" }],
        afterLast: "repeat"
      }
    ]
  })
  const env = { REMOTE_ASSIST_REGION: "us", REMOTE_ASSIST_US_URL: baseUrl.us, REMOTE_ASSIST_API_KEY: demo.apiKey }
  const { code, stdout } = await emulator("faults list --table --columns operations,does,when", env)
  expect(code).toBe(0)
  expect(stdout).toContain("Pods.list of ada, some requests")
  expect(stdout).toContain("worst, then override, then html, and 1 more, latency min 1 max 2 ms")
  expect(stdout).toContain("first 2")
})

test("restores a snapshot and stores the state before it in another", async () => {
  const { env } = await served()
  await remoteAssist(["users", "deactivate", "102"], { env })
  expect((await emulator("snapshots diff initial", env)).stdout).toContain("/users/102/active")
  expect(await emulator("snapshots restore initial", env)).toMatchObject({ code: 0 })
  const names = await emulator("snapshots list --csv --columns name", env)
  expect(names.stdout.split(/\r?\n/)).toContain("before-restore-1")
  await emulator("snapshots restore before-restore-1", env)
  const { stdout } = await remoteAssist(["users", "show", "102"], { env })
  expect(JSON.parse(stdout)).toMatchObject({ active: false })
})

test("shows no recording address of the journal", async () => {
  const { env } = await served()
  const call = "call_00000000-0000-4000-8000-000000000001"
  expect(await remoteAssist(["calls", "show", call], { env })).toMatchObject({ code: 0 })
  const { stdout } = await emulator("journal list --ndjson", env)
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly id: number; readonly path: string })
    .filter(({ path }) => path.includes(call))
  const read = await Promise.all(entries.map(({ id }) => emulator(`journal read ${id}`, env)))
  const texts = read.map(({ stdout }) => stdout).join("")
  expect(texts).toContain('"recordingUrl": "…"')
  expect(texts).not.toContain("/recordings/")
})

test("lists the journal by status, without secrets", async () => {
  const { env } = await served()
  await remoteAssist(["users", "list"], { env })
  await fetch(`${env.REMOTE_ASSIST_US_URL}/api/v1/register/confirm?confirmation_token=very-secret`, { method: "POST" })
  const { stdout } = await emulator("journal list --filter status=4xx", env)
  const entries = stdout.trim().split("\n")
  expect(entries).toHaveLength(1)
  const why = expect.stringContaining("API key")
  expect(JSON.parse(entries[0] ?? "")).toMatchObject({ operation: "Registration.confirm", status: 401, why })
  expect(await emulator("journal list --filter operation=Users", env)).toMatchObject({
    stderr: "The emulator refused to list the journal entries: There is no operation Users.\n"
  })
  const whole = await emulator("journal read 1 --json --reveal", env)
  expect(whole.code).toBe(0)
  for (const text of [stdout, whole.stdout]) expect(text).not.toMatch(/very-secret|demo-api-key|correct-horse|eyJ/)
})

test("rejects a live service and sends it no token", async () => {
  const lines: Array<string> = []
  const server = createServer((request, response) => {
    lines.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim())
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const ended = await emulator("faults busy", {
    REMOTE_ASSIST_REGION: "us",
    REMOTE_ASSIST_US_URL: url,
    REMOTE_ASSIST_API_KEY: "key",
    REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "very-secret"
  })
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(`${url} is not an emulator`) })
  expect(lines).toEqual(["GET /__mock"])
})

/** An emulator on a socket. */
const listening = async (options: Parameters<typeof Emulator.layerServer>[0] = {}) => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const layer = Emulator.layerServer({ port: 0, ...options })
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  return Effect.runPromise(Effect.provideContext(Emulator, context))
}

test("a dry run prints the request and changes nothing", async () => {
  const { env, requests } = await served()
  const toggle = async () => (await emulator("clock toggle --dry-run --json", env)).stdout
  const clock = async () => JSON.parse((await emulator("clock show --json", env)).stdout) as { readonly scale: number }
  expect(JSON.parse(await toggle())).toMatchObject({ method: "POST", body: { scale: 0 } })
  expect(await clock()).toMatchObject({ scale: 1 })
  expect((await emulator("clock toggle --json", env)).stdout).toContain('"message":"the clock is stopped."')
  expect(JSON.parse(await toggle())).toMatchObject({ method: "POST", body: { scale: 1 } })
  expect(await clock()).toMatchObject({ scale: 0 })
  requests.length = 0
  expect((await emulator("clock reset --dry-run", env)).stdout).toContain("DELETE ")
  expect(requests).toEqual([])
})

test("asks for the token of a control plane, and sends it if it is set", async () => {
  const { baseUrl, demo } = await listening({ host: "0.0.0.0", controlToken: Redacted.make("very-secret") })
  const env = {
    REMOTE_ASSIST_REGION: "us",
    REMOTE_ASSIST_US_URL: baseUrl.us.replace("0.0.0.0", "127.0.0.1"),
    REMOTE_ASSIST_API_KEY: demo.apiKey
  }
  const refused = await emulator("clock show", env)
  expect(refused).toMatchObject({ code: 2, stdout: "" })
  expect(refused.stderr).toContain("Set REMOTE_ASSIST_MOCK_CONTROL_TOKEN to what it was started with")
  const withToken = { ...env, REMOTE_ASSIST_MOCK_CONTROL_TOKEN: "very-secret" }
  expect((await emulator("clock show", withToken)).code).toBe(0)
  const { stdout } = await emulator("clock day --curl", withToken)
  expect(stdout).toContain('"authorization: Bearer $REMOTE_ASSIST_MOCK_CONTROL_TOKEN"')
})

test.each([
  [
    "snapshots restore nope",
    "The emulator refused to restore nope: There is no snapshot nope. Check the id or name: it may have been deleted."
  ],
  [
    "faults remove nope",
    "The emulator refused to remove nope: There is no fault nope. Check the id or name: it may have been deleted."
  ],
  [
    "journal read 999",
    "The emulator refused to read entry 999: The journal has no entry 999. Check the id or name: it may have been deleted."
  ]
])("reports what the emulator rejects: %s", async (words, message) => {
  const { code, stderr } = await remoteAssist(["emulator", ...words.split(" "), "--demo"])
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

test.each([
  ["clock set --speed fast", "--speed is not a number."],
  ["clock set --to soon", "--to is not a time such as 2030-01-01T00:00:00Z."],
  ["clock set --by soon", "--by is not a duration such as 10 minutes."],
  ["faults add --percent 200 --does 503", "--percent is not a number from 0 to 100."],
  ["faults add --percent=-1 --does 503", "--percent is not a number from 0 to 100."],
  ["faults add --first 0 --does 503", "--first is not a whole number from 1."]
])("names the flag of an invalid value: %s", async (words, message) => {
  const { env, requests } = await served()
  expect(await emulator(words, env)).toMatchObject({ code: 1, stdout: "", stderr: `${message}\n` })
  expect(requests).toEqual([])
})

test("names the value that the emulator does not take", async () => {
  const { env } = await served()
  const { stderr } = await remoteAssist(["emulator", "clock", "set", "--speed=-1"], { env })
  expect(stderr).toContain("The emulator refused to set the clock: scale must be a value between 0 and 1000000.")
})

test("moves the clock back by a negative duration", async () => {
  const { env } = await served()
  const { stdout } = await remoteAssist(["emulator", "clock", "set", "--by=-90 minutes"], { env })
  expect(stdout).toContain("is set.")
})
