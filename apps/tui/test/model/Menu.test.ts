import { describe, expect, test } from "vitest"

import * as Menu from "../../src/model/Menu.ts"
import * as TextField from "../../src/model/TextField.ts"

const menu = Menu.open(
  "columns",
  "Columns",
  ["name", "e-mail", "role"].map((label) => ({ label, detail: "", command: label, isMarked: label === "name" }))
)

const labels = ({ choices }: Menu.Open) => choices.map(Menu.label)

describe("a menu of several choices", () => {
  test("marks and unmarks the selected choice only", () => {
    const marked = Menu.marked(Menu.moved(menu, 1))
    expect(labels(marked)).toEqual(["[x] name", "[x] e-mail", "[ ] role"])
    expect(labels(Menu.marked(marked))).toEqual(labels(menu))
  })

  test("takes the marked choices in their order, or the selected one if none is marked", () => {
    const taken = (menu: Menu.Open) => Menu.taken(menu).map(({ command }) => command)
    expect(taken(Menu.marked(Menu.moved(menu, 2)))).toEqual(["name", "role"])
    expect(taken(Menu.moved(Menu.marked(menu), 1))).toEqual(["e-mail"])
  })

  test("moves the selected choice as far as the ends, also in a search, and keeps it selected", () => {
    const searched = { ...menu, field: TextField.make("role") }
    const moved = Menu.shifted(searched, -1)
    expect(labels(moved)).toEqual(["[x] name", "[ ] role", "[ ] e-mail"])
    expect(Menu.selected(moved)?.label).toBe("role")
    expect(labels(Menu.shifted(Menu.shifted(moved, -1), -1))).toEqual(["[ ] role", "[x] name", "[ ] e-mail"])
    expect(labels(Menu.shifted(Menu.moved(menu, 2), 5))).toEqual(labels(menu))
  })
})
