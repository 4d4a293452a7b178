import { describe, expect, test } from "vitest"

import { run } from "../support/pty.ts"
import { service } from "../support/service.ts"

const changesIn = (requests: ReadonlyArray<string>) => requests.filter((line) => /^(?:PUT|DELETE)/.test(line))

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Sends a key repeatedly, like a key that is held down. */
const hold = async (press: (key: string) => Promise<void>, key: string, times: number) => {
  for (let time = 0; time < times; time++) {
    await press(key)
    await pause(30)
  }
}

const start = async (users = 40) => {
  const served = await service(users)
  const terminal = run("main.ts --region us", { columns: 120, env: served.env })
  await terminal.see(`Users 1 of ${users}`, "● live")
  return { ...served, ...terminal }
}

describe("the program under fast input", () => {
  test("changes one user for a repeated key, and keeps the row in place until a refresh", async () => {
    const { press, requests, see, seeNo } = await start()
    await press("/", "active=true", "enter")
    await see("filter active=true", "● live")
    await press("j")
    await hold(press, "d", 25)
    await see(/❯  ○ inactive ✱ +Grace Hopper/, "1 user changed here, in place until R")
    expect(changesIn(requests)).toHaveLength(1)
    await press("R")
    await see("the user that was selected is gone")
    await seeNo("Grace Hopper", "❯")
    await press("d")
    await see("Nothing to deactivate: the user that was selected is not there any more")
    expect(changesIn(requests)).toHaveLength(1)
  })

  test("does not type a repeated key into the field that it opened", async () => {
    const { press, see } = await start()
    await press("j")
    await hold(press, "e", 20)
    await see(/^Name +Grace Hopper▏?$/m)
    await press("esc")
    await hold(press, "D", 20)
    await see("Type grace@example.com to confirm.", /^>\s*▏?$/m)
  })

  test("changes no row of another filter than the one on screen", async () => {
    const { gate, press, requests, see } = await start()
    const response = Promise.withResolvers<void>()
    gate.hold = (line) => (line.includes("linus") ? response.promise : undefined)
    await press("/", "email=linus@example.com", "enter")
    await see("asking for email=linus@example.com")
    await press("j", "d")
    await see("Nothing to deactivate: the rows are still those of the whole list")
    response.resolve()
    await see("Users 1 of 1 · filter email=linus@example.com")
    expect(changesIn(requests)).toEqual([])
  })

  test("asks before it deactivates your own account, and does not offer to undo it", async () => {
    const { press, requests, see } = await start()
    await press("d")
    await see("Deactivate ada@example.com?", "This is your own account.", "rejects your session")
    await press("enter")
    await see("That is not ada@example.com: nothing was done.")
    expect(changesIn(requests)).toEqual([])
    await press("ada@example.com", "enter")
    await see("ada@example.com is deactivated")
    await press("z")
    await see("Nothing to undo.")
  })

  test("shows no data of an account after another user logs in", async () => {
    const { press, see, seeNo } = await start()
    await see("grace@example.com")
    await press("g", "s")
    await see("Session 1 of 1")
    await press("o")
    await see("Log out?")
    await press("enter")
    await see("Log in", "not logged in")
    await seeNo("grace@example.com")
    await press("linus@example.com", "tab", "correct-horse", "enter")
    await see("linus@example.com · ", "The service refused to list the users")
    await seeNo("grace@example.com", "Users 1 of")
  })

  test("names a failed action and its target, also in the list of notices", async () => {
    const { close, press, reopen, see, seeNo } = await start()
    await press("j")
    await close()
    await press("d")
    await see("Could not deactivate grace@example.com. No connection to")
    await reopen()
    await press("esc")
    await seeNo("Could not")
    await press("!")
    await see("Notices", "Could not deactivate grace@example.com.")
  })

  test("reconnects automatically, and shows the time of the next attempt", async () => {
    const { close, press, reopen, see } = await start()
    await close()
    await press("R")
    await see(/offline since .*, next try \d\d:\d\d:\d\d/, "grace@example.com")
    await reopen()
    await see("● live")
  })

  test("logs in with the settings when the service is available", async () => {
    const { close, env, reopen } = await service(40)
    await close()
    const { press, see } = run("main.ts --region us", { columns: 120, env })
    await see("No connection to", "It is tried again at", "R tries now")
    await reopen()
    await press("R")
    await see("Users 1 of 40", "● live", "▐EMULATOR us▌")
  })

  test("quits when a change has finished", async () => {
    const { gate, press, requests, see } = await start()
    const response = Promise.withResolvers<void>()
    gate.hold = (line) => (line.startsWith("PUT") ? response.promise : undefined)
    await press("j", "d")
    await see("◌ deactivating")
    await press("q")
    await see("A change is under way: the program ends when the answer is there.")
    response.resolve()
    await see("exit=0")
    expect(changesIn(requests)).toHaveLength(1)
  })

  test("does not quit if the pending change fails", async () => {
    const { close, gate, press, see } = await start()
    const response = Promise.withResolvers<void>()
    gate.hold = (line) => (line.startsWith("PUT") ? response.promise : undefined)
    await press("j", "d")
    await see("◌ deactivating")
    await press("q")
    await see("A change is under way: the program ends when the answer is there.")
    await close()
    await see("Could not deactivate grace@example.com.", "You are still here, as it failed: q quits.")
    await press("q")
    await see("exit=0")
  })

  test.each([
    ["ctrl+c", ["ctrl+c"]],
    ["q twice", ["q", "q"]]
  ])("reports an unknown result after a forced quit: %s", async (_, keys) => {
    const { gate, press, see } = await start()
    gate.hold = (line) => (line.startsWith("PUT") ? new Promise<void>(() => undefined) : undefined)
    await press("j", "d")
    await see("◌ deactivating")
    await press(...keys)
    await see(/It is unknown whether this succeeded: deactivating grace@example\.com\. Check before/, "exit=5")
  })

  test("scrolls through all of the details at 80x24, and not beyond their end", async () => {
    const { env } = await service(40)
    const { press, see, seeNo } = run("main.ts --region us", { columns: 80, rows: 24, env })
    await see("Users 1 of 40", "● live")
    await press("enter")
    await see("Last used", /\d more lines below \(Tab\)/)
    await seeNo("manage_users")
    await press("tab")
    await hold(press, "j", 30)
    await see("manage_users", "the end")
    await press("k")
    await see("1 more line below")
    await press("esc", "?")
    await hold(press, "\u001B[6~", 25)
    await press("k")
    await see("Help · 1 more line below")
  })

  test("does not show the refreshing state while the next page is read in advance", async () => {
    const { gate, press, requests, see, seeNo } = await start(500)
    gate.hold = (line) => (line.includes("page=2&") ? new Promise<void>(() => undefined) : undefined)
    await press("\u001B[6~", "\u001B[6~", "\u001B[6~")
    await see(/Users \d\d of 500/)
    await expect.poll(() => requests.some((line) => line.includes("page=2&")), { timeout: 15_000 }).toBe(true)
    await press("k")
    await see("● live")
    await seeNo("refreshing")
  })
})

test("the demo reads its world from a file", async () => {
  const { see } = run("main.ts --demo --seed apps/tui/test/support/world.json")
  await see("Users 1 of 5", "Zoe Zed")
})
