import { describe, expect, test } from "vitest"

import * as FilterHistory from "../../src/engine/FilterHistory.ts"

const holding = (...texts: ReadonlyArray<string>) => {
  const histories = FilterHistory.make()
  for (const text of texts) histories.add("users", text)
  return histories
}

/** The texts that so many older ones are. */
const recalled = (history: ReturnType<typeof holding>, times: number) =>
  Array.from({ length: times }, () => history.older("users", ""))

describe("FilterHistory", () => {
  test("recalls texts, the last one first, and stops at the first", () => {
    const histories = holding("a=1", "b=2")
    expect([1, 2, 3].map(() => histories.older("users", ""))).toEqual(["b=2", "a=1", "a=1"])
  })

  test("returns the unfinished text after the newest one", () => {
    const histories = holding("a=1", "b=2")
    histories.older("users", "unfin")
    histories.older("users", "b=2")
    expect([1, 2, 3].map(() => histories.newer("users", ""))).toEqual(["b=2", "unfin", ""])
  })

  test("keeps the typed text if there is nothing to recall", () => {
    expect(holding().older("users", "typed")).toBe("typed")
    expect(holding("a=1").newer("users", "typed")).toBe("typed")
  })

  test("stores a repeated text once, as the last one, and no empty text", () => {
    expect(recalled(holding("a=1", "b=2", "a=1", " "), 3)).toEqual(["a=1", "b=2", "b=2"])
  })

  test("stores the last 50 texts", () => {
    const texts = Array.from({ length: 60 }, (_, index) => `id=${index}`)
    expect(recalled(holding(...texts), 51).toReversed()).toEqual(["id=10", ...texts.slice(-50)])
  })

  test("starts with the last text again after the field is left", () => {
    const histories = holding("a=1", "b=2")
    histories.older("users", "")
    histories.older("users", "")
    histories.leave("users")
    expect(histories.older("users", "")).toBe("b=2")
  })

  test("is separate for each resource, and is cleared with the account", () => {
    const histories = holding("a=1")
    expect(histories.older("pods", "")).toBe("")
    histories.forget()
    expect(histories.older("users", "")).toBe("")
  })
})
