import type { Key } from "ink"

/** One key: its name as the keymap spells it, and the text it types, if any. */
export interface KeyPress {
  readonly name: string
  readonly text: string | undefined
}

const named = {
  upArrow: "up",
  downArrow: "down",
  leftArrow: "left",
  rightArrow: "right",
  pageUp: "pageUp",
  pageDown: "pageDown",
  home: "home",
  end: "end",
  return: "enter",
  escape: "esc",
  tab: "tab",
  backspace: "backspace",
  delete: "delete"
} as const

const flags = [
  "upArrow",
  "downArrow",
  "leftArrow",
  "rightArrow",
  "pageUp",
  "pageDown",
  "home",
  "end",
  "return",
  "escape",
  "tab",
  "backspace",
  "delete"
] as const

const segmenter = new Intl.Segmenter()

const controls: Record<string, string> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
  "\u001b": "esc",
  " ": "space"
}

const ofGrapheme = (grapheme: string): KeyPress => {
  const code = grapheme.codePointAt(0) ?? 0
  const text = code < 0x20 || code === 0x7f ? undefined : grapheme
  const letter = code < 0x20 ? `ctrl+${String.fromCodePoint(code + 0x60)}` : grapheme
  return { name: controls[grapheme] ?? letter, text }
}

/** The keys in one piece of input: a terminal under load, or over a slow line, sends several at once. */
export const fromInk = (input: string, key: Key): ReadonlyArray<KeyPress> => {
  const flag = flags.find((name) => key[name])
  if (flag !== undefined)
    return [{ name: `${key.shift && flag === "tab" ? "shift+" : ""}${named[flag]}`, text: undefined }]
  if (key.ctrl) return [{ name: `ctrl+${input}`, text: undefined }]
  if (key.meta) return [{ name: `alt+${input}`, text: undefined }]
  return Array.from(segmenter.segment(input), ({ segment }) => ofGrapheme(segment))
}
