import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"

describe("a reader for a screen reader", () => {
  test("says the keys of the screen first in the help", async () => {
    const { hear, press, spokenText } = listen()
    await hear("row 1 of 4")
    await press("g", "p")
    await hear("Pods, ")
    await press("?")
    await hear("\nHelp\nPods\nn: provision into pod\n", "search the keys of all screens")
    const places = ["Pods", "Every list", "Everywhere", "Always"]
    const lines = spokenText().slice(spokenText().indexOf("Help\n")).split("\n")
    expect(lines.filter((line) => places.includes(line)).slice(0, places.length)).toEqual(places)
  })
})
