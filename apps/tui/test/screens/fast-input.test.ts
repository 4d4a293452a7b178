import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const changesIn = ({ requests }: Wire.Wire) => requests.filter((line) => /^(?:PUT|DELETE)/.test(line))

/** Starts the program with keys as fast as they are sent, so that repeated keys are held. */
const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ users: 40, fast: true, ...options })
  await program.see("Users 1 of ", "● live")
  return program
}

/** Holds the responses to some requests until it is released. */
const hold = (wire: Wire.Wire, isHeld: (line: string) => boolean) => {
  const released = Promise.withResolvers<void>()
  wire.disturb = (line, pass) =>
    isHeld(line)
      ? Effect.andThen(
          Effect.promise(() => released.promise),
          pass
        )
      : pass
  return released.resolve
}

const disconnect = (wire: Wire.Wire) => {
  wire.disturb = (_, __, request) => Wire.noConnection(request)
}

const repeated = (key: string, times: number) => Array.from({ length: times }, () => key)

describe("the program under fast input", () => {
  test("changes one user for a repeated key, and keeps the row in place until a refresh", async () => {
    const { press, see, seeNo, wire } = await opened()
    await press("/", "active=true", "enter")
    await see("filter active=true", "● live")
    await press("j")
    await press(...repeated("d", 25))
    await see(/❯  ○ inactive ✱ +Grace Hopper/, "1 user changed here: R refreshes the list")
    expect(changesIn(wire)).toHaveLength(1)
    await press("R")
    await see("the user that was selected is gone")
    await seeNo("Grace Hopper", "❯")
    await press("d")
    await see("Nothing to deactivate: the user that was selected is not there any more")
    expect(changesIn(wire)).toHaveLength(1)
  })

  test("does not type a repeated key into the field that it opened", async () => {
    const { press, see } = await opened()
    await press("j")
    await press(...repeated("e", 20))
    await see(/^Name +Grace Hopper▏?$/m)
    await press("esc")
    await press(...repeated("D", 20))
    await see("Type grace@example.com to confirm.", /^>\s*▏?$/m)
  })

  test("changes no row of another filter than the one on screen", async () => {
    const { press, see, wire } = await opened()
    const release = hold(wire, (line) => line.includes("linus"))
    await press("/", "email=linus@example.com", "enter")
    await see("loading email=linus@example.com")
    await press("j", "d")
    await see("Nothing to deactivate: the rows are still those of the whole list")
    release()
    await see("Users 1 of 1 · filter email=linus@example.com")
    expect(changesIn(wire)).toEqual([])
  })

  test("asks before it deactivates your own account, and does not offer to undo it", async () => {
    const { press, see, wire } = await opened()
    await press("d")
    await see("Deactivate ada@example.com?", "This is your own account.", "rejects your session")
    await press("enter")
    await see("Type ada@example.com to confirm.")
    await press("ada", "enter")
    await see("That is not ada@example.com: nothing was done.")
    expect(changesIn(wire)).toEqual([])
    await press("@example.com", "enter")
    await see("ada@example.com is deactivated")
    await press("z")
    await see("No change can be undone.")
  })

  test("shows no data of an account after another user logs in", async () => {
    const { press, see, seeNo } = await opened()
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
    const { press, see, seeNo, wire } = await opened()
    await press("j")
    disconnect(wire)
    await press("d")
    await see("Could not deactivate grace@example.com. No connection to")
    wire.disturb = undefined
    await press("esc")
    await seeNo("Could not")
    await press("!")
    await see("Notices", "Could not deactivate grace@example.com.")
  })

  test("reconnects automatically, and shows the time of the next attempt", async () => {
    const { advance, press, see, wire } = await opened({ at: "2026-03-02T10:00:00Z" })
    disconnect(wire)
    await press("R")
    // the SDK repeats a request that reads
    for (let seconds = 0; seconds < 8; seconds++) await advance("1 second")
    await see(/offline since .*, next try 10:00:\d\d/, "grace@example.com")
    wire.disturb = undefined
    await advance("1 minute")
    await see("● live")
  })

  test("logs in with the settings when the service is available", async () => {
    const { press, see, wire } = start({ disturb: (_, __, request) => Wire.noConnection(request) })
    await see("No connection to", "It is tried again at", "R tries now")
    wire.disturb = undefined
    await press("R")
    await see("Users 1 of 4", "● live", "▐EMULATOR us▌")
  })

  test("quits when a change has finished", async () => {
    const { ended, press, see, wire } = await opened()
    const release = hold(wire, (line) => line.startsWith("PUT"))
    await press("j", "d")
    await see("◌ deactivating")
    await press("q")
    await see("A change is under way: the program ends when the answer is there.")
    release()
    expect(await ended()).toMatchObject({ _tag: "Success" })
    expect(changesIn(wire)).toHaveLength(1)
  })

  test("does not quit if the pending change fails", async () => {
    const { ended, press, see, wire } = await opened()
    const failed = Promise.withResolvers<void>()
    wire.disturb = (line, pass, request) =>
      line.startsWith("PUT")
        ? Effect.andThen(
            Effect.promise(() => failed.promise),
            Wire.noConnection(request)
          )
        : pass
    await press("j", "d")
    await see("◌ deactivating")
    await press("q")
    await see("A change is under way: the program ends when the answer is there.")
    failed.resolve()
    await see("Could not deactivate grace@example.com.", "The program did not quit, because a change failed: q quits.")
    await press("q")
    expect(await ended()).toMatchObject({ _tag: "Success" })
  })

  test("scrolls through all of the details at 80x24, and not beyond their end", async () => {
    const { press, see, seeNo } = await opened({ columns: 80, rows: 24 })
    await press("tab")
    await see("Last used", /\d more lines below \(j k, Tab\)/)
    await seeNo("manage_users")
    await press(...repeated("j", 30))
    await see("manage_users", "the end")
    await press("k")
    await see("1 more line below")
    await press("esc", "?")
    await press(...repeated("pageDown", 25))
    await press("k")
    await see("Help · 1 more line below")
  })

  test("does not show the refreshing state while the next page is read in advance", async () => {
    const { press, see, seeNo, wire } = await opened({ users: 500 })
    hold(wire, (line) => line.includes("page=2&"))
    await press("pageDown", "pageDown", "pageDown")
    await see(/Users \d\d of 500/)
    await expect.poll(() => wire.requests.some((line) => line.includes("page=2&"))).toBe(true)
    await press("k")
    await see("● live")
    await seeNo("refreshing")
  })
})
