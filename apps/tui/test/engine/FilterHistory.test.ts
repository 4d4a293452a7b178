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
  test("recalls what was typed, last first, and stays at the first", () => {
    const histories = holding("a=1", "b=2")
    expect([1, 2, 3].map(() => histories.older("users", ""))).toEqual(["b=2", "a=1", "a=1"])
  })

  test("gives back what was being typed behind the last", () => {
    const histories = holding("a=1", "b=2")
    histories.older("users", "unfin")
    histories.older("users", "b=2")
    expect([1, 2, 3].map(() => histories.newer("users", ""))).toEqual(["b=2", "unfin", ""])
  })

  test("leaves what is typed where there is nothing to recall", () => {
    expect(holding().older("users", "typed")).toBe("typed")
    expect(holding("a=1").newer("users", "typed")).toBe("typed")
  })

  test("has no text twice, nor an empty one: what is typed again comes last", () => {
    expect(recalled(holding("a=1", "b=2", "a=1", " "), 3)).toEqual(["a=1", "b=2", "b=2"])
  })

  test("remembers the last 50", () => {
    const texts = Array.from({ length: 60 }, (_, index) => `id=${index}`)
    expect(recalled(holding(...texts), 51).toReversed()).toEqual(["id=10", ...texts.slice(-50)])
  })

  test("begins with the last again once the field is left", () => {
    const histories = holding("a=1", "b=2")
    histories.older("users", "")
    histories.older("users", "")
    histories.leave("users")
    expect(histories.older("users", "")).toBe("b=2")
  })

  test("is of one resource, and forgotten with the account", () => {
    const histories = holding("a=1")
    expect(histories.older("pods", "")).toBe("")
    histories.forget()
    expect(histories.older("users", "")).toBe("")
  })
})
