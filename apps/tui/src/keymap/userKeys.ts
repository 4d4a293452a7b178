import { nearest } from "@remote-assist/core/Nearest"
import * as Result from "effect/Result"

import { graphemes } from "../text/Shown.ts"
import type { Binding } from "./bindings.ts"

const quoted = (text: string) => JSON.stringify(text)

interface Bound {
  readonly key: string
  readonly binding: Binding
}

const same = ({ binding, key }: Bound, other: Bound): ReadonlyArray<string> =>
  key === other.key && binding.command !== other.binding.command
    ? [
        `${quoted(key)} is both ${quoted(other.binding.command)} and ${quoted(binding.command)}: give one of them another key, or null.`
      ]
    : []

const begun = ({ binding, key }: Bound, other: Bound): ReadonlyArray<string> =>
  key.startsWith(`${other.key} `)
    ? [
        `${quoted(key)} of ${quoted(binding.command)} can never be typed, as ${quoted(other.key)} is ${quoted(other.binding.command)} already: give one of them another key, or null.`
      ]
    : []

const isTyped = (key: string) => key === "space" || [...graphemes(key)].length === 1

const spoilt = (contexts: ReadonlyArray<string>, { binding, key }: Bound): ReadonlyArray<string> => {
  const [first = ""] = key.split(" ")
  if (contexts.includes("field") && isTyped(first))
    return [
      `${quoted(key)} of ${quoted(binding.command)} could not be typed as text any more: give it a key with ctrl+, or one that types nothing.`
    ]
  return contexts.includes("list") && /^\d$/.test(first)
    ? [`${quoted(key)} of ${quoted(binding.command)} would begin a number, as in 500G: give it another key.`]
    : []
}

const within = (bindings: ReadonlyArray<Binding>) => (contexts: ReadonlyArray<string>) => {
  const bound = bindings
    .filter(({ context }) => contexts.includes(context))
    .flatMap((binding) => binding.keys.map((key): Bound => ({ key, binding })))
  return bound.flatMap((each, at) => [
    ...spoilt(contexts, each),
    ...bound.slice(0, at).flatMap((before) => [...same(each, before), ...begun(each, before), ...begun(before, each)])
  ])
}

/** The contexts that apply at once, for each place where one can be. */
type Places = ReadonlyArray<ReadonlyArray<string>>

/** What is wrong with keys that apply at once, in any place there is, a sentence each. */
const conflictsIn = (bindings: ReadonlyArray<Binding>, places: Places): ReadonlyArray<string> => [
  ...new Set(places.flatMap(within(bindings)))
]

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
interface Named {
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
export const parseKey = (text: string): Result.Result<Named, string> => {
  const parts = text === " " ? ["space"] : text.trim().split(/\s+/)
  if (text === "") return Result.fail("is no key: write null to have none")
  if (parts.length > 2) return Result.fail("is more than two keys: write one, or two with a space between them")
  const read = Result.all(parts.map(ofOne))
  return Result.map(read, (keys) => ({
    key: keys.map(({ key }) => key).join(" "),
    isRare: keys.some(({ isRare }) => isRare)
  }))
}

/** Names that stand in an object more than once; JSON keeps the last without a word. */
const twiceIn = (text: string): ReadonlyArray<string> => {
  const texts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)]
  const names = texts.flatMap(([, name = "", colon]) => (colon === undefined ? [] : [name]))
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const textsOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (value === null) return []
  if (typeof value === "string") return [value]
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined
}

const ofCommand = (
  bindings: ReadonlyArray<Binding>,
  command: string,
  value: unknown
): Result.Result<Binding, ReadonlyArray<string>> => {
  const binding = bindings.find((each) => each.command === command)
  if (binding === undefined) {
    const meant = nearest(
      command,
      bindings.map((each) => each.command)
    )
    return Result.fail([
      `${quoted(command)} is no command: ${meant === undefined ? "remote-assist keys shows all" : `write ${quoted(meant)}, or see remote-assist keys`}.`
    ])
  }
  const texts = textsOf(value)
  if (texts === undefined)
    return Result.fail([`${quoted(command)} takes keys: write them as in ["j", "down"], or null for none.`])
  if (texts.length === 0 && binding.isNeeded === true)
    return Result.fail([`${quoted(command)} needs a key, as nothing else leaves where it applies: give it one.`])
  const read = texts.map((text) => ({ text, named: parseKey(text) }))
  const wrong = read.flatMap(({ named, text }) =>
    Result.isFailure(named) ? [`${quoted(text)} of ${quoted(command)} ${named.failure}.`] : []
  )
  const keys = read.flatMap(({ named }): ReadonlyArray<Named> => (Result.isSuccess(named) ? [named.success] : []))
  if (wrong.length === 0 && keys.length > 0 && keys.every(({ isRare }) => isRare))
    return Result.fail([
      `${quoted(texts.join(" "))} of ${quoted(command)} is sent by few terminals, those with the kitty keyboard protocol: give it another key as well.`
    ])
  return wrong.length > 0
    ? Result.fail(wrong)
    : Result.succeed({ ...binding, keys: [...new Set(keys.map(({ key }) => key))] })
}

/**
 * The bindings with the keys that a text in JSON gives them, as in `{"list.down": ["j", "down"], "app.quit": null}`; else
 * all that is wrong with it, a sentence each.
 */
export const applyUserKeys = (
  bindings: ReadonlyArray<Binding>,
  places: Places,
  text: string
): Result.Result<ReadonlyArray<Binding>, ReadonlyArray<string>> => {
  const given = parsed(text)
  if (given === undefined)
    return Result.fail([
      'it is no JSON object of commands and their keys: write it as in {"list.down": ["j", "down"]}.'
    ])
  const read = Object.entries(given).map(([command, value]) => ofCommand(bindings, command, value))
  const changed = new Map(
    read.flatMap((each) => (Result.isSuccess(each) ? [[each.success.command, each.success]] : []))
  )
  const all = bindings.map((binding) => changed.get(binding.command) ?? binding)
  const wrong = [
    ...twiceIn(text).map((name) => `${quoted(name)} stands there more than once: leave one.`),
    ...read.flatMap((each) => (Result.isFailure(each) ? each.failure : [])),
    ...conflictsIn(all, places)
  ]
  return wrong.length === 0 ? Result.succeed(all) : Result.fail(wrong)
}
