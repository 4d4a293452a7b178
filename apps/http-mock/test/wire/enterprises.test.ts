import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

import { connect, secret } from "@remote-assist/core/promise"
import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { PromisedTenant, StartOptions } from "../../src/library/promise.ts"
import { listAt, textAt } from "../support/json.ts"

const demoKey = "demo-api-key"

const contact = "boss@works.example"

const body = { contact_email: contact, contact_name: "B. Oss", enterprise_name: "Works", reseller_id: "r-1" }

interface Asked {
  readonly key?: string
  readonly token?: string
  readonly body?: unknown
  readonly region?: "us" | "eu"
}

/** Sends a request to a tenant with an API key. */
const asking =
  ({ baseUrl, fetch }: PromisedTenant) =>
  async (method: string, path: string, { body, key = demoKey, region = "us", token }: Asked = {}) => {
    const answer = await fetch(path.startsWith("http") ? path : `${baseUrl[region]}/api${path}`, {
      method,
      headers: {
        "x-service-api-key": key,
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: token })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) }
  }

const password = "correct-horse"

/** Registers an enterprise, and returns its API key and link. */
const register = async (tenant: PromisedTenant, more: Partial<typeof body> = {}, key = demoKey) => {
  const ask = asking(tenant)
  const before = (await tenant.outbox("us")).at(-1)?.id ?? 0
  const { status } = await ask("POST", "/v1r1/register/enterprise", { body: { ...body, ...more }, key })
  assert.strictEqual(status, 200)
  const mail = (await tenant.outbox("us")).find(({ id }) => id > before)
  return { key: mail?.api_key ?? "", link: mail?.link ?? "", mail }
}

/** An enterprise whose contact is confirmed and logged in. */
const used = async (tenant: PromisedTenant, more: Partial<typeof body> = {}) => {
  const ask = asking(tenant)
  const created = await register(tenant, more)
  assert.strictEqual((await ask("POST", created.link, { key: created.key })).status, 200)
  const email = more.contact_email ?? contact
  const { json } = await ask("POST", "/v1r1/auth", { key: created.key, body: { email, password } })
  return { key: created.key, token: String(json.token), refresh: String(json.refresh), ask }
}

/** The name of the tenant of an enterprise. */
const nameOf = async ({ control }: PromisedTenant, id: number) =>
  (await control.tenants.list()).find(({ enterprise }) => enterprise?.id === id)?.name ?? ""

const usersPath = "/v1r1/enterprise/users"

const emailsIn = ({ json }: { readonly json: unknown }) =>
  listAt(json, "entries").map((entry) => textAt(entry, "email"))

const frozen: StartOptions = { frozenAt: "2026-01-01T12:00:00Z" }

describe("a registered enterprise", () => {
  it("is administered by its contact after the confirmation of the e-mail", async () => {
    await using emulator = await startEmulator()
    const ask = asking(emulator)
    const { key, link, mail } = await register(emulator)
    assert.deepInclude(emulator.tenant(await nameOf(emulator, 8889)).demo, { apiKey: key, email: contact, password })
    assert.deepInclude(mail, { kind: "enterprise", to: contact, subject: "Works is registered" })
    assert.match(key, /^key-[0-9a-f]{32}$/)
    const logIn = () => ask("POST", "/v1r1/auth", { key, body: { email: contact, password } })
    assert.deepInclude((await logIn()).json, { code: 1005 })
    assert.strictEqual((await ask("POST", link)).status, 401)
    assert.strictEqual((await ask("POST", link, { key })).status, 200)
    const { json } = await logIn()
    const listed = await ask("GET", usersPath, { key, token: json.token })
    assert.deepInclude(listed.json.entries[0], {
      email: contact,
      name: "B. Oss",
      role_name: "EnterpriseAdmin",
      enterprise_id: 8889
    })
    const pods = await ask("GET", "/v1r1/enterprise/pods", { key, token: json.token })
    assert.deepInclude(pods.json.entries[0], { name: "Everyone", enterprise_id: 8889, user_count: 1 })
    const own = await ask("POST", "/v1/enterprise/auth", { key, body: { email: contact, password } })
    const info = await ask("GET", `/v1/token/info?token=${own.json}`, { key })
    assert.include(JSON.stringify(info.json), "Enterprise:8889")
  })

  it("shares no data with the first enterprise", async () => {
    await using emulator = await startEmulator()
    const { ask, key, refresh, token } = await used(emulator)
    const created = await ask("POST", usersPath, { key, token, body: { email: "new@works.example", name: "New" } })
    assert.deepInclude(created.json, { enterprise_id: 8889, role_name: "User" })
    assert.deepStrictEqual(emailsIn(await ask("GET", usersPath, { key, token })), [contact, "new@works.example"])
    const ada = (await ask("POST", "/v1r1/auth", { body: { email: "ada@example.com", password } })).json
    const first = await ask("GET", usersPath, { token: ada.token })
    assert.notInclude(emailsIn(first), "new@works.example")
    assert.strictEqual(first.json.total_entries, 4)
    // neither a token nor a refresh token goes with the key of the other
    assert.strictEqual((await ask("GET", usersPath, { token })).status, 400)
    assert.strictEqual((await ask("GET", usersPath, { key, token: ada.token })).status, 400)
    assert.strictEqual((await ask("POST", "/v1/auth/refresh", { body: { refresh_token: refresh } })).status, 401)
    assert.strictEqual((await ask("POST", "/v1/auth/refresh", { key, body: { refresh_token: refresh } })).status, 200)
    assert.strictEqual((await ask("POST", "/v1r1/auth", { key, body: { email: "ada", password } })).status, 400)
    assert.strictEqual((await ask("POST", "/v1r1/auth", { body: { email: contact, password } })).status, 400)
    // the same address is free in the other, and nobody's e-mail is in the wrong outbox
    assert.strictEqual((await ask("POST", usersPath, { token: ada.token, body: { email: contact } })).status, 200)
    assert.isUndefined((await emulator.outbox("us")).find(({ to }) => to === "new@works.example"))
    assert.deepStrictEqual((await ask("GET", "/v1/calls", { key, token })).json, [])
    assert.strictEqual((await ask("POST", "/v1r1/auth", { region: "eu", key, body: {} })).json.code, 1006)
    const inAuthorization = await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ email: contact, password })
    })
    assert.strictEqual(inAuthorization.status, 200)
  })

  it("issues no token that another enterprise issues", async () => {
    await using emulator = await startEmulator()
    const [one, other] = [await used(emulator), await used(emulator, { contact_email: "other@works.example" })]
    const issued: Array<string> = []
    for (const [key, email] of [
      [demoKey, "ada"],
      [one.key, contact],
      [other.key, "other@works.example"]
    ] as const)
      for (let count = 0; count < 10; count += 1) {
        const { json } = await one.ask("POST", "/v1r1/auth", { key, body: { email, password } })
        issued.push(json.refresh, json.token)
      }
    assert.strictEqual(new Set(issued).size, 60)
  })

  it("works with the SDK", async () => {
    await using emulator = await startEmulator()
    const { key } = await used(emulator)
    const remote = await connect({ name: "us", baseUrl: emulator.baseUrl.us, apiKey: key, fetch: emulator.fetch })
    await remote.session.logIn({ email: contact, password: secret(password) })
    await remote.enterpriseUsers.provision({ email: "sdk@works.example", name: "S. D. Kay" })
    const { entries } = await remote.enterpriseUsers.list()
    assert.deepStrictEqual(
      entries.map(({ email }) => email),
      [contact, "sdk@works.example"]
    )
  })

  it("is a listed tenant with its own journal and outbox, and a shared clock", async () => {
    await using emulator = await startEmulator(frozen)
    await register(emulator, { contact_email: "unused@works.example", enterprise_name: "Unused" })
    const { ask, key, token } = await used(emulator)
    const listed = (await emulator.control.tenants.list()).filter(({ enterprise }) => enterprise !== undefined)
    assert.deepStrictEqual(
      listed.map(({ enterprise, users }) => [enterprise, users]),
      [
        [
          { id: 8890, name: "Works", registered_in: "default", region: "us" },
          { us: 1, eu: 0 }
        ],
        [
          { id: 8889, name: "Unused", registered_in: "default", region: "us" },
          { us: 0, eu: 0 }
        ]
      ]
    )
    const own = emulator.tenant(listed[0]?.name ?? "")
    await ask("POST", usersPath, { key, token, body: { email: "new@works.example" } })
    assert.deepStrictEqual(
      (await own.outbox("us")).map(({ kind, to }) => [kind, to]),
      [["welcome", "new@works.example"]]
    )
    const operations = (await own.control.journal.list({ query: {} })).map(({ operation }) => operation)
    assert.deepStrictEqual(operations, ["Registration.confirm", "Auth.logInV1R1", "EnterpriseUsers.provision"])
    await emulator.advance("31 days")
    assert.strictEqual((await ask("GET", usersPath, { key, token })).json.code, 1003)
    assert.deepStrictEqual((await own.control.clock.read()).now, (await emulator.control.clock.read()).now)
  })

  it("has calls between its users, with its number", async () => {
    await using emulator = await startEmulator(frozen)
    const { ask, key, token } = await used(emulator)
    await ask("POST", usersPath, { key, token, body: { email: "new@works.example", name: "New" } })
    const own = emulator.tenant(await nameOf(emulator, 8889))
    const steps = [{ do: "ring" }, { do: "answer" }, { do: "record" }, { do: "stop-recording" }] as const
    await own.control.calls.place({ payload: { from: contact, to: "new@works.example", steps } })
    const { json } = await ask("GET", "/v1/calls", { key, token })
    assert.deepInclude(json[0].receiver, { email: "new@works.example", enterpriseId: "8889" })
    assert.include(json[0].recordingUrl, `/t/${await nameOf(emulator, 8889)}/us/recordings/`)
    assert.strictEqual((await emulator.fetch(json[0].recordingUrl)).status, 200)
    assert.deepStrictEqual((await ask("GET", "/v1/calls/recent", { key, token })).json.contact.enterprise_ids, [8889])
  })

  it("ends and returns with its registration", async () => {
    await using emulator = await startEmulator()
    const { state } = emulator.control
    const { ask, key, token } = await used(emulator)
    const works = () => ask("GET", usersPath, { key, token }).then(({ status }) => status)
    await state.take({ params: { name: "registered" } })
    assert.strictEqual(await works(), 200)
    await state.undo()
    assert.strictEqual(await works(), 400)
    const again = await used(emulator)
    assert.notStrictEqual(again.key, key)
    assert.strictEqual((await ask("GET", usersPath, { key: again.key, token: again.token })).json.total_entries, 1)
    await state.restore({ params: { name: "registered" } })
    assert.strictEqual(await works(), 200)
    await state.branch({ params: { name: "registered" }, payload: { tenant: "branch" } })
    const inBranch = asking(emulator.tenant("branch"))
    assert.strictEqual((await inBranch("GET", usersPath, { key, token })).status, 400)
    const unconfirmed = await inBranch("POST", "/v1r1/auth", { key, body: { email: contact, password } })
    assert.deepInclude(unconfirmed.json, { code: 1005 })
    assert.strictEqual(await works(), 200)
    await state.reset()
    assert.strictEqual(await works(), 400)
  })

  it("starts again after a reset or a drop of its tenant", async () => {
    await using emulator = await startEmulator()
    const { ask, key, token } = await used(emulator)
    const status = () => ask("GET", usersPath, { key, token }).then(({ status }) => status)
    await emulator.tenant(await nameOf(emulator, 8889)).control.state.reset()
    assert.strictEqual(await status(), 400)
    assert.deepInclude((await ask("POST", "/v1r1/auth", { key, body: { email: contact, password } })).json, {
      code: 1005
    })
    await emulator.control.tenants.drop({ params: { name: await nameOf(emulator, 8889) } })
    assert.strictEqual(await status(), 400)
    assert.deepInclude((await ask("POST", "/v1r1/auth", { key, body: { email: contact, password } })).json, {
      code: 1005
    })
  })

  it("registers other enterprises at the same address", async () => {
    await using emulator = await startEmulator()
    const first = await used(emulator)
    const other = { ...body, contact_email: "sub@works.example" }
    const sent = await first.ask("POST", "/v1r1/register/enterprise", { key: first.key, body: other })
    assert.strictEqual(sent.status, 200)
    const name = await nameOf(emulator, 8889)
    const [mail] = await emulator.tenant(name).outbox("us")
    const key = mail?.api_key ?? ""
    assert.strictEqual((await first.ask("POST", mail?.link ?? "", { key })).status, 200)
    const path = `${emulator.baseUrl.us}/api/v1r1/register/confirm`
    assert.notStrictEqual(path, mail?.link)
    const { json } = await first.ask("POST", "/v1r1/auth", { key, body: { email: "sub@works.example", password } })
    assert.strictEqual((await first.ask("GET", usersPath, { key, token: json.token })).json.total_entries, 1)
  })

  it("is in the list of tenants, without dropping another", { timeout: 60_000 }, async () => {
    await using emulator = await startEmulator({ journal: 0 })
    const other = emulator.tenant("other")
    await asking(other)("POST", "/v1r1/register/enterprise", { body: { ...body, enterprise_name: "Other" } })
    for (let count = 0; count < 1010; count += 1)
      await asking(emulator)("POST", "/v1r1/register/enterprise", { body: { ...body, enterprise_name: `E ${count}` } })
    const listed = await emulator.control.tenants.list()
    assert.strictEqual(listed.length, 1000)
    assert.isDefined(listed.find(({ name }) => name === "other"))
    assert.strictEqual(await nameOf(emulator, 8889), listed.find(({ enterprise }) => enterprise !== undefined)?.name)
  })

  it("keeps its data if there are too many tenants", async () => {
    await using emulator = await startEmulator({ journal: 0 })
    const created = await used(emulator)
    await created.ask("POST", usersPath, { ...created, body: { email: "new@works.example" } })
    for (let count = 0; count < 1010; count += 1)
      await emulator.handler(new Request(`http://emulator/t/t${count}/__mock/clock`))
    assert.deepStrictEqual(emailsIn(await created.ask("GET", usersPath, created)), [contact, "new@works.example"])
  })

  it("is stored with --state", async () => {
    const state = join(mkdtempSync(join(tmpdir(), "enterprises-")), "state.json")
    const inFile = await (async () => {
      await using emulator = await startEmulator({ port: 0, state })
      const created = await used(emulator)
      await created.ask("POST", usersPath, { ...created, body: { email: "new@works.example" } })
      return created
    })()
    await using emulator = await startEmulator({ port: 0, state })
    const ask = asking(emulator)
    const list = () => ask("GET", usersPath, inFile)
    assert.deepStrictEqual(emailsIn(await list()), [contact, "new@works.example"])
    const name = await nameOf(emulator, 8889)
    await emulator.tenant(name).control.state.reset()
    const { json } = await ask("POST", "/v1r1/auth", { key: inFile.key, body: { email: contact, password } })
    assert.deepInclude(json, { code: 1005 })
  })

  it("works as documented", async () => {
    const page = readFileSync(new URL("../../../../docs/emulator/enterprises.md", import.meta.url), "utf8")
    const [, script = ""] = /```sh\n(.*?)```/s.exec(page) ?? []
    await using emulator = await startEmulator({ port: 0 })
    const { origin } = new URL(emulator.baseUrl.us)
    const { stdout } = await promisify(execFile)("sh", ["-ec", script.replace("http://127.0.0.1:4010", origin)])
    assert.match(stdout, /"email":"rosa@plant\.example"/)
    assert.match(stdout, /"total_entries":1/)
  })
})
