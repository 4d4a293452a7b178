import { describe, expect, test } from "vitest"

import { resources } from "../../../src/resources/registry.ts"
import { remoteAssist, shell } from "../../support/command.ts"
import { service } from "../../support/service.ts"

const verb = (name: string) => name.split(".").at(-1) ?? name

/** What each action needs beside its name; what is not here needs the name of a row, and no more. */
const given: Readonly<Record<string, ReadonlyArray<string>>> = {
  "users.provision": ["--name", "Mary", "--email", "mary@example.com"],
  "users.update": ["102", "--name", "Rear Admiral"]
}

const changing = resources.flatMap(({ actions, forms = [], name }) =>
  [
    ...actions.map((action) => ({ ...action, isGuarded: action.effect === "final" || action.toSelf !== undefined })),
    ...forms.map((action) => ({ ...action, isGuarded: false }))
  ].map((action) => ({
    name: action.name,
    args: [name, verb(action.name), ...(given[action.name] ?? ["102"])],
    isGuarded: action.isGuarded
  }))
)

const reading = resources.flatMap(({ name }) => [
  { name: `${name}.list`, args: [name, "list"] },
  { name: `${name}.show`, args: [name, "show", name === "users" ? "102" : "1"] },
  { name: `${name}.export`, args: [name, "export"] }
])

const isRead = (line: string) => line.startsWith("GET ") || line.includes("/auth")

const served = async () => {
  const { env, requests } = await service(4)
  return { env: { ...env, REMOTE_ASSIST_REGION: "us" }, requests }
}

describe.each(changing)("$name", ({ args, isGuarded, name }) => {
  test("makes its change, and says so on the standard output alone", async () => {
    const { env, requests } = await served()
    const { code, stderr, stdout } = await remoteAssist([...args, "--yes", "--json"], { env })
    expect(stderr).toBe("")
    expect(JSON.parse(stdout)).toMatchObject({ action: name, outcome: "done" })
    expect(stdout).not.toContain('"token"')
    expect(code).toBe(0)
    expect(requests.filter((line) => !isRead(line))).toHaveLength(1)
  })

  test("sends nothing when run dry, and says what it would", async () => {
    const { env, requests } = await served()
    const { code, stderr, stdout } = await remoteAssist([...args, "--dry-run"], { env })
    expect(stderr).toBe("")
    expect(stdout).toMatch(/^Would .+: (?:PUT|POST|DELETE) http.+\n$/)
    expect(code).toBe(0)
    expect(requests).toEqual([])
  })

  test("prints its request for curl without a secret, and sends nothing", async () => {
    const { env, requests } = await served()
    const { code, stderr, stdout } = await remoteAssist([...args, "--curl"], { env })
    expect(stderr).toBe("")
    expect(stdout).toMatch(/^curl .*-X (?:PUT|POST|DELETE) 'http/)
    expect(stdout).toContain('"authorization: $REMOTE_ASSIST_TOKEN"')
    expect(stdout).toContain('"x-service-api-key: $REMOTE_ASSIST_API_KEY"')
    expect(stdout).not.toContain(env.REMOTE_ASSIST_API_KEY)
    expect(code).toBe(0)
    expect(requests).toEqual([])
  })

  test.runIf(isGuarded)("changes nothing of one's own account without --yes", async () => {
    const { env, requests } = await served()
    const mine = args.map((arg) => (arg === "102" ? "ada@example.com" : arg))
    const { code, stderr, stdout } = await remoteAssist(mine, { env })
    expect(stdout).toBe("")
    expect(stderr).toContain("Give --yes")
    expect(code).toBe(1)
    expect(requests.filter((line) => !isRead(line))).toEqual([])
  })
})

describe.each(reading)("$name", ({ args }) => {
  test("is written with exit code 0 and no secret", async () => {
    const { env } = await served()
    const { code, stderr, stdout } = await remoteAssist(args, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).not.toBe("")
    expect(stdout).not.toMatch(/\btoken\b/)
  })

  test("sends nothing when run dry or for curl", async () => {
    const { env, requests } = await served()
    const dry = await remoteAssist([...args, "--dry-run"], { env })
    expect(dry.stdout).toMatch(/^Would .+: GET http/)
    const curl = await remoteAssist([...args, "--curl"], { env })
    expect(curl.stdout).toMatch(/^curl .*-X GET 'http/)
    expect([dry.code, curl.code]).toEqual([0, 0])
    expect(requests).toEqual([])
  })
})

test("the printed request does what the command does", async () => {
  const { env } = await served()
  const { stdout } = await remoteAssist(["users", "deactivate", "102", "--curl"], { env })
  const { REMOTE_ASSIST_API_KEY: key, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password } = env
  const logIn = await fetch(`${env.REMOTE_ASSIST_US_URL}/api/v1r1/auth`, {
    method: "POST",
    headers: { "x-service-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ email, password })
  })
  const { token } = (await logIn.json()) as { token: string }
  const sent = await shell(stdout, { env: { REMOTE_ASSIST_API_KEY: key, REMOTE_ASSIST_TOKEN: token } })
  expect(sent.code).toBe(0)
  const shown = await remoteAssist(["users", "show", "102"], { env })
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: 102, active: false })
})
