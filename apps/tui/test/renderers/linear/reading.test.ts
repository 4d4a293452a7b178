import { describe, expect, test } from "vitest"

import { listen } from "../../support/speech.ts"

describe("a reader for a screen reader", () => {
  test("announces all lines at once, and then line by line", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("?")
    await hear(
      "\nHelp\n",
      "\nEvery list\n",
      "\nj, Down: down\n",
      "\nslash: search the keys of all screens, forms and menus\n"
    )
    await press("j")
    await hear("d: deactivate\n")
    await press("esc")
    await hear("\nUsers, 4 in all\n")
    await press("!")
    await hear("\nNotices\nNo notices yet.\n")
  })

  test("says how many lines of the help a search leaves, and the first of them", async () => {
    const { hear, press } = listen()
    await hear("row 1 of 4")
    await press("?")
    await hear("\nHelp\n")
    await press("/", "deactivate")
    await hear("2 lines, Users\n")
    await press("down")
    await hear("d: deactivate\n")
  })

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
