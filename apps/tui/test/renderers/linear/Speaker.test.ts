import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"
import * as Wire from "../../support/wire.ts"

describe("the program for a screen reader", () => {
  test("announces the screen and its keys on Ctrl-L", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("ctrl+l")
    await hear("\nUsers, 4 in all\nrow 1 of 4, Ada Lovelace", "\nKeys: ", "capital D delete", "question mark help")
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
