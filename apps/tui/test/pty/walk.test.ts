import { expect, test } from "vitest"

import { run } from "../support/pty.ts"
import { emulator, service } from "../support/service.ts"

test("logs in, filters, deactivates, undoes, deletes and quits", async () => {
  const { baseUrl, demo } = await emulator(100_000)
  const { press, see, seeNo, terminal } = run("main.ts --region us", {
    env: { REMOTE_ASSIST_US_URL: baseUrl.us, REMOTE_ASSIST_API_KEY: demo.apiKey }
  })

  await see("Log in", "not logged in")
  await press(demo.email, "tab", demo.password, "enter")
  await see("Users 1 of 100,000", "ada@example.com · ● live")

  await press("G")
  await see("Users 100,000 of 100,000", "● live")

  await press("/", "email=grace@example.com", "enter")
  await see("Users 1 of 1 · filter email=grace@example.com", /❯  ● active +Grace Hopper/)

  await press("d")
  await see(/❯  ○ inactive ✱ +Grace Hopper/, "grace@example.com is deactivated")
  await press("z")
  await see(/❯  ● active ✱ +Grace Hopper/, "Undone: grace@example.com is active again.")

  await press("D")
  await see("Delete grace@example.com permanently?", "Deleted User")
  await press("grace@example.com", "enter")
  await see("grace@example.com is deleted with all data.", /✗ deleted +Grace Hopper/)
  // a second Esc before the answer would keep the filter
  await press("esc")
  await see(/Users 1 of 99,999/)
  await seeNo("Grace Hopper")

  await press("q")
  await see("before", "exit=0", "icanon echo", "after")
  expect(terminal.buffer.active.type).toBe("normal")
})

test("logs in automatically with a personal access token of the settings", async () => {
  const { baseUrl, demo } = await emulator(4)
  const { see } = run("main.ts --region eu", {
    env: {
      REMOTE_ASSIST_EU_URL: baseUrl.eu,
      REMOTE_ASSIST_API_KEY: demo.apiKey,
      REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: demo.personalAccessToken
    }
  })
  await see("▐EMULATOR eu▌", "personal access token", "Users 1 of 4")
})

test.each([
  ["ctrl+c", ["ctrl+c"]],
  ["q twice", ["q", "q"]]
])("reports an unknown result after a forced quit: %s", async (_, keys) => {
  const { env, gate } = await service(40)
  const { press, see } = run("main.ts --region us", { columns: 120, env })
  await see("Users 1 of 40", "● live")
  gate.hold = (line) => (line.startsWith("PUT") ? new Promise<void>(() => undefined) : undefined)
  await press("j", "d")
  await see("◌ deactivating")
  await press(...keys)
  await see(/It is unknown whether this succeeded: deactivating grace@example\.com\. Check before/, "exit=5")
})

test("the demo reads its world from a file", async () => {
  const { see } = run("main.ts --demo --seed apps/tui/test/support/world.json")
  await see("Users 1 of 5", "Zoe Zed")
})
