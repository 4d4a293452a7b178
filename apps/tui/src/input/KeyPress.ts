import type { Key } from "ink"

import { graphemes } from "../text/format.ts"

/** A key, named as in the keymap, and the text that it types, if any. */
export interface KeyPress {
  readonly name: string
  readonly text: string | undefined
  /** Whether a key that is held down repeats; undefined if the terminal does not report it. */
  readonly isRepeat?: boolean
}

const modifiers = ["ctrl", "meta", "super", "hyper", "shift"] as const

const arrows = ["upArrow", "downArrow", "leftArrow", "rightArrow"] as const

const others = ["pageUp", "pageDown", "home", "end", "return", "escape", "tab", "backspace", "delete"] as const

/** Names of the keymap that differ from those of Ink. */
const aliases: Readonly<Record<string, string>> = { meta: "alt", return: "enter", escape: "esc" }

// oxlint-disable-next-line no-control-regex -- control characters are keys
const run = /\r\n|[\0-\u001F\u007F]|[^\0-\u001F\u007F]+/g

const controls: Readonly<Record<string, string>> = {
  "\0": "ctrl+space",
  "\t": "tab",
  "\n": "enter",
  "\r": "enter",
  "\r\n": "enter"
}

const withoutText = (name: string): KeyPress => ({ name, text: undefined })

/** Returns a key for each control and each user-perceived character of a text that arrived in one read. */
const keysOfText = (text: string): ReadonlyArray<KeyPress> =>
  (text.match(run) ?? []).flatMap((part) =>
    part < " "
      ? [withoutText(controls[part] ?? `ctrl+${String.fromCodePoint(part.charCodeAt(0) + 64).toLowerCase()}`)]
      : Array.from(graphemes(part), (text) => ({ name: text === " " ? "space" : text, text }))
  )

/** Converts the arguments of `useInput` to keys; a release is not a key. */
export const keyPresses = (input: string, key: Key): ReadonlyArray<KeyPress> => {
  const { ctrl, eventType, hyper, meta } = key
  if (eventType === "release") return []
  // only the kitty protocol distinguishes Alt with a key from Esc before a key
  if (meta && eventType === undefined) return [withoutText("esc"), ...keyPresses(input, { ...key, meta: false })]
  const name = arrows.find((arrow) => key[arrow])?.replace("Arrow", "") ?? others.find((other) => key[other])
  const isCommand = ctrl || meta || key.super || hyper
  const pressed = name ?? (isCommand ? (input === " " ? "space" : input) : "")
  const parts = [...modifiers.filter((modifier) => key[modifier]), pressed].map((part) => aliases[part] ?? part)
  const keys = pressed === "" ? keysOfText(isCommand ? "" : input) : [withoutText(parts.join("+"))]
  return eventType === undefined ? keys : keys.map((each) => ({ ...each, isRepeat: eventType === "repeat" }))
}
