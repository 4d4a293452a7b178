import { expect, test } from "vitest"

import { listen } from "../../support/speech.ts"

test("announces one box at a time, and no unrequested changes", async () => {
  const { elapse, hear, press, spokenText } = listen({ at: "2026-03-01T09:30:00Z" })
  await hear("row 1 of 4")
  await press("g", "e")
  await hear("Clock", "row 1 of 1, 2026-03-01 09:30:00, ", "stopped\n")
  await press("D")
  await hear("the clock is 31 days later", "2026-04-01 09:30:00")
  await press("z")
  await hear("Undone: the clock is as before.", "2026-03-01 09:30:00")
  await press("tab")
  await hear("Faults", "There are no faults yet.\n")
  await press("b")
  await hear("fault-1 is on.", "row 1 of 1, fault-1", "503")
  await press("m")
  await hear("Outbox", "row 1 of 2")
  await press("down")
  await hear("row 2 of 2, new-email")
  await press("j")
  await hear("Journal", "row 2 of 2", "200")
  const before = spokenText()
  // the screen is read again meanwhile
  await elapse("5 seconds")
  await press("g", "u")
  await hear("Users", "row 1 of 4")
  expect(spokenText().slice(before.length)).toMatch(/^\s*Users/)
})
