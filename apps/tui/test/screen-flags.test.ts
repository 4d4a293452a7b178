import { describe, expect, test } from "vitest"

import { areOfScreen, screenFlagNames } from "../src/screenFlags.ts"
import { screenFlags, sourceFlags } from "../src/Settings.ts"

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe("the flags of the screen", () => {
  test("are those that the program parses, without the one that needs no screen", () => {
    const parsed = Object.keys({ ...sourceFlags, ...screenFlags }).map(kebab)
    expect([...screenFlagNames.switches, ...screenFlagNames.texts, "screen-reader"].toSorted()).toEqual(
      parsed.toSorted()
    )
  })

  test.each([
    [[], true],
    [["--demo", "--seed", "users=5", "--region=eu"], true],
    [["--no-mouse", "--keys", "my.json"], true],
    [["--seed"], false],
    [["--screen-reader"], false],
    [["--help"], false],
    [["users", "list"], false],
    [["--demo", "users", "list"], false]
  ])("open it early: %j is %s", (args, isOfScreen) => {
    expect(areOfScreen(args)).toBe(isOfScreen)
  })
})
