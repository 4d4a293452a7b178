import { readFile } from "node:fs/promises"

import { expect, test } from "vitest"

import { home } from "../support/home.ts"
import { partnerKey } from "../support/partnerKey.ts"
import { run } from "../support/pty.ts"
import { service } from "../support/service.ts"

const secrets = [
  "pat-demo-ada",
  "https://invite.example/w/demo",
  "alias-demo-ada",
  "correct-horse",
  "PRIVATE KEY",
  "eyJ"
]

test("each log-in method shows and stores no secret", async () => {
  const { env: served, requests } = await service(4, { partnerKey: partnerKey.publicKey })
  const { REMOTE_ASSIST_EMAIL: _, REMOTE_ASSIST_PASSWORD: __, ...connection } = served
  const own = await home()
  const key = `${own.folder}/site.pem`
  await own.write(key, partnerKey.privateKey)
  const { press, see, written } = run("main.ts --region us", { env: { ...connection, ...own.env }, columns: 140 })
  const by = async (way: string, title: string, who: string, ...typed: ReadonlyArray<string>) => {
    await press("ctrl+o")
    // with the last log-in method
    await see(/Log in with · \d of 8/)
    await press(way, "enter")
    await see(`Log in with ${title}`)
    await press(...typed.flatMap((text) => [text, "enter"]))
    await see(`  ${who} ·`)
    await press("g", "s")
    await see("Session 1 of 1", "until you quit")
    // log in again during a session
    await press("l")
    await see("Esc cancel")
  }
  await see("Log in with a password", "not logged in")
  await by("personal", "a personal access token", "owner of a personal access token", "pat-demo-ada")
  await by("invite", "an invite URL", "guest of an invite URL", "https://invite.example/w/demo")
  await by("no account", "no account", "Visitor (anonymous)", "Visitor")
  await by("alias", "the refresh token of an alias", "log-in user of an alias", "alias-demo-ada")
  await by("enterprise", "the enterprise", "enterprise of ada@example.com", "ada@example.com", "correct-horse")
  // the previous user is filled in already
  await by("v1r1", "a password, on /v1r1", "ada@example.com", "correct-horse")
  await by("partner", "a partner key", "partner key of site 8888", key, "8888", "emulator", "emulator")
  expect(requests.filter((line) => line.includes("auth"))).toEqual([
    "POST /v1r1/auth/pat",
    "POST /v1r1/auth/from_url",
    "POST /v1/anonymous/auth",
    "POST /v1/auth/exchange",
    "POST /v1/enterprise/auth",
    "POST /v1r1/auth"
  ])
  await press("esc", "@")
  await see("Requests, newest first")
  await press("esc", "q")
  await see("exit=0")
  const files = await Promise.all(
    (await own.files()).filter((path) => path !== key).map((path) => readFile(path, "utf8"))
  )
  for (const secret of secrets) expect(written() + files.join("\n")).not.toContain(secret)
})
