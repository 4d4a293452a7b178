import { expect, test } from "vitest"

import { resources } from "../../../src/resources/resources.ts"
import { agent, textOf } from "../../support/agent.ts"
import { home } from "../../support/home.ts"
import { service } from "../../support/service.ts"

const isChange = (line: string) => !/^GET|\/o?auth/.test(line)

const served = async (users = 4) => {
  const all = await service(users)
  return { ...all, env: { ...all.env, REMOTE_ASSIST_REGION: "us" }, changes: () => all.requests.filter(isChange) }
}

const all = ["--allow", "reversible,mails", "--allow", "final"]

const toolsOf = async (args: ReadonlyArray<string>) => {
  const { client } = await agent(["--demo", ...args])
  return (await client.listTools()).tools
}

test("lists only tools that read by default", async () => {
  const tools = await toolsOf([])
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "session_show",
      "calls_recent",
      ...resources.flatMap(({ isLocal, name, within }) =>
        isLocal === true || within !== undefined ? [] : [`${name}_list`, `${name}_show`]
      )
    ])
  )
  for (const { annotations, name } of tools) expect({ name, ...annotations }).toMatchObject({ readOnlyHint: true })
})

test.each([
  ["reversible", ["users_deactivate", "users_reactivate", "users_update"]],
  ["mails", ["users_provision", "invite_room"]],
  ["final", ["users_delete"]]
])("--allow %s permits only that effect", async (permission, names) => {
  const changing = (await toolsOf(["--allow", permission])).filter(({ annotations }) => !annotations?.readOnlyHint)
  expect(changing.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  for (const { annotations, name } of changing)
    expect(annotations).toMatchObject({
      destructiveHint: permission === "final",
      openWorldHint: permission === "mails" || name === "users_update"
    })
})

test("asks for the permissions of what a call does", async () => {
  const { refusal, data } = await agent(["--demo", "--allow", "reversible"])
  expect(await data("users_update", { user: "102", name: "Grace" })).toMatchObject({ outcome: "done" })
  expect(await refusal("users_update", { user: "102", email: "admiral@example.com" })).toBe(
    "Nothing was done: this server does not permit this call of users_update. Its user can restart it with --allow mails."
  )
  expect(await refusal("register_enterprise", {})).toContain("can restart it with --allow final,mails.")
})

test("a secret of a row is masked as in the JSON of commands", async () => {
  const { data } = await agent(["--demo"])
  const { pat } = await data("pat_list", {})
  const [{ id }] = pat as readonly [{ readonly id: number }]
  expect(await data("pat_show", { personal_access_token: String(id) })).toMatchObject({
    personal_access_token: { token: "<redacted>" }
  })
})

test("names and schemas are valid for all clients", async () => {
  const tools = await toolsOf(all)
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  for (const { description, inputSchema, name } of tools) {
    expect(name).toMatch(/^\w{1,64}$/)
    expect(description).toMatch(/\.$/)
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false })
    // one is named by its id
    expect(JSON.stringify(inputSchema).replaceAll('"personal_access_token"', "")).not.toMatch(/\$ref|password|token/)
  }
})

test("a schema has the fields of the form with their help", async () => {
  const provision = (await toolsOf(all)).find(({ name }) => name === "users_provision")
  expect(provision?.inputSchema).toEqual({
    type: "object",
    properties: {
      name: { type: "string", description: "Name as others see it" },
      email: { type: "string", description: "E-mail address to log in with" },
      role: { type: "string", description: "Name of the role (default User)" },
      send_email: { type: "boolean", description: "Send a welcome e-mail (default yes)" },
      pod_ids: expect.objectContaining({ type: "array", items: expect.objectContaining({ type: "integer" }) })
    },
    required: ["name", "email"],
    additionalProperties: false
  })
})

test("rejects a tool with the flag that it needs, and lists it in the instructions", async () => {
  const { changes, env } = await served()
  const { client, data, refusal } = await agent([], { env })
  expect(await refusal("users_deactivate", { user: "102" })).toContain("start it with --allow reversible.")
  expect(await refusal("users_delete", { user: "102" })).toContain("start it with --allow final.")
  expect(client.getInstructions()).toContain("users_delete (--allow final)")
  expect(await data("session_show")).toMatchObject({
    who: "ada@example.com",
    not_permitted: expect.arrayContaining([{ tool: "users_delete", needs: "--allow final" }])
  })
  expect(changes()).toEqual([])
})

test("rejects an unknown permission", async () => {
  await expect(agent(["--demo", "--allow", "everything"])).rejects.toThrow("closed")
})

test("a read-only profile rejects all permitted changes", async () => {
  const { changes, env } = await served()
  const own = await home()
  const live = { region: "us", baseUrl: env.REMOTE_ASSIST_US_URL, readOnly: true }
  await own.write(own.profiles, { profiles: { "live-eu": live } })
  const { client, data, refusal } = await agent([...all, "--yes", "--profile", "live-eu"], {
    env: { ...env, ...own.env }
  })
  for (const tool of ["users_deactivate", "users_delete"])
    expect(await refusal(tool, { user: 102 })).toBe("Nothing was done: the profile live-eu is read-only.")
  expect(await refusal("users_provision", { name: "Mary", email: "mary@example.com" })).toContain("read-only")
  expect(await data("session_show")).toMatchObject({
    profile: "live-eu",
    read_only: "the profile live-eu is read-only"
  })
  for (const { annotations } of (await client.listTools()).tools)
    expect(annotations).toMatchObject({ readOnlyHint: true })
  expect(client.getInstructions()).toContain("Nothing can be changed: the profile live-eu is read-only.")
  expect(changes()).toEqual([])
})

test("an action answers with its outcome and target, as data and as text", async () => {
  const { call, data } = await agent(["--demo", ...all])
  const { content, structuredContent } = await call("users_deactivate", { user: "grace@example.com" })
  expect(structuredContent).toMatchObject({
    action: "users.deactivate",
    target: "grace@example.com",
    outcome: "done",
    user: { id: 102, active: false }
  })
  expect(JSON.parse(textOf({ content }))).toEqual(structuredContent)
  expect(await data("users_deactivate", { user: 102 })).toMatchObject({ outcome: "unchanged" })
  expect(await data("users_reactivate", { user: 102 })).toMatchObject({ outcome: "done", user: { active: true } })
})

test("takes a number for the text that it is", async () => {
  const { data } = await agent(["--demo", ...all])
  expect(await data("users_update", { user: 102, name: 5 })).toMatchObject({ user: { name: "5" } })
  expect(await data("faults_add", { does: 503, first: 1 })).toMatchObject({ fault: { when: { first: 1 } } })
})

const wrong: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, string]> = [
  ["users_update", { user: 102 }, "There is nothing to update. Give name or email."],
  ["users_update", { user: 102, name: true }, "Nothing was done: name takes a text."],
  ["users_update", { user: 102, email: 5 }, "Nothing was done: email has no @."],
  ["faults_add", { first: 0 }, "Nothing was done: first is not a whole number from 1."],
  ["invite_session", { call_id: "call_1", contacts: [7] }, "7 is not a contact of your recent calls."],
  ["users_provision", { name: "Mary", email: "m@example.com", send_email: "no" }, "send_email takes true or false."],
  [
    "users_provision",
    { name: "Mary", email: "m@example.com", pod_ids: ["one"] },
    "pod_ids takes a list of whole numbers."
  ],
  ["users_update", { user: 102, active: false }, 'unknown argument "active". It takes: user, name, email.'],
  ["users_update", { name: "Mary" }, "Give user, the id, e-mail address or user name of a user."],
  ["users_delete", { user: 102, confirm: true }, 'unknown argument "confirm"'],
  ["users_show", { user: "nobody@example.com" }, "There is no user nobody@example.com."],
  ["users_show", { user: {} }, "Give user, the id, e-mail address or user name of a user."],
  ["users_provision", { name: "Mary" }, "Nothing was done: email is missing."],
  [
    "users_list",
    { filter: "nonsense" },
    'Invalid filter "nonsense". Write field=value, such as email=grace@example.com.'
  ],
  [
    "users_list",
    { cursor: 0 },
    "The cursor is invalid. Give the next_cursor of the last answer, or the number of a page."
  ],
  ["users_list", { cursor: "x" }, "The cursor is invalid."],
  ["users_list", { fields: ["token"] }, 'Users have no field "token".']
]

test("rejects invalid arguments with advice, and changes nothing", async () => {
  const { changes, env } = await served()
  const { refusal } = await agent([...all, "--yes"], { env })
  for (const [name, args, message] of wrong) expect(await refusal(name, args)).toContain(message)
  expect(changes()).toEqual([])
})

test("an unknown tool is a protocol error, and the server continues", async () => {
  const { call, data } = await agent(["--demo"])
  await expect(call("users_explode")).rejects.toThrow("Tool 'users_explode' not found")
  expect(await data("pods_list")).toMatchObject({ page: 1 })
})

test("answers concurrent calls in any order", async () => {
  const { env, gate, requests } = await served()
  let open: () => void = () => undefined
  const blocked = new Promise<void>((done) => {
    open = done
  })
  const { data } = await agent([], { env })
  await data("users_list")
  gate.hold = (line) => (line.includes("id%3D102") || line.includes("id=102") ? blocked : undefined)
  const first = data("users_show", { user: 102 })
  expect(await data("users_show", { user: 103 })).toMatchObject({ user: { id: 103 } })
  open()
  expect(await first).toMatchObject({ user: { id: 102 } })
  expect(requests.filter((line) => line.includes("/auth"))).toHaveLength(1)
})

test("a call that is cancelled before its request changes nothing", async () => {
  const { changes, env, gate, requests } = await served()
  const { call, data } = await agent([...all], { env })
  await data("users_list")
  let open: () => void = () => undefined
  const blocked = new Promise<void>((done) => {
    open = done
  })
  const isLookup = (line: string) => line.startsWith("GET") && line.includes("102")
  gate.hold = (line) => (isLookup(line) ? blocked : undefined)
  const cancel = new AbortController()
  const called = call("users_deactivate", { user: 102 }, cancel.signal)
  await expect.poll(() => requests.some(isLookup)).toBe(true)
  cancel.abort()
  await expect(called).rejects.toThrow("abort")
  await data("pods_list")
  open()
  expect(await data("users_show", { user: 103 })).toMatchObject({ user: { id: 103 } })
  expect(changes()).toEqual([])
})

test("rejects control characters in arguments", async () => {
  const { refusal } = await agent(["--demo", "--allow", "mails,reversible"])
  expect(await refusal("users_update", { user: "102", name: "G\u0000" })).toBe(
    "Nothing was done: name has a control character (\\u0000): leave it out."
  )
})

test("rejects an invalid e-mail address", async () => {
  const { refusal } = await agent(["--demo", "--allow", "mails"])
  expect(await refusal("invite_room", { email: "nobody", name: "Nobody" })).toBe("Nothing was done: email has no @.")
})
