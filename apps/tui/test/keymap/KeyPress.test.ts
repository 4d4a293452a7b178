import type { Key } from "ink"
import { describe, expect, test } from "vitest"

import { fromInk } from "../../src/keymap/KeyPress.ts"

const key = (flags: Partial<Key> = {}): Key => flags as Key

describe("KeyPress", () => {
  test.each<[string, string, Partial<Key>, ReadonlyArray<string>]>([
    ["a letter", "j", {}, ["j"]],
    ["several letters that came at once", "jjG", {}, ["j", "j", "G"]],
    ["a line and the return after it", "ada\r", {}, ["a", "d", "a", "enter"]],
    ["a tab amid text", "a\tb", {}, ["a", "tab", "b"]],
    ["an arrow", "", { downArrow: true }, ["down"]],
    ["the tab key backwards", "", { tab: true, shift: true }, ["shift+tab"]],
    ["a control key", "d", { ctrl: true }, ["ctrl+d"]],
    ["a control byte amid others", "j\u0004", {}, ["j", "ctrl+d"]],
    ["a character of several code points", "👩‍🚀", {}, ["👩‍🚀"]]
  ])("reads %s", (_, input, flags, names) => {
    expect(fromInk(input, key(flags)).map(({ name }) => name)).toEqual(names)
  })

  test("types no text for keys that are none", () => {
    expect(fromInk("a\r", key()).map(({ text }) => text)).toEqual(["a", undefined])
  })

  test("does not take an Alt combination for its letter", () => {
    expect(fromInk("d", key({ meta: true }))).toEqual([{ name: "alt+d", text: undefined }])
  })
})
