import { describe, expect, test } from "vitest"

import { keymap, keyText } from "../../src/keymap/keymap.ts"
import type { KeyContext } from "../../src/keymap/keymap.ts"
import { commandFor, hintsFor } from "../../src/keymap/lookup.ts"
import { contextsOf } from "../../src/Screens.ts"
import * as Ui from "../../src/Ui.ts"

const user = { id: 1 as never }
const field = { graphemes: [], cursor: 0 }

const places: ReadonlyArray<readonly [string, ReadonlyArray<KeyContext>]> = [
  ["the log-in form", contextsOf(Ui.initial, false)],
  ["the users", contextsOf(Ui.initial, true)],
  ["the pods", contextsOf({ ...Ui.initial, screen: "pods" }, true)],
  ["the help", contextsOf({ ...Ui.initial, overlay: { _tag: "Help", top: 0 } }, true)],
  ["the filter", contextsOf({ ...Ui.initial, overlay: { _tag: "Filter", field } }, true)],
  ["a deletion", contextsOf({ ...Ui.initial, overlay: { _tag: "Delete", user, field, differs: false } }, true)]
]

const twice = (values: ReadonlyArray<string>) => values.filter((value, index) => values.indexOf(value) !== index)

describe("keymap", () => {
  test.each(places)("gives no key two meanings in %s", (_, contexts) => {
    const keys = keymap.filter(({ context }) => contexts.includes(context)).flatMap(({ keys }) => keys)
    expect(twice(keys)).toEqual([])
  })

  test.each([...new Set(keymap.map(({ context }) => context))])(
    "gives no key two meanings in the context %s",
    (context) => {
      expect(twice(keymap.filter((binding) => binding.context === context).flatMap(({ keys }) => keys))).toEqual([])
    }
  )

  test("names each command once", () => {
    expect(twice(keymap.map(({ command }) => command))).toEqual([])
  })

  test("has every context in some place", () => {
    const reached = new Set(places.flatMap(([, contexts]) => contexts))
    expect(keymap.map(({ context }) => context).filter((context) => !reached.has(context))).toEqual([])
  })

  test.each(places)("quits with Ctrl-C in %s", (_, contexts) => {
    expect(commandFor(contexts, "ctrl+c")).toBe("app.interrupt")
  })

  test.each(places)("types letters in %s, or has commands on them, never both", (_, contexts) => {
    const letters = keymap.filter(
      ({ context, keys }) => contexts.includes(context) && keys.some((key) => key.length === 1)
    )
    expect(contexts.includes("field") ? letters : []).toEqual([])
  })

  test("marks what cannot be undone", () => {
    expect(keymap.flatMap((binding) => ("dangerous" in binding ? [binding.command] : []))).toEqual([
      "users.delete",
      "delete.confirm"
    ])
  })

  test("hints at the nearest context first, and at help and the way out last", () => {
    const hints = hintsFor(contextsOf(Ui.initial, true)).map(({ command }) => command)
    expect(hints[0]).toBe("filter.open")
    expect(hints.slice(-2)).toEqual(["help.open", "app.quit"])
  })

  test.each([
    ["ctrl+d", "Ctrl-D"],
    ["shift+tab", "Shift-Tab"],
    ["pageDown", "PgDn"],
    ["esc", "Esc"],
    ["up", "↑"],
    ["G", "G"],
    ["space", "Space"]
  ])("writes %s as %s", (key, text) => {
    expect(keyText(key)).toBe(text)
  })
})
