import { expect, test } from "vitest"

import { agent, textOf } from "../../support/agent.ts"
import { service } from "../../support/service.ts"

const served = async (users: number) => {
  const { env } = await service(users)
  return { ...env, REMOTE_ASSIST_REGION: "us" }
}

interface Page {
  readonly users: ReadonlyArray<{ readonly id: number }>
  readonly total: number
  readonly next_cursor: string | null
  readonly to_go_on?: string
}

test("lists each user once, in answers of limited size", async () => {
  const { call, client } = await agent([], { env: await served(250) })
  const { tools } = await client.listTools()
  const fields = tools.find(({ name }) => name === "users_list")?.inputSchema.properties?.["fields"] as {
    readonly items: { readonly enum: ReadonlyArray<string> }
  }
  for (const args of [{}, { fields: fields.items.enum }]) {
    const ids: Array<number> = []
    let calls = 0
    for (let cursor: string | null | undefined = undefined; cursor !== null; calls++) {
      const answer = await call("users_list", { ...args, ...(cursor === undefined ? {} : { cursor }) })
      expect(textOf(answer).length).toBeLessThan(50_000)
      const page = answer.structuredContent as unknown as Page
      expect(page.total).toBe(250)
      ids.push(...page.users.map(({ id }) => id))
      const goingOn =
        page.next_cursor === null ? undefined : `Call users_list again with "cursor": "${page.next_cursor}".`
      expect(page.to_go_on).toBe(goingOn)
      cursor = page.next_cursor
    }
    expect(new Set(ids).size).toBe(250)
    expect(ids).toHaveLength(250)
    expect(calls).toBeGreaterThan(2)
  }
})

test("says why a filter finds nothing", async () => {
  const { call } = await agent([], { env: await served(4) })
  expect((await call("users_list", { filter: "name=Grace" })).structuredContent).toMatchObject({
    users: [],
    note: "No user matches name=Grace. name~=%Grace% also finds parts of texts. Letter case counts."
  })
  for (const args of [{ filter: "name~=%Grace%" }, { cursor: "9" }])
    expect((await call("users_list", args)).structuredContent).not.toHaveProperty("note")
})

test("continues a list after 200 rows", async () => {
  const env = await served(4)
  await Promise.all(Array.from({ length: 210 }, () => fetch(`${env.REMOTE_ASSIST_US_URL}/api/v1/calls`)))
  const { data } = await agent([], { env })
  const { journal, next_cursor } = await data("journal_list", { fields: ["id"] })
  expect(journal).toHaveLength(200)
  expect(journal).not.toContainEqual(expect.any(String))
  expect(next_cursor).toBe("1.200")
})

test("lists are MCP resources, page by page", async () => {
  const { client } = await agent([], { env: await served(250) })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(["remote-assist://users", "remote-assist://pods"])
  )
  expect(resources).toContainEqual(expect.objectContaining({ name: "users", title: "Users" }))
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining(["remote-assist://users{?cursor,filter,fields}", "remote-assist://users/{user}"])
  )
  // the names of variables as RFC 6570 has them
  for (const { uriTemplate } of resourceTemplates) expect(uriTemplate).toMatch(/^[a-z:/-]+\{\??\w+(?:,\w+)*\}$/)
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents
    if (content === undefined || !("text" in content)) throw new Error("no text")
    expect(content).toMatchObject({ uri, mimeType: "application/json" })
    return JSON.parse(content.text) as { users: ReadonlyArray<{ id: number }>; next: string | null; user?: unknown }
  }
  const ids: Array<number> = []
  for (let uri: string | null = "remote-assist://users?fields=id,name"; uri !== null;) {
    const page: { users: ReadonlyArray<{ id: number }>; next: string | null } = await read(uri)
    ids.push(...page.users.map(({ id }) => id))
    uri = page.next
  }
  expect(new Set(ids).size).toBe(250)
  expect((await read("remote-assist://users?cursor=3")).users).toHaveLength(50)
  expect((await read("remote-assist://users?filter=email%3Dgrace%40example.com")).users).toMatchObject([{ id: 102 }])
  expect(await read("remote-assist://users/grace%40example.com")).toMatchObject({ user: { id: 102 } })
  expect(await read("remote-assist://users/102")).toMatchObject({ user: { email: "grace@example.com" } })
})

test("an unknown URI is an error with a reason", async () => {
  const { client } = await agent(["--demo"])
  for (const [uri, why] of [
    ["remote-assist://users?cursor=zero", "The cursor is invalid."],
    ["remote-assist://users?fields=token", 'Users have no field "token".'],
    ["remote-assist://users/nobody@example.com", "There is no user nobody@example.com."],
    ["remote-assist://users/%E0%A4%A", "Resource 'remote-assist://users/%E0%A4%A' not found"],
    ["remote-assist://nothing", "Resource 'remote-assist://nothing' not found"]
  ] as const)
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      message: expect.stringContaining(why),
      // not an internal error
      code: expect.toSatisfy((code) => code === -32_602 || code === -32_002)
    })
})

test.each([
  "remote-assist://users?fliter=active%3Dfalse",
  "remote-assist://users?active=false",
  "remote-assist://users/102?fields=id"
])("rejects an unknown parameter: %s", async (uri) => {
  const { client } = await agent(["--demo"])
  await expect(client.readResource({ uri })).rejects.toThrow(
    /unknown argument "(?:fliter|active|fields)"\. It takes: (?:user|cursor, filter, fields)\./
  )
})

test("public resources and tools work without a login", async () => {
  const { REMOTE_ASSIST_EMAIL: _, REMOTE_ASSIST_PASSWORD: __, ...env } = await served(4)
  const { client, data } = await agent([], { env })
  expect(await data("clock_list")).toMatchObject({ total: 1 })
  for (const uri of [
    "remote-assist://clock",
    "remote-assist://snapshots?cursor=1",
    "remote-assist://snapshots/initial"
  ])
    expect((await client.readResource({ uri })).contents).toHaveLength(1)
  await expect(client.readResource({ uri: "remote-assist://users" })).rejects.toThrow("Nobody is logged in")
})
