import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"
import * as Wire from "../../support/wire.ts"

describe("the program for a screen reader", () => {
  test("says the row that is gone to: its place, name, state and what else there is", async () => {
    const { hear, press } = listen()
    await hear("Users, 4 in all\n", "row 1 of 4, Ada Lovelace, active, ada@example.com")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper, active, grace@example.com")
    await press("G")
    await hear("\nrow 4 of 4, Edsger Dijkstra, inactive, ")
  })

  test("says after a refresh whether the row is unchanged or the list still empty", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4, Ada Lovelace")
    for (const _ of ["once", "again"]) {
      await press("R")
      await hear("\nRefreshed, this row has not changed\n")
    }
    await press("/", "email=nobody@example.com", "enter")
    await hear("No user matches")
    await press("R")
    await hear("\nRefreshed, still empty\n")
  })

  test("says all that is known of a row on Enter, and on Tab line by line", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("enter")
    await hear("\nDetails of ada@example.com\nName: Ada Lovelace\nE-mail: ada@example.com\n")
    await press("esc")
    await hear("\nDetails closed\n")
    await press("tab")
    await hear("\nDetails of ada@example.com, ", "\nName: Ada Lovelace\n")
    await press("j")
    await hear("\nE-mail: ada@example.com\n")
    await press("k")
    await hear("\nName: Ada Lovelace\n")
    await press("esc")
    await hear("\nrow 1 of 4, Ada Lovelace")
  })

  test("closes the details when the selection moves, and opens the new ones on Enter", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("enter")
    await hear("Name: Ada Lovelace")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper")
    await press("enter")
    await hear("\nDetails of grace@example.com\nName: Grace Hopper\n")
  })

  test("announces a change when it starts and when it is done", async () => {
    const { hear, press, spokenText } = listen()
    await hear("row 1 of 4")
    await press("j")
    await hear("row 2 of 4")
    await press("d")
    await hear("\ngrace@example.com is deactivated and cannot log in; all data is kept.\n")
    await hear("Grace Hopper, inactive, changed\n")
    await press("z")
    await hear("\nUndone: grace@example.com is active again.\n")
    await press("z")
    await hear("\nNothing to undo.\n")
    await press("z")
    await hear("\nNothing to undo.\n")
    expect(spokenText()).not.toContain("row 2 of 4, Grace Hopper, inactive")
  })

  test("says marks as they are put and taken", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("v")
    await hear("\n1 marked\nAda Lovelace, marked\n")
    await press("v")
    await hear("\nAda Lovelace, not marked\n")
    await press("*")
    await hear("\nall 4 marked\nAda Lovelace, marked\n")
    await press("j")
    await hear("\nrow 2 of 4, Grace Hopper, active, marked, ")
  })

  test("announces the screen and its keys on Ctrl-L", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("ctrl+l")
    await hear("\nUsers, 4 in all\nrow 1 of 4, Ada Lovelace", "\nKeys: ", "capital D delete", "question mark help")
  })

  test("says a count and the first of two keys", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("3")
    await hear("\n3\n")
    await press("G")
    await hear("\nrow 3 of 4")
    await press("g")
    await hear("\ng\n")
    await press("p")
    await hear("\nPods, 2 in all\nrow 1 of 2, ")
  })

  test("says when the data turns stale or the connection is lost, and when it is live again, and nothing between", async () => {
    const { hear, press, spokenText, wire } = listen()
    await hear("row 1 of 4")
    expect(spokenText()).not.toContain("live\n")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    await hear("\noffline since ", "No connection to")
    wire.disturb = (_, pass) => Effect.delay(pass, "1 millis")
    await press("R")
    await hear("\nlive again\n")
    expect(spokenText()).not.toContain("refreshing")
  })

  test("leaves the terminal alone but for the mark of pastes, and as it was", async () => {
    const { ended, isRaw, output, press, hear, spokenText, terminal } = listen()
    await hear("row 1 of 4")
    expect(terminal.buffer.active.type).toBe("normal")
    await press("\u001B[200~ddd\u001B[201~", "j")
    await hear("row 2 of 4")
    await press("q")
    expect(await ended()).toMatchObject({ _tag: "Success" })
    expect(isRaw()).toBe(false)
    const written = output.join("")
    expect(written.startsWith("\u001B[?2004h")).toBe(true)
    expect(written.endsWith("\u001B[?2004l")).toBe(true)
    expect(spokenText().replaceAll("\n", "")).not.toMatch(/\p{Cc}/u)
    expect(written.length - spokenText().length).toBe(2 * "\u001B[?2004h".length)
  })
})
