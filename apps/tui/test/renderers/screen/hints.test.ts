import { describe, expect, test } from "vitest"

import type { Binding } from "../../../src/keymap/bindings.ts"
import { fitHints } from "../../../src/renderers/screen/Frame.tsx"

const bindings = ["one", "two", "help", "quit"].map((label): Binding => ({
  command: `test.${label}`,
  context: "test",
  keys: ["x"],
  label
}))

describe("Hints", () => {
  test.each([
    [100, ["one", "two", "help", "quit"]],
    [22, ["one", "help", "quit"]],
    [15, ["help", "quit"]],
    [8, ["quit"]]
  ])("in %i columns keep help and the way out longest", (width, labels) => {
    expect(fitHints(bindings, width).map(({ label }) => label)).toEqual(labels)
  })

  test.each([
    [40, ["undo", "help", "quit"]],
    [100, ["undo on Users", "a long label for a key of the screen", "help", "quit"]]
  ])("in %i columns show undo before the keys of the screen, without its screen if that is long", (width, labels) => {
    const own = { command: "test.own", context: "test", keys: ["x"], label: "a long label for a key of the screen" }
    const undo = { command: "changes.undo", context: "global", keys: ["z"], label: "undo on Users" }
    expect(fitHints([undo, own, ...bindings.slice(-2)], width).map(({ label }) => label)).toEqual(labels)
  })
})
