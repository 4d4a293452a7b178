import { describe, expect, test } from "vitest"

import { resources } from "../../../src/resources/resources.ts"
import { remoteAssist, shell } from "../../support/command.ts"
import { filled } from "../../support/filled.ts"
import { service } from "../../support/service.ts"

const reading = resources
  .filter(({ isLocal }) => isLocal !== true)
  .flatMap(({ example, group, isSingle, name, within }) => {
    if (within !== undefined) return [{ name: `${within.resource}.${name}`, args: [within.resource, name] }]
    const words = group === undefined ? [name] : [group.name, name]
    return [
      { name: `${name}.list`, args: [...words, "list"] },
      { name: `${name}.show`, args: [...words, "show", ...(isSingle === true ? [] : [example ?? "1"])] },
      { name: `${name}.export`, args: [...words, "export"] }
    ]
  })

const served = async () => {
  const { env, requests } = await service(4)
  await filled(env.REMOTE_ASSIST_US_URL)
  requests.length = 0
  return { env: { ...env, REMOTE_ASSIST_REGION: "us" }, requests }
}

describe.each(reading)("$name", ({ args }) => {
  test("exits with 0 and prints no secret", async () => {
    const { env } = await served()
    const { code, stderr, stdout } = await remoteAssist(args, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).not.toBe("")
    expect(stdout).not.toMatch(/"token":"(?!<redacted>")|\btoken [^,\n]|pat-demo|\beyJ|\/recordings\//)
  })

  test("sends no request with --dry-run or --curl", async () => {
    const { env, requests } = await served()
    const dry = await remoteAssist([...args, "--dry-run"], { env })
    expect(dry.stdout).toMatch(/^Would .+: GET http/)
    const curl = await remoteAssist([...args, "--curl"], { env })
    expect(curl.stdout).toMatch(/^curl .*-X GET 'http/)
    expect([dry.code, curl.code]).toEqual([0, 0])
    expect(requests).toEqual([])
  })
})

test("prints a request with the same effect", async () => {
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
