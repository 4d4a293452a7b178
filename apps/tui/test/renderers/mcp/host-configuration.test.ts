import { readFile } from "node:fs/promises"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { expect, onTestFinished, test } from "vitest"

import { command } from "../../support/agent.ts"
import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

interface Config {
  readonly mcpServers: Readonly<Record<string, { readonly command: string; readonly args: ReadonlyArray<string> }>>
}

test("the host configuration of the README works", async () => {
  const page = await readFile(new URL("../../../../../docs/tui/agents.md", import.meta.url), "utf8")
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const { mcpServers } = JSON.parse(json) as Config
  const { env: given, requests } = await service(4)
  const { env: own } = await home()
  const env = { ...own, KEY: given.REMOTE_ASSIST_API_KEY }
  const set = ["profiles", "set", "live-eu", "--region", "eu", "--base-url", given.REMOTE_ASSIST_US_URL]
  const key = `${given.REMOTE_ASSIST_API_KEY}\n`
  expect(await remoteAssist([...set, "--api-key-stdin"], { env, input: key })).toMatchObject({ code: 0 })
  const password = `${given.REMOTE_ASSIST_PASSWORD}\n`
  const logIn = ["login", "--profile", "live-eu", "--email", given.REMOTE_ASSIST_EMAIL]
  expect(await remoteAssist(logIn, { env, input: password })).toMatchObject({ code: 0 })

  for (const server of Object.values(mcpServers)) {
    expect([server.command, server.args[0]]).toEqual(["remote-assist", "mcp"])
    const client = new Client({ name: "test", version: "1.0.0" })
    onTestFinished(() => client.close())
    await client.connect(new StdioClientTransport(command(server.args.slice(1), own)))
    const { structuredContent } = await client.callTool({ name: "users_deactivate", arguments: { user: "102" } })
    expect(structuredContent).toMatchObject({ target: "grace@example.com", outcome: "done" })
  }
  expect(requests).toContain("PUT /v1r1/enterprise/users/102")
})
