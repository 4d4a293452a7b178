import * as Result from "effect/Result"

import { graphemes } from "../text/graphemes.ts"

const moving = ["up", "down", "left", "right", "home", "end", "insert", "delete", "pageUp", "pageDown"]
const typing = ["tab", "enter", "esc", "backspace", "space"]
const numbered = Array.from({ length: 12 }, (_, at) => `f${at + 1}`)
const named = [...moving, ...typing, ...numbered]

const others: Readonly<Record<string, string>> = {
  escape: "esc",
  return: "enter",
  del: "delete",
  ins: "insert",
  pgup: "pageUp",
  pgdn: "pageDown",
  pgdown: "pageDown"
}

const names: ReadonlyMap<string, string> = new Map([
  ...named.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(others)
])

const order = ["ctrl", "alt", "super", "shift"]

/** What a terminal sends for these is what it sends for others. */
const sameAs: Readonly<Record<string, string>> = {
  "ctrl+h": "backspace",
  "ctrl+i": "tab",
  "ctrl+j": "enter",
  "ctrl+m": "enter",
  "ctrl+[": "esc"
}

const taken: Readonly<Record<string, string>> = {
  "ctrl+l": "draws the screen anew",
  "ctrl+z": "stops the program until fg"
}

/** A key, and whether only terminals that speak the kitty keyboard protocol send it. */
export interface Named {
  readonly key: string
  readonly isRare: boolean
}

/** Keys that terminals send with a modifier by a sequence, and without the kitty protocol. */
const withModifiers = new Set([...moving, ...numbered])

const isRare = (modifiers: ReadonlyArray<string>, key: string): boolean => {
  if (modifiers.length === 0 || (modifiers.length === 1 && modifiers[0] === "shift" && key === "tab")) return false
  if (modifiers.includes("super")) return true
  if (withModifiers.has(key)) return false
  return !(modifiers.length === 1 && modifiers[0] === "ctrl" && (/^[a-z\\\]^_]$/.test(key) || key === "space"))
}

const ofOne = (text: string): Result.Result<Named, string> => {
  const parts = text.length > 1 ? text.replace(/\+\+$/, "+plus").split("+") : [text]
  const last = parts.at(-1) === "plus" ? "+" : (parts.at(-1) ?? "")
  const modifiers = order.filter((each) => parts.slice(0, -1).some((part) => part.toLowerCase() === each))
  if (modifiers.length < parts.length - 1)
    return Result.fail("is no key: what goes before a key is ctrl+, alt+, super+ or shift+")
  const isCharacter = [...graphemes(last)].length === 1 && !/[\p{Cc}\p{Cf}\s]/u.test(last)
  if (isCharacter && modifiers.includes("shift"))
    return Result.fail(`is no key: write ${JSON.stringify(last.toUpperCase())} or what else Shift makes of it`)
  const name = isCharacter ? (modifiers.length > 0 ? last.toLowerCase() : last) : names.get(last.toLowerCase())
  if (name === undefined)
    return Result.fail(
      `is no key: write a character, one of ${[...moving, ...typing].join(", ")} and f1 to f12, with ctrl+, alt+ or shift+ before it`
    )
  const key = [...modifiers, name].join("+")
  const other = sameAs[key]
  if (other !== undefined) return Result.fail(`cannot be sent: terminals send the same for ${other}, so choose another`)
  if (taken[key] !== undefined) return Result.fail(`is taken: it ${taken[key]}, so choose another`)
  return Result.succeed({ key, isRare: isRare(modifiers, name) })
}

/** A key as the keymap spells it, or two that are pressed one after the other; else what is wrong with it. */
export const keyNamed = (text: string): Result.Result<Named, string> => {
  const parts = text === " " ? ["space"] : text.trim().split(/\s+/)
  if (text === "") return Result.fail("is no key: write null to have none")
  if (parts.length > 2) return Result.fail("is more than two keys: write one, or two with a space between them")
  const read = Result.all(parts.map(ofOne))
  return Result.map(read, (keys) => ({
    key: keys.map(({ key }) => key).join(" "),
    isRare: keys.some(({ isRare }) => isRare)
  }))
}
