import { readFile } from "node:fs/promises"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const demo = "pat-demo-ada"

const served = async () => {
  const { close, env, requests } = await service(4)
  const { REMOTE_ASSIST_EMAIL: _, REMOTE_ASSIST_PASSWORD: __, ...alone } = env
  const region = { REMOTE_ASSIST_REGION: "us" }
  return { close, requests, env: { ...env, ...region }, nobody: { ...alone, ...region } }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const jwt = `${part({ alg: "none" })}.${part({ sub: "User:7", exp: 1_000_000_000 })}.c2ln`

describe("personal access tokens", () => {
  test("prints tokens only with --reveal", async () => {
    const { env } = await served()
    const [list, shown, revealed, open] = await Promise.all([
      remoteAssist(["pat", "list", "--json"], { env }),
      remoteAssist(["pat", "show", "1"], { env }),
      remoteAssist(["pat", "list", "--json", "--reveal"], { env }),
      remoteAssist(["pat", "show", "1", "--reveal"], { env })
    ])
    const created = await remoteAssist(["pat", "create"], { env })
    for (const { stdout } of [list, shown, created]) expect(stdout).not.toContain("pat-")
    expect(JSON.parse(list.stdout)).toEqual([{ description: "Demo", id: 1, token: "<redacted>" }])
    expect(JSON.parse(shown.stdout)).toEqual({ description: "Demo", id: 1, token: "<redacted>" })
    expect(JSON.parse(revealed.stdout)).toMatchObject([{ id: 1, token: demo }])
    expect(JSON.parse(open.stdout)).toMatchObject({ id: 1, token: demo })
    expect(created.stdout).toContain("Its token is masked. Show it with remote-assist pat show 2 --reveal.\n")
    const json = await remoteAssist(["pat", "create", "--json"], { env })
    expect(JSON.parse(json.stdout)).toMatchObject({ personal_access_token: { id: 3, token: "<redacted>" } })
    const secret = await remoteAssist(["pat", "create", "--json", "--reveal"], { env })
    expect(JSON.parse(secret.stdout)).toMatchObject({
      personal_access_token: { id: 4, token: expect.stringMatching(/^pat-/) }
    })
    const unmasked = await remoteAssist(["pat", "create", "--reveal"], { env })
    expect(unmasked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^token \d is created.*\npat-[0-9a-f]+\n$/)
    })
  })

  test("masks tokens in columns that are asked for, and leaves them out of a table otherwise", async () => {
    const { env } = await served()
    const columns = ["--columns", "id,token"]
    const csv = await remoteAssist(["pat", "list", "--csv", ...columns], { env })
    expect(csv.stdout).toBe("id,token\r\n1,<redacted>\r\n")
    const table = await remoteAssist(["pat", "list", "--table"], { env })
    expect(table.stdout).not.toContain("TOKEN")
    const revealed = await remoteAssist(["pat", "list", "--table", "--reveal"], { env })
    expect(revealed.stdout).toMatch(/TOKEN\n.*pat-demo-ada\n$/)
  })

  test("exports tokens to a file that only its owner can read, even over a public file", async () => {
    const { env } = await served()
    const { folder, mode, write } = await home()
    const [fresh, shared] = [`${folder}/fresh.csv`, `${folder}/shared.csv`]
    await write(shared, "before", 0o664)
    for (const path of [fresh, shared]) {
      const ended = await remoteAssist(["pat", "export", "--reveal", "--force", path], { env })
      expect(ended).toMatchObject({
        code: 0,
        stderr: `1 personal access token written to ${path}, which only you can read.\n`
      })
      expect(await readFile(path, "utf8")).toContain(demo)
      expect(await mode(path)).toBe("600")
    }
  })

  test("shows one token by its id, and reports an unknown id", async () => {
    const { env, requests } = await served()
    await remoteAssist(["pat", "show", "1"], { env })
    expect(requests.at(-1)).toBe("GET /v1r1/personal_access_token/1")
    const ended = await remoteAssist(["pat", "show", "9"], { env })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("You have no personal access token 9") })
  })

  test("deletes tokens only by id, because descriptions repeat", async () => {
    const { env, requests } = await served()
    const ended = await remoteAssist(["pat", "delete", "Demo", "--yes"], { env })
    expect(ended).toMatchObject({ code: 2, stderr: "There is no personal access token Demo.\n" })
    expect(requests.filter((line) => line.startsWith("DELETE"))).toEqual([])
  })
})

describe("tokens", () => {
  test("inspects the token of the session", async () => {
    const { env } = await served()
    const { code, stdout } = await remoteAssist(["tokens", "info", "--json"], { env })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      service: { status: "active", data: "User:101" },
      decoded: { header: { alg: "HS256" }, claims: { sub: "User:101" } }
    })
  })

  test("inspects any token without a login, and ends with the error of the service", async () => {
    const { close, nobody, requests } = await served()
    const refused = await remoteAssist(["tokens", "info", "--token-stdin"], { env: nobody, input: `${jwt}\n` })
    expect(refused).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/exp +expired \d+ days ago, at 2001-09-09 01:46:40 UTC/),
      stderr: expect.stringContaining("The service refused to inspect a token:")
    })
    expect(refused.stdout + refused.stderr).not.toContain(jwt.slice(0, 12))
    expect(requests.map((line) => line.replace(/=.*/, ""))).toEqual(["GET /v1/token/info?token"])
    await close()
    const lost = await remoteAssist(["tokens", "info", "--token-stdin", "--json"], { env: nobody, input: `${jwt}\n` })
    expect(lost).toMatchObject({ code: 4, stderr: expect.stringContaining("No connection to") })
    expect(JSON.parse(lost.stdout)).toMatchObject({ service: null, decoded: { claims: { sub: "User:7" } } })
  })

  test("validates a token against a type and permissions", async () => {
    const { env } = await served()
    const demands = ["--resource-type", "user", "--permission", "view_contacts", "--permission", "view_account"]
    const met = await remoteAssist(["tokens", "validate", ...demands], { env })
    expect(met).toMatchObject({ code: 0, stdout: expect.stringMatching(/Type +user/) })
    const unmet = await remoteAssist(["tokens", "validate", "--permission", "fly"], { env })
    expect(unmet).toMatchObject({ code: 2, stderr: expect.stringContaining("The token lacks the permissions fly") })
  })
})

test.each([
  ["x".repeat(20_000), "the token has 20000 characters, and a URL can carry at most 8000"],
  ["one two", "the token contains spaces or control characters"]
])("rejects an invalid token without a request", async (token, reason) => {
  const { env, requests } = await service(4)
  for (const verb of ["info", "validate"]) {
    const options = { env: { ...env, REMOTE_ASSIST_REGION: "us" }, input: `${token}\n` }
    const { code, stderr } = await remoteAssist(["tokens", verb, "--token-stdin"], options)
    expect(stderr).toContain(`Nothing was sent to ${verb === "info" ? "inspect" : "validate"} a token: ${reason}`)
    expect(code).toBe(1)
  }
  expect(requests).toEqual([])
})
