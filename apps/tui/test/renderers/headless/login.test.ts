import { readFile } from "node:fs/promises"

import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { partnerKey } from "../../support/partnerKey.ts"
import { emulator, service } from "../../support/service.ts"

const served = async () => {
  const { env: given, requests } = await service(4, { partnerKey: partnerKey.publicKey })
  const { REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password, ...connection } = given
  const own = await home()
  const key = `${own.folder}/site.pem`
  await own.write(key, partnerKey.privateKey)
  const env = { ...own.env, ...connection, REMOTE_ASSIST_REGION: "us" }
  return { ...own, env, email, key, password, requests }
}

const list = ["users", "list", "--limit", "1", "--columns", "id"]
const remove = ["users", "delete", "102"]
const signed = ["--site-id", "8888", "--issuer", "emulator", "--audience", "emulator"]

/** What all files that were kept hold, but for the key of the site. */
const storedBy = async ({ files, key }: Awaited<ReturnType<typeof served>>) =>
  (await Promise.all((await files()).filter((path) => path !== key).map((path) => readFile(path, "utf8")))).join("\n")

describe("login", () => {
  test.each([
    [["--v1r1", "--email", "ada@example.com"], "correct-horse", "POST /v1r1/auth", "password-v1r1", "refresh"],
    [["--url"], "https://invite.example/w/demo", "POST /v1r1/auth/from_url", "url", "refresh"],
    [["--anonymous", "--name", "Visitor"], "", "POST /v1/anonymous/auth", "anonymous", "none"],
    [["--enterprise", "--email", "ada@example.com"], "correct-horse", "POST /v1/enterprise/auth", "enterprise", "none"]
  ] as const)(
    "stores the session and its login method without the secret: %j",
    async (flags, secret, request, way, renewal) => {
      const all = await served()
      const { env, requests } = all
      const { code, stderr, stdout } = await remoteAssist(["login", ...flags, "--json"], { env, input: `${secret}\n` })
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(requests.filter((line) => line.includes("auth"))).toEqual([request])
      expect(JSON.parse(stdout)).toMatchObject({ way, renewal })
      const shown = await remoteAssist(["session", "show", "--json"], { env })
      expect(JSON.parse(shown.stdout)).toMatchObject({ way, renewal, kept: true, tried: true })
      expect(stdout + shown.stdout + (await storedBy(all))).not.toContain(secret || "no secret")
      expect((await remoteAssist(["logout"], { env })).stdout).toContain("Logged out ")
      expect(await storedBy(all)).toBe("")
    }
  )

  test.each([
    [
      ["--anonymous", "--name", "Vi\u001B]0;gone\u0007sitor"],
      "--name has a control character (\\u001b): leave it out."
    ],
    [["--email", "ada\n@example.com"], "--email has a control character (\\u000a): leave it out."]
  ])("rejects invalid flags and sends nothing: %j", async (flags, message) => {
    const { env, requests } = await served()
    expect(await remoteAssist(["login", ...flags], { env, input: "correct-horse\n" })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `${message}\n`
    })
    expect(requests).toEqual([])
  })

  test("shows the expiry of a session that cannot be renewed, and why the service rejects its requests", async () => {
    const { env } = await served()
    const { stdout } = await remoteAssist(["login", "--anonymous"], { env })
    expect(stdout).toMatch(/as anonymous\. The session cannot be renewed, .* valid until \d{4}-.* UTC\.\n$/)
    const { code, stderr } = await remoteAssist(list, { env })
    expect(stderr).toMatch(/^The service refused to list the users: .* The session is anonymous and may do little/)
    expect(code).toBe(2)
    const renewed = await remoteAssist(["session", "refresh"], { env })
    expect(renewed).toMatchObject({ code: 3, stdout: "" })
    expect(renewed.stderr).toMatch(/cannot be renewed\. It goes on until \d{4}-.*\n$/)
    expect((await remoteAssist(["session", "show"], { env })).stdout).toContain("anonymous")
  })

  test("stores the path of a partner key, and each command signs with it", async () => {
    const all = await served()
    const { env, key, requests } = all
    const ended = await remoteAssist(["login", "--partner-key", key, ...signed], { env })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
    expect(ended.stdout).toContain("as partner key of site 8888. The session needs no renewal")
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0, stdout: '{"id":101}\n' })
    expect(requests.filter((line) => line.includes("auth"))).toEqual([])
    const stored = await storedBy(all)
    expect(stored).toContain(key)
    expect(stored).not.toMatch(/PRIVATE|eyJ/)
    expect((await remoteAssist(["session", "show"], { env })).stdout).toMatch(
      /^Who +partner key of site 8888\n[^]*Renewal +not needed: each request is signed\n[^]*Subject +Partner:8888\n/
    )
    expect((await remoteAssist(["session", "refresh"], { env })).stdout).toContain("There is nothing to renew")
    await remoteAssist(["logout"], { env })
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 3 })
  })

  test("gives advice for a rejected partner key and stores nothing", async () => {
    const all = await served()
    const { env, key } = all
    const { code, stderr } = await remoteAssist(
      ["login", "--partner-key", key, ...signed.slice(0, 4), "--audience", "x"],
      {
        env
      }
    )
    expect(stderr).toMatch(
      /^The service refused to take the partner key: .* the clock of this machine: .* It shows \d{4}-/
    )
    expect(code).toBe(3)
    expect(await storedBy(all)).toBe("")
  })

  test("keeps the session after a rejected partner key", async () => {
    const all = await served()
    const { email, env, key, password } = all
    await remoteAssist(["login", "--email", email], { env, input: password })
    const before = await storedBy(all)
    const ended = await remoteAssist(["login", "--partner-key", key, ...signed.slice(0, 4), "--audience", "x"], { env })
    expect(ended).toMatchObject({ code: 3, stdout: "" })
    expect(await storedBy(all)).toBe(before)
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0, stdout: '{"id":101}\n' })
  })

  test("replaces a session by a partner key and back", async () => {
    const { email, env, key, password, session } = await served()
    await remoteAssist(["login", "--email", email], { env, input: password })
    await remoteAssist(["login", "--partner-key", key, ...signed], { env })
    expect(await session()).toBe("")
    await remoteAssist(["login", "--email", email], { env, input: password })
    expect((await remoteAssist(["session", "show"], { env })).stdout).toContain(email)
  })

  test.each([
    [["--url", "--pat"], "exclude each other"],
    [["--anonymous", "--email", "ada@example.com"], "Leave out --email"],
    [["--name", "Visitor"], "--name only applies to --anonymous"],
    [["--url"], "The invite URL is missing"],
    [["--partner-key", "site.pem"], "Add --site-id, --issuer, --audience."],
    [["--partner-key", "site.pem", "--site-id", "8"], "Add --issuer, --audience."],
    [["--partner-key", "/nowhere/site.pem", ...signed], "There is no partner key in /nowhere/site.pem"]
  ])("reports the error of %j in one sentence", async (args, sentence) => {
    const { env, requests } = await served()
    const { code, stderr, stdout } = await remoteAssist(["login", ...args], { env })
    expect(stderr).toContain(sentence)
    expect({ code: code === 0, lines: stderr.trim().split("\n").length, stdout }).toEqual({
      code: false,
      lines: 1,
      stdout: ""
    })
    expect(requests).toEqual([])
  })

  test.each([
    ["*", { kind: "status", status: 503 }, list, 4, /\): it is unavailable\. Wait a moment, then try again\.\n$/],
    ["*", { kind: "status", status: 500 }, list, 2, /^The service failed to log you in: .* Wait a moment, then try /],
    ["*", { kind: "html" }, list, 4, /^A proxy answered 502 with a web page, not the service .* check that the base /],
    [
      "EnterpriseUsers.list",
      { kind: "status", status: 503 },
      remove,
      4,
      /^Could not look up 102\. The service answered/
    ]
  ] as const)("blames no credentials if the service answers %s with %j", async (operation, does, args, code, text) => {
    const { baseUrl, control, demo } = await emulator(4)
    const { faults } = await Effect.runPromise(control)
    await Effect.runPromise(faults.make({ payload: { operations: [operation], does } }))
    const env = {
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: baseUrl.us,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_EMAIL: demo.email,
      REMOTE_ASSIST_PASSWORD: demo.password
    }
    const none = await remoteAssist(["users", "deactivate", "-"], { env, input: "" })
    expect(none).toMatchObject({ code: 0, stdout: "", stderr: "" })
    const ended = await remoteAssist(args, { env })
    expect(ended.stderr).toMatch(text)
    expect(ended.stderr).not.toContain("Log in again")
    expect(ended.code).toBe(code)
  })

  test("works in a read-only profile", async () => {
    const { email, env, password } = await served()
    const ended = await remoteAssist(["login", "--read-only", "--email", email], { env, input: password })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
  })
})

describe("session", () => {
  test("exchange stores the session of the log-in user of an alias", async () => {
    const all = await served()
    const { env } = all
    const ended = await remoteAssist(["session", "exchange"], { env, input: "alias-demo-ada\n" })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
    expect(ended.stdout).toContain("as log-in user of an alias. The token of the alias is not stored")
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0 })
    expect(await storedBy(all)).not.toContain("alias-demo-ada")
    const refused = await remoteAssist(["session", "exchange"], { env, input: "alias-nobody\n" })
    expect(refused).toMatchObject({ code: 3, stdout: "" })
    expect(refused.stderr).toContain("Check that it is the complete refresh token of an alias")
    expect(refused.stderr).not.toContain("alias-nobody")
  })

  test("refresh renews the stored session", async () => {
    const { email, env, password, requests, session } = await served()
    await remoteAssist(["login", "--email", email], { env, input: password })
    const before = await readFile(await session(), "utf8")
    const { stdout } = await remoteAssist(["session", "refresh", "--json"], { env })
    expect(JSON.parse(stdout)).toMatchObject({ renewal: "refresh" })
    expect(requests.filter((line) => line.includes("refresh"))).toEqual(["POST /v1/auth/refresh"])
    expect(await readFile(await session(), "utf8")).not.toBe(before)
  })

  test("enterprise-token reports missing flags before it asks for the password", async () => {
    const { env, requests } = await served()
    const ended = await remoteAssist(["session", "enterprise-token"], { env, input: "" })
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: "--email is missing.\n" })
    expect(requests).toEqual([])
  })

  test("enterprise-token takes the e-mail address of the settings", async () => {
    const { email, env, requests } = await served()
    const settings = { ...env, REMOTE_ASSIST_EMAIL: email }
    const ended = await remoteAssist(["session", "enterprise-token"], { env: settings, input: "correct-horse\n" })
    expect(ended).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Token +•+\n/) })
    const other = ["session", "enterprise-token", "--email", "nobody@example.com"]
    expect(await remoteAssist(other, { env: settings, input: "correct-horse\n" })).toMatchObject({ code: 2 })
    expect(requests).toHaveLength(2)
  })

  test("enterprise-token shows the token with --reveal, and does not change the session", async () => {
    const all = await served()
    const { env } = all
    const words = ["session", "enterprise-token", "--email", "ada@example.com", "--json"]
    const hidden = await remoteAssist(words, { env, input: "correct-horse\n" })
    expect(hidden).toMatchObject({ code: 0, stderr: "" })
    expect(hidden.stdout).not.toContain("eyJ")
    const shown = await remoteAssist([...words, "--reveal"], { env, input: "correct-horse\n" })
    expect(JSON.parse(shown.stdout)).toMatchObject({ token: expect.stringMatching(/^eyJ/), subject: "Enterprise:8888" })
    expect(await storedBy(all)).toBe("")
  })
})

describe("a profile with a partner key", () => {
  test("signs each request at its own address only", async () => {
    const { env, key, requests } = await served()
    const base = env.REMOTE_ASSIST_US_URL
    const set = ["profiles", "set", "site", "--region", "us", "--base-url", base, "--partner-key-file", key, ...signed]
    const stored = await remoteAssist([...set, "--api-key-stdin"], { env, input: env.REMOTE_ASSIST_API_KEY })
    expect(stored).toMatchObject({ code: 0, stderr: "" })
    expect(await remoteAssist([...list, "--profile", "site"], { env })).toMatchObject({ code: 0, stderr: "" })
    expect(requests.filter((line) => line.includes("auth"))).toEqual([])
    expect((await remoteAssist(["profiles", "show", "site"], { env })).stdout).toContain(
      `as site 8888, with the key in ${key}`
    )
    const elsewhere = await service(4)
    const moved = { ...env, ...elsewhere.env, REMOTE_ASSIST_PROFILE: "site", REMOTE_ASSIST_PASSWORD: "" }
    await remoteAssist(list, { env: moved })
    expect(elsewhere.requests.filter((line) => !line.includes("auth"))).toEqual([])
  })

  test("is rejected if other users can read the key, or an option is missing", async () => {
    const { env, folder, key, write } = await served()
    const set = ["profiles", "set", "site", "--region", "us", "--base-url", env.REMOTE_ASSIST_US_URL]
    const some = await remoteAssist([...set, "--partner-key-file", key], { env })
    expect(some).toMatchObject({ code: 1 })
    expect(some.stderr).toContain("Give --partner-key-file, --site-id, --issuer and --audience together")
    await write(`${folder}/open.pem`, partnerKey.privateKey, 0o644)
    const open = await remoteAssist([...set, "--partner-key-file", `${folder}/open.pem`, ...signed], { env })
    expect(open.stderr).toContain("Other users can read the secrets in")
  })
})
