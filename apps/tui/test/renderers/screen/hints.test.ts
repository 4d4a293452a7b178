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
})
