import { assert, describe, expect, it, test } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { place } from "../../../src/renderers/screen/List.tsx"
import { users } from "../../../src/resources/users.ts"
import { shownColumns } from "../../../src/view/list.ts"

const columns = shownColumns(users, users.columns)

const titles = (width: number) => place(columns, width).map(({ title }) => title)

describe("columns", () => {
  it.prop(
    "never take more room than there is",
    [Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 400 }))],
    ([width]) => {
      const placed = place(columns, width)
      const sum = placed.reduce((total, column) => total + column.width, (placed.length - 1) * 2)
      assert.isAtMost(sum, width)
    }
  )

  test.each([
    [130, ["STATE", "NAME", "E-MAIL", "ROLE", "LAST USED"]],
    [78, ["STATE", "NAME", "E-MAIL", "ROLE"]],
    [38, ["STATE", "E-MAIL"]],
    [20, ["E-MAIL"]]
  ])("keep the most telling in %i columns", (width, expected) => {
    expect(titles(width)).toEqual(expected)
  })
})
