import { describe, test } from "vitest"

import { listen } from "../../support/speech.ts"

describe("typed text for a screen reader", () => {
  test("writes a text again when it changes before its end", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("/")
    await hear("\nFilter, edit, empty, field=value, such as email=grace@example.com\n")
    await press("nam")
    await hear("nam")
    await press("e=", "backspace")
    await hear("e=", "\nname")
    await press("\u001B[D")
    await hear("\ne\n")
    await press("home")
    await hear("\nn\n")
    await press("x")
    await hear("xname")
    await press("end")
    await hear("\nend\n")
    await press("ctrl+u")
    await hear("\nempty\n")
    await press("active=false", "enter")
    await hear("active=false\n", "filter active=false\n", "row 1 of 1, Edsger Dijkstra, inactive")
    await press("esc")
    await hear("row 1 of 4")
  })
})
