import { Client } from "@modelcontextprotocol/client"
import type { ElicitResult, Transport } from "@modelcontextprotocol/client"
import { describe, expect, onTestFinished, test } from "vitest"

import { agent, agentOfProcess, textOf, transportHere, typing } from "../../support/agent.ts"
import { service } from "../../support/service.ts"

const isChange = (line: string) => !/^GET|\/o?auth/.test(line)

const final = ["--allow", "final,reversible,mails"]

const served = async () => {
  const all = await service(4)
  return { ...all, env: { ...all.env, REMOTE_ASSIST_REGION: "us" }, changes: () => all.requests.filter(isChange) }
}

const deleted = "DELETE /v1r1/enterprise/users/102"

test("runs a final action after a person typed the name", async () => {
  const { changes, env } = await served()
  const { questions, data } = await agent(final, { env, answer: typing("grace@example.com") })
  expect(await data("users_delete", { user: "102" })).toMatchObject({ outcome: "done", user: null })
  expect(questions).toHaveLength(1)
  expect(questions[0]?.message).toBe(
    "Delete grace@example.com (user 102)? This cannot be undone. Their data is removed; calls and comments will then refer " +
      "to `Deleted User`. Type grace@example.com to confirm."
  )
  expect(questions[0]?.schema).toMatchObject({ type: "object", required: ["name"] })
  expect(changes()).toEqual([deleted])
})

test("changes your own account after a person typed the name, and others without", async () => {
  const { changes, env } = await served()
  const { questions, data } = await agent(["--allow", "reversible,mails"], { env, answer: typing("ada@example.com") })
  const changed = await data("users_update", { user: "101", email: "countess@example.com" })
  expect(changed).toMatchObject({
    outcome: "done",
    message: expect.stringContaining("countess@example.com must be confirmed")
  })
  expect(questions.map(({ message }) => message)).toEqual([
    "Update ada@example.com (user 101)? This is your own account. An e-mail goes to countess@example.com. The new address counts " +
      "once it is confirmed. You log in with the old address until the new one is confirmed. Type ada@example.com to confirm."
  ])
  await data("users_update", { user: "101", name: "Ada" })
  expect(questions[1]?.message).toBe(
    "Update ada@example.com (user 101)? This is your own account. Others see the new name at once. Type ada@example.com to confirm."
  )
  await data("users_update", { user: "102", email: "admiral@example.com" })
  expect(questions).toHaveLength(2)
  expect(changes()).toHaveLength(3)
})

const enterprise = {
  enterprise_name: "Hampton Pumps",
  contact_name: "Mary",
  contact_email: "m@example.com",
  reseller_id: "reseller-1"
}

test("confirms your own new e-mail address after a person typed its name, and others without", async () => {
  const { changes, env } = await served()
  const update = await agent([...final, "--yes"], { env })
  await update.data("users_update", { user: "101", email: "countess@example.com" })
  const { questions, data, refusal } = await agent(["--allow", "reversible"], {
    env,
    answer: () => ({ action: "decline" })
  })
  expect(await data("outbox_confirm", { mail: "2" })).toMatchObject({ outcome: "done" })
  expect(questions).toEqual([])
  expect(await refusal("outbox_confirm", { mail: "3" })).toContain("the person declined.")
  expect(questions.map(({ message }) => message)).toEqual([
    "Confirm new-email 3 to countess@example.com (mail 3)? This is your own account. You then log in with the new address in " +
      "place of the old one. Type new-email 3 to countess@example.com to confirm."
  ])
  expect(changes().filter((line) => line.includes("/register/"))).toHaveLength(1)
})

test("registers an enterprise after a person typed its name", async () => {
  const { changes, env } = await served()
  const { questions, refusal } = await agent(final, { env, answer: typing("Hampton") })
  expect(await refusal("register_enterprise", enterprise)).toContain("the typed name does not match")
  expect(questions.map(({ message }) => message)).toEqual([
    "Register an enterprise (Hampton Pumps)? An enterprise is created, and its contact may get an e-mail. This cannot be undone here. The e-mail goes to m@example.com. Type Hampton Pumps to confirm."
  ])
  expect(changes()).toEqual([])
})

const refusals: ReadonlyArray<readonly [ElicitResult, string]> = [
  [{ action: "decline" }, "the person declined."],
  [{ action: "cancel" }, "the question was closed without an answer."],
  [typing("ada@example.com")(), "the typed name does not match."],
  [{ action: "accept" }, "the typed name does not match."],
  [{ action: "accept", content: { confirm: true } }, "the typed name does not match."]
]

test("any other answer changes nothing and says so", async () => {
  const { changes, env } = await served()
  const answers = refusals.values()
  const { refusal } = await agent(final, { env, answer: () => answers.next().value?.[0] ?? { action: "cancel" } })
  for (const [, why] of refusals)
    expect(await refusal("users_delete", { user: "102" })).toBe(`Nothing was done to grace@example.com: ${why}`)
  expect(changes()).toEqual([])
})

test("a client error changes nothing and says so", async () => {
  const { changes, env } = await served()
  const { refusal } = await agent(final, { env, answer: () => Promise.reject(new Error("no window")) })
  expect(await refusal("users_delete", { user: "102" })).toContain("the client could not ask.")
  expect(changes()).toEqual([])
})

test("a client without elicitation gets advice, and changes nothing", async () => {
  const { changes, env } = await served()
  const { refusal } = await agent(final, { env })
  const message = await refusal("users_delete", { user: "grace@example.com" })
  expect(message).toContain("this client cannot ask one (elicitation).")
  expect(message).toContain("remote-assist users delete 102, or start remote-assist mcp with --yes")
  const update = await refusal("users_update", { user: "101", name: "Ada's own", email: "c@example.com" })
  expect(update).toContain(String.raw`users update 101 --name 'Ada'\''s own' --email 'c@example.com', or`)
  const register = await refusal("register_enterprise", enterprise)
  expect(register).toContain("enterprise --enterprise-name 'Hampton Pumps' --contact-name 'Mary' --contact-email")
  expect(changes()).toEqual([])
})

test("advises a command for the same service, and none for a demo", async () => {
  const { env } = await served()
  const named = await agent([...final, "--region", "us"], { env })
  expect(await named.refusal("users_delete", { user: "102" })).toContain(
    "run remote-assist users delete 102 --region us, or"
  )
  const demo = await agent([...final, "--demo"])
  expect(await demo.refusal("users_delete", { user: "102" })).toContain(
    "The person can start remote-assist mcp with --yes, which skips confirmations."
  )
})

test("the advice for a box of the emulator names the whole command", async () => {
  const { env } = await served()
  const { data, refusal } = await agent(final, { env })
  await data("snapshots_take", { name: "before" })
  expect(await refusal("snapshots_forget", { snapshot: "before" })).toMatch(
    /run remote-assist emulator snapshots forget \w+,/
  )
})

test("--yes skips the confirmation", async () => {
  const { changes, env } = await served()
  const { questions, data } = await agent([...final, "--yes"], { env, answer: typing("") })
  expect(await data("users_delete", { user: "102" })).toMatchObject({ outcome: "done" })
  expect(questions).toEqual([])
  expect(changes()).toEqual([deleted])
})

test("a change of your own account is confirmed by any of its names", async () => {
  const { changes, env } = await served()
  const { questions, refusal } = await agent(final, { env, answer: () => ({ action: "decline" }) })
  for (const user of ["ada@example.com", "101", 101, "ada"]) {
    expect(await refusal("users_deactivate", { user })).toContain("Nothing was done to ada@example.com")
  }
  expect(questions.map(({ message }) => message)).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining("This is your own account."))
  )
  expect(changes()).toEqual([])
})

test("a call that is cancelled during the question changes nothing", async () => {
  const { changes, env } = await served()
  let tell: () => void = () => undefined
  const wasAsked = new Promise<void>((done) => {
    tell = done
  })
  const { call, data } = await agent(final, {
    env,
    answer: () => {
      tell()
      return new Promise(() => undefined)
    }
  })
  const cancel = new AbortController()
  const called = call("users_delete", { user: "102" }, cancel.signal)
  await wasAsked
  cancel.abort()
  await expect(called).rejects.toThrow("abort")
  expect(await data("users_show", { user: 102 })).toMatchObject({ user: { id: 102 } })
  expect(changes()).toEqual([])
})

test("a client that disconnects during the question changes nothing", async () => {
  const { changes, env } = await served()
  const { call, client, transport } = await agentOfProcess(final, {
    env,
    answer: () => client.close().then(() => ({ action: "accept", content: { name: "grace@example.com" } }))
  })
  const { pid } = transport
  expect(textOf(await call("users_delete", { user: "102" }))).toContain("the client is gone.")
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(changes()).toEqual([])
})

const isRunning = (pid: number | null) => {
  try {
    return process.kill(pid ?? -1, 0)
  } catch {
    return false
  }
}

describe("a client since 2026-07-28, which asks and calls again", () => {
  const modern = async (env: Readonly<Record<string, string>>, answer?: () => ElicitResult) => {
    const client = new Client(
      { name: "test", version: "1.0.0" },
      {
        capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
        versionNegotiation: { mode: { pin: "2026-07-28" } }
      }
    )
    const questions: Array<string> = []
    if (answer !== undefined)
      client.setRequestHandler("elicitation/create", ({ params }) => {
        questions.push(params.message)
        return answer()
      })
    onTestFinished(() => client.close())
    const transport: unknown = transportHere(final, env)
    // each official package has a type of its own for it
    await client.connect(transport as Transport)
    return { asked: questions, client }
  }

  test("confirms with the typed name", async () => {
    const { changes, env } = await served()
    const { asked: questions, client } = await modern(env, typing("grace@example.com"))
    const { isError, structuredContent } = await client.callTool({ name: "users_delete", arguments: { user: "102" } })
    expect({ isError, structuredContent }).toMatchObject({ structuredContent: { outcome: "done" } })
    expect(questions).toEqual([expect.stringContaining("Delete grace@example.com (user 102)?")])
    expect(changes()).toEqual([deleted])
  })

  test("any other answer changes nothing and says so", async () => {
    const { changes, env } = await served()
    const answers = refusals.values()
    const { client } = await modern(env, () => answers.next().value?.[0] ?? { action: "cancel" })
    for (const [, why] of refusals)
      expect(await client.callTool({ name: "users_delete", arguments: { user: "102" } })).toMatchObject({
        isError: true,
        structuredContent: { error: { message: expect.stringContaining(why) } }
      })
    expect(changes()).toEqual([])
  })

  test("a client without elicitation is rejected", async () => {
    const { changes, env } = await served()
    const { client } = await modern(env)
    const answered = await client.callTool({ name: "users_delete", arguments: { user: "102" } })
    expect(answered).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("cannot ask") }] })
    expect(changes()).toEqual([])
  })
})
