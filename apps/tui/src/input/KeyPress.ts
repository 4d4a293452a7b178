import type { Key } from "ink"

import { graphemes } from "../text/fit.ts"

/** A key, named as in the keymap, and the text that it types, if any. */
export interface KeyPress {
  readonly name: string
  readonly text: string | undefined
  /** Whether a key that is held down repeats; undefined if the terminal does not report it. */
  readonly isRepeat?: boolean
}

const modifiers = [
  ["ctrl", "ctrl"],
  ["meta", "alt"],
  ["super", "super"],
  ["hyper", "hyper"],
  ["shift", "shift"]
] as const

const names = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "esc"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"]
] as const

// oxlint-disable-next-line no-control-regex -- control characters are keys
const run = /\r\n|[\0-\u001F\u007F]|[^\0-\u001F\u007F]+/g

const controls: Readonly<Record<string, string>> = {
  "\0": "ctrl+space",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\r\n": "enter"
}

const named = (name: string): KeyPress => ({ name, text: undefined })

const fromControl = (control: string): KeyPress =>
  named(controls[control] ?? `ctrl+${String.fromCodePoint((control.codePointAt(0) ?? 0) + 0x40).toLowerCase()}`)

const fromGrapheme = (text: string): KeyPress => ({ name: text === " " ? "space" : text, text })

/** Returns a key for each user-perceived character of a text that arrived in one read. */
const keysOfText = (text: string): ReadonlyArray<KeyPress> =>
  (text.match(run) ?? []).flatMap((part) =>
    part < " " ? [fromControl(part)] : Array.from(graphemes(part), fromGrapheme)
  )

/** Converts the arguments of `useInput` to keys; a release is not a key. */
export const keyPresses = (input: string, key: Key): ReadonlyArray<KeyPress> => {
  if (key.eventType === "release") return []
  // only the kitty protocol distinguishes Alt with a key from Esc before a key
  if (key.meta && key.eventType === undefined) return [named("esc"), ...keyPresses(input, { ...key, meta: false })]
  const name = names.find(([flag]) => key[flag])?.[1]
  const isCommand = key.ctrl || key.meta || key.super || key.hyper
  const pressed = name ?? (isCommand ? (input === " " ? "space" : input) : "")
  const keys =
    pressed === ""
      ? keysOfText(isCommand ? "" : input)
      : [named([...modifiers.flatMap(([flag, modifier]) => (key[flag] ? [modifier] : [])), pressed].join("+"))]
  return key.eventType === undefined ? keys : keys.map((each) => ({ ...each, isRepeat: key.eventType === "repeat" }))
}
