import { expect, test } from "vitest"

import { home } from "../support/home.ts"
import { run } from "../support/pty.ts"
import { service } from "../support/service.ts"

const secret = "correct-horse"

test("the prompt for a password does not show the password", async () => {
  const { env } = await service(4)
  const { env: own } = await home()
  const { REMOTE_ASSIST_PASSWORD: _, REMOTE_ASSIST_EMAIL: __, ...connection } = env
  const { press, see, written } = run("main.ts login --region us", { env: { ...connection, ...own }, columns: 200 })
  await see("E-mail address:")
  await press("ada@example.com", "enter")
  await see("password:")
  await press("nonsense", "ctrl+u", `${secret}x`, "backspace", "enter")
  await see("Logged in at http", "as ada@example.com.", "exit=0", "icanon echo")
  expect(written()).not.toContain(secret.slice(0, 4))
  expect(written()).not.toContain("nons")
})

test("a profile asks for its key, and can be created without one", async () => {
  const { env } = await home()
  const set = "main.ts profiles set live --region us --base-url https://us.example.com"
  const { press, see } = run(set, { env, columns: 200 })
  await see("API key:")
  await press("enter")
  await see("It has no API key yet", "exit=0", "icanon echo")
})

test("the terminal is restored when the prompt for a secret is interrupted", async () => {
  const { env } = await service(4)
  const { env: own } = await home()
  const { press, see } = run("main.ts login --region us --password", { env: { ...env, ...own }, columns: 200 })
  await see("password:")
  await press("abc", "ctrl+c")
  await see("exit=130", "icanon echo")
})
