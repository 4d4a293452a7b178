import { expect, test } from "vitest"

import { refusalOf } from "../../src/control/answer.ts"
import * as ListState from "../../src/engine/lists/ListState.ts"
import { whyNot } from "../../src/engine/lists/whyNot.ts"

const refused = (errors: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly message: string }>) =>
  refusalOf({ status: 400, body: JSON.stringify({ title: "Bad Request", errors }) }).detail

test("what the emulator refuses is told with its place, and without where it is of the whole", () => {
  expect(refused([{ path: ["payload"], message: "A fault has one of first, nth and percent" }])).toBe(
    "A fault has one of first, nth and percent"
  )
  expect(refused([{ path: ["payload", "when", "first"], message: "Expected a number" }])).toBe(
    "when.first: Expected a number"
  )
})

test("before the first rows are there it is said that they are to come", () => {
  expect(whyNot(ListState.initial(20), "user")).toBe("no user is there yet; wait for the rows")
})
