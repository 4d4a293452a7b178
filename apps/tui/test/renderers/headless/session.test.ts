import { chmod, readFile, writeFile } from "node:fs/promises"

import { describe, expect, test } from "vitest"

import { remoteAssist, shell } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { close, env: given, requests } = await service(4)
  const { REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password, ...connection } = given
  const own = await home()
  return { ...own, env: { ...own.env, ...connection, REMOTE_ASSIST_REGION: "us" }, close, email, password, requests }
}

const loggedIn = async () => {
  const all = await served()
  const ended = await remoteAssist(["login", "--email", all.email], { env: all.env, input: `${all.password}\n` })
  expect(ended).toMatchObject({ code: 0, stderr: "" })
  return all
}

const list = ["users", "list", "--limit", "1", "--columns", "id"]

describe("login", () => {
  test("stores a session for all commands in a file that only its owner can read", async () => {
    const { env, mode, requests, session } = await loggedIn()
    const path = await session()
    expect(await mode(path)).toBe("600")
    expect(await mode(path.replace(/\/[^/]+$/, ""))).toBe("700")
    requests.length = 0
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0, stdout: '{"id":101}\n' })
    expect(requests.filter((line) => line.includes("/auth"))).toEqual([])
  })

  test("reads a personal access token from the standard input", async () => {
    const { env } = await served()
    const ended = await remoteAssist(["login", "--pat", "--json"], { env, input: "pat-demo-ada\n" })
    expect(JSON.parse(ended.stdout)).toMatchObject({ who: "owner of a personal access token", region: "us" })
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0 })
  })

  test("waits only for the line that it reads", async () => {
    const { email, env } = await served()
    const { code, signal } = await shell(
      `exec 3< <(echo correct-horse; exec sleep 100); $RA login --email ${email} <&3 && kill $!`,
      {
        env
      }
    )
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })

  test("uses the credentials of the settings by default", async () => {
    const { email, env, password } = await served()
    const settings = { REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password }
    const { stdout } = await remoteAssist(["login"], { env: { ...env, ...settings } })
    expect(stdout).toContain(`as ${email}.`)
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 0 })
  })

  test("exits with 3 after a rejected login, stores nothing, and prints no secret", async () => {
    const { email, env, files } = await served()
    const { code, stderr, stdout } = await remoteAssist(["login", "--email", email], { env, input: "wrong-secret\n" })
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(stderr).toContain("The service refused to log you in")
    expect(stderr).not.toContain("wrong-secret")
    expect((await files()).filter((path) => path.endsWith(".json"))).toEqual([])
  })

  test.each([
    ["/proc", "its folder does not exist"],
    ["/dev/full", "a part of its path is a file"]
  ])("exits with 1 if the session cannot be stored in %s", async (folder, reason) => {
    const { email, env, password } = await served()
    const set = { ...env, XDG_STATE_HOME: folder }
    const { code, stderr, stdout } = await remoteAssist(["login", "--email", email], { env: set, input: password })
    expect(stderr).toContain(`Cannot write ${folder}/remote-assist/sessions/`)
    expect(stderr).toContain(reason)
    expect({ code, lines: stderr.trim().split("\n").length, stdout }).toEqual({ code: 1, lines: 1, stdout: "" })
  })

  test.each([
    [["--email", "ada@example.com"], "The password is missing"],
    [["--pat"], "The personal access token is missing"],
    [["--password"], "There is no e-mail address"],
    [["--pat", "--password"], "exclude each other"],
    [["--anonymous", "--v1r1"], "--v1r1 and --anonymous exclude each other"],
    [["--pat", "--email", "ada@example.com"], "Leave out --email"],
    [["--demo"], "Leave out --demo"]
  ])("reports the error of %j in one sentence", async (args, sentence) => {
    const { env, requests } = await served()
    const { code, stderr, stdout } = await remoteAssist(["login", ...args], { env })
    expect(stderr).toContain(sentence)
    expect({ code, lines: stderr.trim().split("\n").length, stdout }).toEqual({ code: 1, lines: 1, stdout: "" })
    expect(requests).toEqual([])
  })
})

describe("a session", () => {
  test("keeps its owner after another login was rejected", async () => {
    const { email, env, files } = await loggedIn()
    const before = await files()
    expect(await remoteAssist(["login", "--email", "x@example.com"], { env, input: "wrong\n" })).toMatchObject({
      code: 3
    })
    expect(await files()).toEqual(before)
    expect((await remoteAssist(["session", "show"], { env })).stdout).toContain(email)
  })

  test("is shown without its tokens", async () => {
    const { email, env, session } = await loggedIn()
    const { token, refresh } = JSON.parse(await readFile(await session(), "utf8")) as Record<string, string>
    const shown = await remoteAssist(["session", "show"], { env })
    expect(shown.stdout).toMatch(
      new RegExp(
        `^Who +${email}\nLogs in +with a password\nUntil +\\S+ \\S+ UTC\nRenewal +automatic, with the refresh token\n` +
          "Since +.* UTC\nStored +until you log out\nSubject +User:101\nRegion +us\nAddress +http://.*\nPlace +\\w+\n"
      )
    )
    const json = await remoteAssist(["session", "show", "--json"], { env })
    expect(JSON.parse(json.stdout)).toMatchObject({ who: email, kept: true, region: "us", profile: null })
    for (const secret of [token, refresh]) expect(shown.stdout + json.stdout).not.toContain(secret)
  })

  test("is not shown if its file is damaged", async () => {
    const { env, session } = await loggedIn()
    await writeFile(await session(), "{")
    for (const args of [list, ["session", "show"]])
      expect(await remoteAssist(args, { env })).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("the file does not contain tokens")
      })
  })

  test("belongs to one address", async () => {
    const { env } = await loggedIn()
    const { REMOTE_ASSIST_US_URL } = (await service(4)).env
    const { code, stderr } = await remoteAssist(list, { env: { ...env, REMOTE_ASSIST_US_URL } })
    expect(code).toBe(3)
    expect(stderr).toContain("Log in with remote-assist login")
  })

  test("belongs to one profile and overrides the credentials of the environment", async () => {
    const { email, env, password, profiles, session, write } = await served()
    await write(profiles, { profiles: { live: { region: "us", baseUrl: env.REMOTE_ASSIST_US_URL } } })
    await remoteAssist(["login", "--profile", "live", "--email", email], { env, input: password })
    expect(await session()).toContain("/sessions/live/")
    expect(await remoteAssist(list, { env })).toMatchObject({ code: 3 })
    const another = { ...env, REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: "of-another" }
    expect(await remoteAssist([...list, "--profile", "live"], { env: another })).toMatchObject({ code: 0 })
    expect(await remoteAssist(list, { env: another })).toMatchObject({ code: 3 })
  })

  test("does not change in a dry run", async () => {
    const { env, requests, session } = await loggedIn()
    const before = await readFile(await session(), "utf8")
    requests.length = 0
    const { stdout } = await remoteAssist(["users", "deactivate", "102", "--curl"], { env })
    expect(stdout).toContain('"authorization: $REMOTE_ASSIST_TOKEN"')
    expect(await readFile(await session(), "utf8")).toBe(before)
    expect(requests).toEqual([])
  })

  test("needs a new login after the service rejects it", async () => {
    const { env, session } = await loggedIn()
    const path = await session()
    const tokens = JSON.parse(await readFile(path, "utf8")) as object
    await writeFile(path, JSON.stringify({ ...tokens, token: "nonsense" }))
    const { code, stderr } = await remoteAssist(list, { env })
    expect(stderr).toMatch(/^The service refused to list the users: .* Log in with remote-assist login\.\n$/)
    expect(code).toBe(3)
  })

  test("needs a new login after it expired without renewal", async () => {
    const { env, session } = await loggedIn()
    const path = await session()
    const [header, , signature] = (JSON.parse(await readFile(path, "utf8")) as { token: string }).token.split(".")
    const claims = Buffer.from(JSON.stringify({ sub: "User:101", exp: 1000 })).toString("base64url")
    await writeFile(path, JSON.stringify({ token: `${header}.${claims}.${signature}`, refresh: "nonsense" }))
    const shown = await remoteAssist(["session", "show"], { env })
    expect(shown.stdout).toMatch(/Until +1970-01-01 00:16 UTC/)
    const { code, stderr } = await remoteAssist(list, { env })
    expect(stderr).toMatch(/^The session could not be renewed: [^()]*\. Log in with remote-assist login\.\n$/)
    expect(code).toBe(3)
  })

  test("is shown with an invalid expiry time", async () => {
    const { env, session } = await loggedIn()
    const path = await session()
    const [header, , signature] = (JSON.parse(await readFile(path, "utf8")) as { token: string }).token.split(".")
    const claims = Buffer.from(JSON.stringify({ sub: "User:101", iat: -1.9e15, exp: 1.9e15 })).toString("base64url")
    await writeFile(path, JSON.stringify({ token: `${header}.${claims}.${signature}` }))
    const json = await remoteAssist(["session", "show", "--json"], { env })
    expect(json).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(json.stdout)).toMatchObject({ subject: "User:101", issued_at: null, expires_at: null })
    expect(await remoteAssist(["session", "show"], { env })).toMatchObject({ code: 0, stderr: "" })
  })

  test("is rejected if other users can read its file", async () => {
    const { env, requests, session } = await loggedIn()
    const path = await session()
    await chmod(path, 0o640)
    requests.length = 0
    const { code, stderr } = await remoteAssist(list, { env })
    expect(stderr).toContain(`Other users can read the secrets in ${path} (mode 0640)`)
    expect({ code, requests }).toEqual({ code: 1, requests: [] })
  })

  test("is renewed once when several processes share it", async () => {
    const { env, requests, session } = await loggedIn()
    const path = await session()
    const { refresh, token } = JSON.parse(await readFile(path, "utf8")) as Record<string, string>
    const [header, , signature] = (token ?? "").split(".")
    const claims = Buffer.from(JSON.stringify({ sub: "User:101", exp: 1000 })).toString("base64url")
    await writeFile(path, JSON.stringify({ token: `${header}.${claims}.${signature}`, refresh }))
    requests.length = 0
    const ended = await Promise.all([list, list, list].map((args) => remoteAssist(args, { env })))
    for (const { code, stderr } of ended) expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(requests.filter((line) => line.includes("/auth"))).toHaveLength(1)
  })

  test("is removed with its files by logout", async () => {
    const { email, env, files } = await loggedIn()
    expect((await remoteAssist(["logout"], { env })).stdout).toMatch(
      new RegExp(`^Logged out ${email} at http.* the tokens stay valid until they expire.\n$`)
    )
    expect(await files()).toEqual([])
    expect(await remoteAssist(["logout"], { env })).toMatchObject({ code: 0 })
    for (const args of [list, ["session", "show"]])
      expect(await remoteAssist(args, { env })).toMatchObject({ code: 3, stdout: "" })
  })

  test("is shown for a demo", async () => {
    const { stdout } = await remoteAssist(["session", "show", "--demo", "--json"])
    expect(JSON.parse(stdout)).toMatchObject({ who: "ada@example.com", place: "emulator", kept: false })
  })

  test("is shown as not tried for credentials of the settings", async () => {
    const { env } = await served()
    const settings = { REMOTE_ASSIST_EMAIL: "ada@example.com", REMOTE_ASSIST_PASSWORD: "wrong" }
    const shown = await remoteAssist(["session", "show"], { env: { ...env, ...settings } })
    expect(shown.stdout).toMatch(/^Who +ada@example.com, not tried\n/)
    const json = await remoteAssist(["session", "show", "--json"], { env: { ...env, ...settings } })
    expect(JSON.parse(json.stdout)).toMatchObject({ tried: false })
  })
})
