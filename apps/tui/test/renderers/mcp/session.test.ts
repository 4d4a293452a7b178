import { expect, test } from "vitest"

import { agent, typing } from "../../support/agent.ts"
import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"
import { partnerKey } from "../../support/partnerKey.ts"
import { service } from "../../support/service.ts"

const served = async () => {
  const { env: given, ...rest } = await service(4, { partnerKey: partnerKey.publicKey })
  const { REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password, ...connection } = given
  const own = await home()
  return { ...rest, ...own, env: { ...own.env, ...connection, REMOTE_ASSIST_REGION: "us" }, email, password }
}

type Served = Awaited<ReturnType<typeof served>>

const logIn = async ({ email, env, password }: Pick<Served, "email" | "env" | "password">) =>
  expect(await remoteAssist(["login", "--email", email], { env, input: `${password}\n` })).toMatchObject({ code: 0 })

test("whoever logs in meanwhile is who it goes on as", async () => {
  const given = await served()
  const { data, refusal } = await agent([], { env: given.env })
  expect(await data("session_show")).toMatchObject({
    who: null,
    problem: expect.stringContaining("Nobody is logged in")
  })
  expect(await refusal("users_list")).toContain("Log in with remote-assist login")
  await logIn(given)
  expect(await data("users_list")).toMatchObject({ total: 4 })
  expect(await data("session_show")).toMatchObject({ who: given.email, place: "emulator", region: "us" })
})

test("a session that is kept is gone on with, and kept", async () => {
  const given = await served()
  await logIn(given)
  given.requests.length = 0
  const { data } = await agent([], { env: given.env })
  expect(await data("users_list")).toMatchObject({ total: 4 })
  expect(given.requests.filter((line) => line.includes("/auth"))).toEqual([])
  expect(await remoteAssist(["users", "list"], { env: given.env })).toMatchObject({ code: 0 })
})

test("a session that ends is told, and the next log-in goes on", async () => {
  const given = await served()
  await logIn(given)
  const { data, refusal } = await agent([], { env: given.env })
  await data("users_list")
  await remoteAssist(["logout"], { env: given.env })
  expect(await refusal("users_list")).toMatch(/log in/i)
  await logIn(given)
  expect(await data("users_list")).toMatchObject({ total: 4 })
})

test("another log-in is who the next call is made as, and whose account is asked for", async () => {
  const given = await served()
  const { env, password, requests } = given
  await logIn({ email: "grace@example.com", env, password })
  const { asked, data, refusal } = await agent(["--allow", "reversible"], { env, answer: typing("somebody else") })
  expect(await data("session_show")).toMatchObject({ who: "grace@example.com" })
  await logIn(given)
  expect(await refusal("users_deactivate", { user: "ada@example.com" })).toContain("Nothing was done")
  expect(asked.map(({ message }) => message)).toEqual([expect.stringContaining("This is your own account.")])
  expect(requests.filter((line) => /deactivate/.test(line))).toEqual([])
  expect(await data("session_show")).toMatchObject({ who: given.email })
})

test("what is confirmed is not done as somebody else who logs in meanwhile", async () => {
  const given = await served()
  const { env, password, requests } = given
  await logIn(given)
  const { data, refusal } = await agent(["--allow", "final"], {
    env,
    answer: () => logIn({ email: "grace@example.com", env, password }).then(typing("grace@example.com"))
  })
  expect(await refusal("users_delete", { user: "102" })).toContain("Another program has logged in as somebody else")
  expect(requests.filter((line) => line.startsWith("DELETE"))).toEqual([])
  expect(await data("session_show")).toMatchObject({ who: "grace@example.com" })
})

test("a log-in or log-out ends a session that is signed", async () => {
  const given = await served()
  const { audience, issuer, privateKey, siteId } = partnerKey
  const key = `${given.folder}/site.pem`
  await given.write(key, privateKey)
  const signing = ["--partner-key", key, "--site-id", siteId, "--issuer", issuer, "--audience", audience]
  const sign = async () =>
    expect(await remoteAssist(["login", ...signing], { env: given.env })).toMatchObject({ code: 0 })
  await sign()
  const { data, refusal } = await agent([], { env: given.env })
  await data("users_list")
  await logIn(given)
  expect(await data("session_show")).toMatchObject({ who: given.email })
  await sign()
  expect(await data("session_show")).toMatchObject({ who: "partner key of site 8888" })
  await remoteAssist(["logout"], { env: given.env })
  expect(await refusal("users_list")).toContain("Nobody is logged in")
})

test("a service that is not there is told, and found when it is back", async () => {
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

test("a log-in that is refused is told, without its password", async () => {
  const { email, env } = await served()
  const { refusal, stderr } = await agent([], {
    env: { ...env, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: "wrong-secret" }
  })
  const said = await refusal("users_list")
  expect(said).toContain("The service refused to log you in")
  expect(said + stderr()).not.toContain("wrong-secret")
})

test("a first call that is cancelled while it logs in leaves the next one to log in", async () => {
  const { email, env, gate, password, requests } = await served()
  const settings = { ...env, REMOTE_ASSIST_EMAIL: email, REMOTE_ASSIST_PASSWORD: password }
  const { call, data } = await agent([], { env: settings })
  let open: () => void = () => undefined
  const held = new Promise<void>((done) => {
    open = done
  })
  const isLogIn = (line: string) => line.includes("/auth")
  gate.hold = (line) => (isLogIn(line) ? held : undefined)
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
