import { readFile } from "node:fs/promises"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { partnerKey } from "../../support/partnerKey.ts"
import { service } from "../../support/service.ts"

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
const signed = ["--site-id", "8888", "--issuer", "emulator", "--audience", "emulator"]

/** What all files that were kept hold, but for the key of the site. */
const keptBy = async ({ files, key }: Awaited<ReturnType<typeof served>>) =>
  (await Promise.all((await files()).filter((path) => path !== key).map((path) => readFile(path, "utf8")))).join("\n")

describe("login", () => {
  test.each([
    [["--v1r1", "--email", "ada@example.com"], "correct-horse", "POST /v1r1/auth", "password-v1r1", "refresh"],
    [["--url"], "https://invite.example/w/demo", "POST /v1r1/auth/from_url", "url", "refresh"],
    [["--anonymous", "--name", "Visitor"], "", "POST /v1/anonymous/auth", "anonymous", "none"],
    [["--enterprise", "--email", "ada@example.com"], "correct-horse", "POST /v1/enterprise/auth", "enterprise", "none"]
  ] as const)(
    "%j: keeps the session, knows its way, and no secret is kept",
    async (flags, secret, request, way, renewal) => {
      const all = await served()
      const { env, requests } = all
      const { code, stderr, stdout } = await remoteAssist(["login", ...flags, "--json"], { env, input: `${secret}\n` })
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(requests.filter((line) => line.includes("auth"))).toEqual([request])
      expect(JSON.parse(stdout)).toMatchObject({ way, renewal })
      const shown = await remoteAssist(["session", "show", "--json"], { env })
      expect(JSON.parse(shown.stdout)).toMatchObject({ way, renewal, kept: true, tried: true })
      expect(stdout + shown.stdout + (await keptBy(all))).not.toContain(secret || "no secret")
      expect((await remoteAssist(["logout"], { env })).stdout).toContain("Logged out ")
      expect(await keptBy(all)).toBe("")
    }
  )

  test.each([
    [
      ["--anonymous", "--name", "Vi\u001B]0;gone\u0007sitor"],
      "--name has a control character (\\u001b): leave it out."
    ],
    [["--email", "ada\n@example.com"], "--email has a control character (\\u000a): leave it out."]
  ])("%j: is refused, and nothing is sent", async (flags, message) => {
    const { env, requests } = await served()
    expect(await remoteAssist(["login", ...flags], { env, input: "correct-horse\n" })).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `${message}\n`
    })
    expect(requests).toEqual([])
  })

  test("says until when a session lasts that cannot be renewed, and what it is refused for", async () => {
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

  test("with a partner key keeps where the key is, and each command signs with it", async () => {
    const all = await served()
    const { env, key, requests } = all
    const ended = await remoteAssist(["login", "--partner-key", key, ...signed], { env })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
    expect(ended.stdout).toContain("as partner key of site 8888. The session needs no renewal")
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0, stdout: '{"id":101}\n' })
    expect(requests.filter((line) => line.includes("auth"))).toEqual([])
    const kept = await keptBy(all)
    expect(kept).toContain(key)
    expect(kept).not.toMatch(/PRIVATE|eyJ/)
    expect((await remoteAssist(["session", "show"], { env })).stdout).toMatch(
      /^Who +partner key of site 8888\n[^]*Subject +Partner:8888\n[^]*Expires +never: each request is signed\n/
    )
    expect((await remoteAssist(["session", "refresh"], { env })).stdout).toContain("There is nothing to renew")
    await remoteAssist(["logout"], { env })
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 3 })
  })

  test("with a partner key that the service refuses says what to check, and keeps nothing", async () => {
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
    expect(await keptBy(all)).toBe("")
  })

  test("with a partner key that the service refuses leaves the session as it was", async () => {
    const all = await served()
    const { email, env, key, password } = all
    await remoteAssist(["login", "--email", email], { env, input: password })
    const before = await keptBy(all)
    const ended = await remoteAssist(["login", "--partner-key", key, ...signed.slice(0, 4), "--audience", "x"], { env })
    expect(ended).toMatchObject({ code: 3, stdout: "" })
    expect(await keptBy(all)).toBe(before)
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0, stdout: '{"id":101}\n' })
  })

  test("with a partner key takes the place of a session, and a session that of it", async () => {
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
    [["--partner-key", "site.pem"], "Add --site-id, --issuer and --audience"],
    [["--partner-key", "/nowhere/site.pem", ...signed], "There is no partner key in /nowhere/site.pem"]
  ])("says in one sentence what is wrong with %j", async (args, sentence) => {
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

  test("is done in a read-only profile too", async () => {
    const { email, env, password } = await served()
    const ended = await remoteAssist(["login", "--read-only", "--email", email], { env, input: password })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
  })
})

describe("session", () => {
  test("exchange trades the token of an alias for the session of its log-in user, and keeps that", async () => {
    const all = await served()
    const { env } = all
    const ended = await remoteAssist(["session", "exchange"], { env, input: "alias-demo-ada\n" })
    expect(ended).toMatchObject({ code: 0, stderr: "" })
    expect(ended.stdout).toContain("as log-in user of an alias. The token of the alias is not stored")
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0 })
    expect(await keptBy(all)).not.toContain("alias-demo-ada")
    const refused = await remoteAssist(["session", "exchange"], { env, input: "alias-nobody\n" })
    expect(refused).toMatchObject({ code: 3, stdout: "" })
    expect(refused.stderr).toContain("Check that it is the complete refresh token of an alias")
    expect(refused.stderr).not.toContain("alias-nobody")
  })

  test("refresh renews the session that is kept", async () => {
    const { email, env, password, requests, session } = await served()
    await remoteAssist(["login", "--email", email], { env, input: password })
    const before = await readFile(await session(), "utf8")
    const { stdout } = await remoteAssist(["session", "refresh", "--json"], { env })
    expect(JSON.parse(stdout)).toMatchObject({ renewal: "refresh" })
    expect(requests.filter((line) => line.includes("refresh"))).toEqual(["POST /v1/auth/refresh"])
    expect(await readFile(await session(), "utf8")).not.toBe(before)
  })

  test("enterprise-token asks for no password before what it lacks is told", async () => {
    const { env, requests } = await served()
    const ended = await remoteAssist(["session", "enterprise-token"], { env, input: "" })
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: "--email is missing.\n" })
    expect(requests).toEqual([])
  })

  test("enterprise-token shows the token where it is told to, and leaves the session as it is", async () => {
    const all = await served()
    const { env } = all
    const words = ["session", "enterprise-token", "--email", "ada@example.com", "--json"]
    const hidden = await remoteAssist(words, { env, input: "correct-horse\n" })
    expect(hidden).toMatchObject({ code: 0, stderr: "" })
    expect(hidden.stdout).not.toContain("eyJ")
    const shown = await remoteAssist([...words, "--reveal"], { env, input: "correct-horse\n" })
    expect(JSON.parse(shown.stdout)).toMatchObject({ token: expect.stringMatching(/^eyJ/), subject: "Enterprise:8888" })
    expect(await keptBy(all)).toBe("")
  })
})

describe("a profile with a partner key", () => {
  test("signs each request, says so, and not at another address", async () => {
    const { env, key, requests } = await served()
    const base = env.REMOTE_ASSIST_US_URL
    const set = ["profiles", "set", "site", "--region", "us", "--base-url", base, "--partner-key-file", key, ...signed]
    const kept = await remoteAssist([...set, "--api-key-stdin"], { env, input: env.REMOTE_ASSIST_API_KEY })
    expect(kept).toMatchObject({ code: 0, stderr: "" })
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

  test("is refused where others can read the key, or part of it is missing", async () => {
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
