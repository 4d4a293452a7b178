import type { Key } from "ink"

import { graphemes } from "../text/Shown.ts"

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
  ["hyper", "super"],
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

/** The codes of F1 to F12 and Insert in the kitty keyboard protocol: Ink has no names for these keys. */
export const functionKeyCodes = [...Array.from({ length: 12 }, (_, at) => 57364 + at), 57348]

const functionKeyName = (text: string): string | undefined => {
  const at = functionKeyCodes.indexOf(text.codePointAt(0) ?? 0)
  return at === 12 ? "insert" : at < 0 ? undefined : `f${at + 1}`
}

// oxlint-disable-next-line no-control-regex -- control characters are keys
const run = /\r\n|[\0-\u001F\u007F]|[^\0-\u001F\u007F]+/g

const controls: Readonly<Record<string, string>> = {
  "\0": "ctrl+space",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\r\n": "enter"
}

const ofControl = (control: string) =>
  controls[control] ??
  `ctrl+${String.fromCodePoint((control.codePointAt(0) ?? 0) + (control <= "\u001A" ? 0x60 : 0x40)).toLowerCase()}`

const ofText = (text: string): KeyPress => ({ name: text === " " ? "space" : text, text })

/** Returns a key for each user-perceived character of a text that arrived in one read. */
const keysOfText = (text: string): ReadonlyArray<KeyPress> =>
  (text.match(run) ?? []).flatMap((part): ReadonlyArray<KeyPress> =>
    part < " " ? [{ name: ofControl(part), text: undefined }] : Array.from(graphemes(part), ofText)
  )

/** Converts the arguments of `useInput` to keys; a release is not a key. */
export const keyPresses = (input: string, key: Key): ReadonlyArray<KeyPress> => {
  if (key.eventType === "release") return []
  const name = names.find(([flag]) => key[flag])?.[1] ?? functionKeyName(input)
  const pressedModifiers = new Set(modifiers.flatMap(([flag, modifier]) => (key[flag] ? [modifier] : [])))
  const isCommand = key.ctrl || key.meta || key.super || key.hyper
  const pressed = name ?? (isCommand ? (input === " " ? "space" : input) : "")
  const keys =
    pressed === ""
      ? isCommand
        ? []
        : keysOfText(input)
      : [{ name: [...pressedModifiers, pressed].join("+"), text: undefined }]
  return key.eventType === undefined ? keys : keys.map((each) => ({ ...each, isRepeat: key.eventType === "repeat" }))
}
