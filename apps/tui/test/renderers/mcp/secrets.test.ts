import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { expect, onTestFinished, test } from "vitest"

import { agent } from "../../support/agent.ts"
import { remoteAssist } from "../../support/command.ts"
import { emulator, service } from "../../support/service.ts"

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJVc2VyOjk5In0.c2lnbmF0dXJl"
const signed = "https://files.example.com/a.png?X-Amz-Signature=canary-signature&X-Amz-Expires=60&size=2"

const bodyOf = async (request: AsyncIterable<Buffer>) => {
  let body = ""
  for await (const part of request) body += part.toString()
  return body
}

const canaries = (text: string) => [...text.matchAll(/"(?:token|refresh)":"([^"]+)"/g)].map(([, token = ""]) => token)

/** A service that repeats its input and has secrets in names, and the secrets that must not appear. */
const talkative = async () => {
  const { baseUrl, demo } = await emulator(4)
  const secrets = new Set<string>([demo.apiKey, demo.password, jwt, "canary-signature"])
  let isRefusing = false
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { authorization = "", host: _, ...headers } = request.headers
    if (authorization !== "") secrets.add(authorization)
    const sent = { ...headers, ...(authorization === "" ? {} : { authorization }) }
    if (isRefusing && !request.url?.includes("auth")) {
      response.writeHead(400, { "content-type": "application/json" })
      return response.end(
        JSON.stringify({
          code: 1,
          name: "x",
          message: `No: ${JSON.stringify(sent)} ${body} ${demo.password} ${jwt} ${signed} \u202E\u{E0041}`
        })
      )
    }
    const answer = await fetch(new URL(request.url ?? "", baseUrl.us), {
      method: request.method ?? "GET",
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      ...(body === "" ? {} : { body })
    })
    const text = await answer.text()
    for (const token of canaries(text)) secrets.add(token)
    const named = `Grace ${demo.apiKey} ${jwt} ${demo.password} ${authorization} ${signed} https://me:${demo.password}@x.example`
    response.writeHead(answer.status, { "content-type": "application/json" })
    return response.end(text.replaceAll("Grace Hopper", named))
  })
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    secrets,
    refuse: () => {
      isRefusing = true
    },
    env: {
      REMOTE_ASSIST_REGION: "us",
      REMOTE_ASSIST_US_URL: `http://127.0.0.1:${port}${new URL(baseUrl.us).pathname}`,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_EMAIL: demo.email,
      REMOTE_ASSIST_PASSWORD: demo.password
    }
  }
}

const valueFor = ({ type }: { readonly type?: unknown }) => {
  if (type === "boolean") return false
  if (type === "array") return []
  return type === "integer" || type === "number" ? 1 : "Mary"
}

test("no tool, resource or error shows a secret of any answer", async () => {
  const { env, refuse, secrets } = await talkative()
  const flags = ["--allow", "reversible,mails,final", "--yes"]
  const { call, client, stderr } = await agent(flags, { env })
  const { tools } = await client.listTools()
  const texts: Array<string> = [JSON.stringify(tools), client.getInstructions() ?? ""]
  const everything = async () => {
    // some tools make the emulator fail
    for (const { uri } of (await client.listResources()).resources)
      texts.push(JSON.stringify(await client.readResource({ uri }).catch((error: unknown) => String(error))))
    texts.push(JSON.stringify(await call("users_show", { user: "102" })))
    for (const { inputSchema, name } of tools) {
      const args = Object.fromEntries(
        Object.entries(inputSchema.properties ?? {}).flatMap(([key, schema]) => {
          if (/^(?:cursor|page|filter|fields)$/.test(key)) return []
          return [[key, key === "user" ? "103" : key === "pod" ? "1" : valueFor(schema)]]
        })
      )
      texts.push(JSON.stringify(await call(name, args)))
    }
  }
  await everything()
  expect(texts.join("\n")).toContain("size=2")
  refuse()
  await everything()
  expect(texts.join("\n")).toContain("The service refused to")
  texts.push(stderr())
  expect(secrets.size).toBeGreaterThan(5)
  for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret)
  for (const text of texts) expect(text).not.toMatch(/[\u202E\u{E0041}]/u)
})

test("shows an entry of the journal as the command does, without secrets", async () => {
  const all = await service(4)
  const env = { ...all.env, REMOTE_ASSIST_REGION: "us" }
  const { data } = await agent(["--allow", "reversible,mails"], { env })
  await data("users_list")
  await data("users_provision", { name: "Mary", email: "mary@example.com" })
  const url = `${env.REMOTE_ASSIST_US_URL}/api/v1`
  const headers = { authorization: "Bearer very-secret", "x-service-api-key": env.REMOTE_ASSIST_API_KEY }
  await fetch(`${url}/register/confirm?confirmation_token=very-secret&n=1`, { method: "POST", headers })
  const body = JSON.stringify({ call_id: "1", contact_tokens: ["very-secret", "very-secret-2"] })
  await fetch(`${url}/session/invite`, { method: "POST", headers, body })
  const { journal } = await data("journal_list")
  for (const { id } of journal as ReadonlyArray<{ readonly id: number }>) {
    const { stdout } = await remoteAssist(["emulator", "journal", "read", String(id), "--json"], { env })
    expect(stdout).toContain("$API_KEY")
    expect(stdout).not.toContain("very-secret")
    expect((await data("journal_read", { entry: String(id) }))["data"]).toEqual(JSON.parse(stdout))
  }
})
