import { expect, test } from "vitest"

import { run } from "../support/pty.ts"
import { service } from "../support/service.ts"

test("asks on a terminal for the name before a final action", async () => {
  const { press, see } = run("main.ts users delete 102 --demo", { columns: 140 })
  await see("Delete grace@example.com?", "This cannot be undone.", "Type grace@example.com to confirm:")
  await press("grace@example.com", "enter")
  await see("grace@example.com is deleted with all data.", "exit=0")
})

test("refuses a name that differs", async () => {
  const { press, see } = run("main.ts users delete grace@example.com --demo", { columns: 140 })
  await see("to confirm:")
  await press("y", "enter")
  await see("Nothing was done to grace@example.com: that is not grace@example.com.", "exit=1")
})

test("asks before it sends e-mail, and explains the change of your own address", async () => {
  const own = run("main.ts users update 101 --email countess@example.com --demo", { columns: 200 })
  await own.see(
    "Update ada@example.com? This is your own account. An e-mail goes to countess@example.com. The new address counts once it",
    "Type ada@example.com to confirm:"
  )
  await own.press("ada@example.com", "enter")
  await own.see(
    "ada@example.com is changed, except for the e-mail address: countess@example.com must be confirmed by the",
    "exit=0"
  )
  const guest = run("main.ts invite room --email guest@example.com --name Guest --demo", { columns: 140 })
  await guest.see("An invitation goes to guest@example.com immediately", "Type yes to confirm:")
  await guest.press("no", "enter")
  await guest.see("Nothing was sent: that is not yes.", "exit=1")
})

test("ends with 130 if it is interrupted at the question", async () => {
  const { pid, see } = run("main.ts users delete 102 --demo", { columns: 140 })
  await see("to confirm:")
  process.kill(pid(), "SIGINT")
  await see("exit=130", "icanon echo")
})

test("shows its progress, and removes it at the end", async () => {
  const { env, gate } = await service(340)
  const response = Promise.withResolvers<void>()
  gate.hold = (line) => (line.includes("page=2") ? response.promise : undefined)
  const { see, seeNo, text } = run("main.ts users list --region us --columns id --ndjson", { env, rows: 400 })
  await see(/users: 100 of 340 \(29 %\)/)
  response.resolve()
  await see("exit=0", '{"id":101}')
  await seeNo("users: ")
  expect(text().match(/\{"id":\d+\}/g)).toHaveLength(340)
})

test("fits a table into a terminal", async () => {
  const { lines, see } = run("main.ts users list --demo", { columns: 60 })
  await see("exit=0")
  expect(lines().find((line) => line.includes("EMAIL"))).toMatch(/^ID +ACTIVE +NAME +EMAIL +ROLE NAME +LAST USED/)
  expect(lines().find((line) => line.includes("Grace"))).toMatch(/^102 +yes +Grace/)
})
