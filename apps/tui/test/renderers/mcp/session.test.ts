import { expect, test } from "vitest"

import { agent, typing } from "../../support/agent.ts"
import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { partnerKey } from "../../support/partnerKey.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { env: setup, ...rest } = await service(4, { partnerKey: partnerKey.publicKey })
  const { REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password, ...connection } = setup
  const own = await home()
  return { ...rest, ...own, env: { ...own.env, ...connection, REMOTE_ASSIST_REGION: "us" }, email, password }
}

type Served = Awaited<ReturnType<typeof served>>

const logIn = async ({ email, env, password }: Pick<Served, "email" | "env" | "password">) =>
  expect(await remoteAssist(["login", "--email", email], { env, input: `${password}\n` })).toMatchObject({ code: 0 })

test("continues as the user of a new login", async () => {
  const setup = await served()
  const { data, refusal } = await agent([], { env: setup.env })
  expect(await data("session_show")).toMatchObject({
    who: null,
    problem: expect.stringContaining("Nobody is logged in")
  })
  expect(await refusal("users_list")).toContain("Log in with remote-assist login")
  await logIn(setup)
  expect(await data("users_list")).toMatchObject({ total: 4 })
  expect(await data("session_show")).toMatchObject({ who: setup.email, place: "emulator", region: "us" })
})

test("resumes the stored session and keeps it", async () => {
  const setup = await served()
  await logIn(setup)
  setup.requests.length = 0
  const { data } = await agent([], { env: setup.env })
  expect(await data("users_list")).toMatchObject({ total: 4 })
  expect(setup.requests.filter((line) => line.includes("/auth"))).toEqual([])
  expect(await remoteAssist(["users", "list"], { env: setup.env })).toMatchObject({ code: 0 })
})

test("reports the end of the session and continues after the next login", async () => {
  const setup = await served()
  await logIn(setup)
  const { data, refusal } = await agent([], { env: setup.env })
  await data("users_list")
  await remoteAssist(["logout"], { env: setup.env })
  expect(await refusal("users_list")).toMatch(/log in/i)
  await logIn(setup)
  expect(await data("users_list")).toMatchObject({ total: 4 })
})

test("runs the next call as the user of another login, and confirms changes of that account", async () => {
  const setup = await served()
  const { env, password, requests } = setup
  await logIn({ email: "grace@example.com", env, password })
  const { questions, data, refusal } = await agent(["--allow", "reversible"], { env, answer: typing("somebody else") })
  expect(await data("session_show")).toMatchObject({ who: "grace@example.com" })
  await logIn(setup)
  expect(await refusal("users_deactivate", { user: "ada@example.com" })).toContain("Nothing was done")
  expect(questions.map(({ message }) => message)).toEqual([expect.stringContaining("This is your own account.")])
  expect(requests.filter((line) => /deactivate/.test(line))).toEqual([])
  expect(await data("session_show")).toMatchObject({ who: setup.email })
})

test("does not run a confirmed change as another user", async () => {
  const setup = await served()
  const { env, password, requests } = setup
  await logIn(setup)
  const { data, refusal } = await agent(["--allow", "final"], {
    env,
    answer: () => logIn({ email: "grace@example.com", env, password }).then(typing("grace@example.com"))
  })
  expect(await refusal("users_delete", { user: "102" })).toContain("Another program has logged in as somebody else")
  expect(requests.filter((line) => line.startsWith("DELETE"))).toEqual([])
  expect(await data("session_show")).toMatchObject({ who: "grace@example.com" })
})

test("a login or logout ends a signed session", async () => {
  const setup = await served()
  const { audience, issuer, privateKey, siteId } = partnerKey
  const key = `${setup.folder}/site.pem`
  await setup.write(key, privateKey)
  const signing = ["--partner-key", key, "--site-id", siteId, "--issuer", issuer, "--audience", audience]
  const sign = async () =>
    expect(await remoteAssist(["login", ...signing], { env: setup.env })).toMatchObject({ code: 0 })
  await sign()
  const { data, refusal } = await agent([], { env: setup.env })
  await data("users_list")
  await logIn(setup)
  expect(await data("session_show")).toMatchObject({ who: setup.email })
  await sign()
  expect(await data("session_show")).toMatchObject({ who: "partner key of site 8888" })
  await remoteAssist(["logout"], { env: setup.env })
  expect(await refusal("users_list")).toContain("Nobody is logged in")
})

test("reports an unreachable service, and reconnects when it is back", async () => {
  const { close, email, env, password, reopen } = await served()
  const settings = { ...env, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password }
  const { data, refusal } = await agent([], { env: settings })
  await close()
  expect(await refusal("users_list")).toMatch(/No (?:connection|answer)/)
  await reopen()
  expect(await data("users_list")).toMatchObject({ total: 4 })
  await close()
  expect(await refusal("users_show", { user: 102 })).toMatch(/No (?:connection|answer)/)
  await reopen()
  expect(await data("users_show", { user: 102 })).toMatchObject({ user: { id: 102 } })
})

test("reports a rejected login without its password", async () => {
  const { email, env } = await served()
  const { refusal, stderr } = await agent([], {
    env: { ...env, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: "wrong-secret" }
  })
  const message = await refusal("users_list")
  expect(message).toContain("The service refused to log you in")
  expect(message + stderr()).not.toContain("wrong-secret")
})

test("the next call logs in after a cancelled first call", async () => {
  const { email, env, gate, password, requests } = await served()
  const settings = { ...env, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password }
  const { call, data } = await agent([], { env: settings })
  let open: () => void = () => undefined
  const blocked = new Promise<void>((done) => {
    open = done
  })
  const isLogIn = (line: string) => line.includes("/auth")
  gate.hold = (line) => (isLogIn(line) ? blocked : undefined)
  const cancel = new AbortController()
  const called = call("users_list", {}, cancel.signal)
  await expect.poll(() => requests.some(isLogIn)).toBe(true)
  const second = data("users_list")
  cancel.abort()
  await expect(called).rejects.toThrow("abort")
  open()
  expect(await second).toMatchObject({ total: 4 })
  expect(await data("users_list")).toMatchObject({ total: 4 })
})
