import { explainJsonError, isJson, nearest } from "@remote-assist/core/Text"
import * as Array from "effect/Array"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { graphemes } from "../text/format.ts"
import type { Binding } from "./bindings.ts"

const quote = (text: string) => JSON.stringify(text)

interface BoundKey {
  readonly key: string
  readonly binding: Binding
}

const isCharacter = (key: string) => [...graphemes(key)].length === 1

/** Returns the errors of two keys in the same context. */
const conflicts = (one: BoundKey, other: BoundKey): ReadonlyArray<string> => {
  const advice = "give one of them another key, or null."
  const isChordOf = (chord: BoundKey, first: BoundKey) =>
    chord.key.startsWith(`${first.key} `)
      ? [
          `${quote(chord.key)} of ${quote(chord.binding.command)} can never be typed, as ${quote(first.key)} is ${quote(first.binding.command)} already: ${advice}`
        ]
      : []
  const isSame = one.key === other.key && one.binding.command !== other.binding.command
  return [
    ...(isSame
      ? [`${quote(one.key)} is both ${quote(other.binding.command)} and ${quote(one.binding.command)}: ${advice}`]
      : []),
    ...isChordOf(one, other),
    ...isChordOf(other, one)
  ]
}

/** Returns the error of a key that its contexts use otherwise: to type text, or a count. */
const contextError = (contexts: ReadonlyArray<string>, { binding, key }: BoundKey): ReadonlyArray<string> => {
  const [first = ""] = key.split(" ")
  if (contexts.includes("field") && (first === "space" || isCharacter(first)))
    return [
      `${quote(key)} of ${quote(binding.command)} could not be typed as text any more: give it a key with ctrl+, or one that types nothing.`
    ]
  return contexts.includes("list") && /^\d$/.test(first)
    ? [`${quote(key)} of ${quote(binding.command)} would begin a number, as in 500G: give it another key.`]
    : []
}

const errorsIn = (bindings: ReadonlyArray<Binding>, contexts: ReadonlyArray<string>) => {
  const keys = bindings
    .filter(({ context }) => contexts.includes(context))
    .flatMap((binding) => binding.keys.map((key): BoundKey => ({ key, binding })))
  return keys.flatMap((each, at) => [
    ...contextError(contexts, each),
    ...keys.slice(0, at).flatMap((before) => conflicts(each, before))
  ])
}

const movement = ["up", "down", "left", "right", "home", "end", "delete", "pageUp", "pageDown"]
const typing = ["tab", "enter", "esc", "backspace", "space"]

const aliases: Readonly<Record<string, string>> = {
  escape: "esc",
  return: "enter",
  del: "delete",
  pgup: "pageUp",
  pgdn: "pageDown",
  pgdown: "pageDown",
  // as the help and the reference write them
  "↑": "up",
  "↓": "down",
  "←": "left",
  "→": "right",
  "⏎": "enter"
}

const names: ReadonlyMap<string, string> = new Map([
  ...[...movement, ...typing].map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(aliases)
])

const modifierOrder = ["ctrl", "alt", "super", "shift"]

/** Keys for which a terminal sends the bytes of another key. */
const sameAs: Readonly<Record<string, string>> = {
  "ctrl+h": "backspace",
  "ctrl+i": "tab",
  "ctrl+j": "enter",
  "ctrl+m": "enter",
  "ctrl+[": "esc"
}

const reserved: Readonly<Record<string, string>> = {
  "ctrl+l": "redraws the screen",
  "ctrl+z": "stops the program until fg"
}

/** A key, and whether only terminals with the kitty keyboard protocol send it. */
interface ParsedKey {
  readonly key: string
  readonly isRare: boolean
}

const isRare = (modifiers: ReadonlyArray<string>, key: string): boolean => {
  if (modifiers.length === 0 || (modifiers.length === 1 && modifiers[0] === "shift" && key === "tab")) return false
  if (modifiers.includes("super")) return true
  // terminals send these with a modifier without the protocol
  if (movement.includes(key)) return false
  return !(modifiers.length === 1 && modifiers[0] === "ctrl" && (/^[a-z\\\]^_]$/.test(key) || key === "space"))
}

const parseOne = (text: string): Result.Result<ParsedKey, string> => {
  const parts = text.length > 1 ? text.replace(/\+\+$/, "+plus").split("+") : [text]
  const last = parts.at(-1) === "plus" ? "+" : (parts.at(-1) ?? "")
  const modifiers = modifierOrder.filter((each) => parts.slice(0, -1).some((part) => part.toLowerCase() === each))
  if (modifiers.length < parts.length - 1)
    return Result.fail("is not a key: the modifiers are ctrl+, alt+, super+ and shift+")
  const known = names.get(last.toLowerCase())
  const isText = known === undefined && isCharacter(last) && !/[\p{Cc}\p{Cf}\s]/u.test(last)
  if (isText && modifiers.includes("shift"))
    return Result.fail(`is not a key: write ${quote(last.toUpperCase())} or what else Shift makes of it`)
  const name = isText ? (modifiers.length > 0 ? last.toLowerCase() : last) : known
  if (name === undefined) {
    const all = [...movement, ...typing]
    const meant = nearest(last, all) ?? `a character, one of ${all.join(", ")}, with ctrl+, alt+ or shift+ before it`
    return Result.fail(`is not a key: write ${meant}`)
  }
  const key = [...modifiers, name].join("+")
  if (sameAs[key] !== undefined)
    return Result.fail(`cannot be sent: terminals send the same for ${sameAs[key]}, so choose another`)
  if (reserved[key] !== undefined) return Result.fail(`is taken: it ${reserved[key]}, so choose another`)
  return Result.succeed({ key, isRare: isRare(modifiers, name) })
}

/** Parses a key or a chord of two keys, or returns its error. */
export const parseKey = (text: string): Result.Result<ParsedKey, string> => {
  const parts = text === " " ? ["space"] : text.trim().split(/\s+/)
  if (text === "") return Result.fail("is not a key: write null for no key")
  if (parts.length > 2) return Result.fail("is more than two keys: write one, or two with a space between them")
  return Result.map(Result.all(parts.map(parseOne)), (keys) => ({
    key: keys.map(({ key }) => key).join(" "),
    isRare: keys.some(({ isRare }) => isRare)
  }))
}

/** Returns the names that a JSON object has more than once, of which `JSON.parse` keeps the last. */
const duplicatesIn = (text: string): ReadonlyArray<string> => {
  const texts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)]
  const names = texts.flatMap(([, name = "", colon]) => (colon === undefined ? [] : [name]))
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

const toTexts = (value: unknown): ReadonlyArray<string> | undefined => {
  if (value === null) return []
  if (typeof value === "string") return [value]
  return globalThis.Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined
}

const applyTo = (
  bindings: ReadonlyArray<Binding>,
  command: string,
  value: unknown
): Result.Result<Binding, ReadonlyArray<string>> => {
  const binding = bindings.find((each) => each.command === command)
  if (binding === undefined) {
    const commands = bindings.map((each) => each.command)
    const similar = nearest(command, commands)
    const advice =
      similar === undefined ? "remote-assist keys shows all" : `write ${quote(similar)}, or see remote-assist keys`
    return Result.fail([`${quote(command)} is not a command: ${advice}.`])
  }
  const texts = toTexts(value)
  if (texts === undefined)
    return Result.fail([`${quote(command)} takes keys: write them as in ["j", "down"], or null for none.`])
  if (texts.length === 0 && binding.isNeeded === true)
    return Result.fail([`${quote(command)} needs a key, as nothing else leaves where it applies: give it one.`])
  const parsed = texts.map((text) =>
    Result.mapError(parseKey(text), (error) => `${quote(text)} of ${quote(command)} ${error}.`)
  )
  const [errors, keys] = [Array.getFailures(parsed), Array.getSuccesses(parsed)]
  if (errors.length > 0) return Result.fail(errors)
  if (keys.length > 0 && keys.every(({ isRare }) => isRare))
    return Result.fail([
      `${quote(texts.join(" "))} of ${quote(command)} is sent by few terminals, those with the kitty keyboard protocol: give it another key as well.`
    ])
  return Result.succeed({ ...binding, keys: [...new Set(keys.map(({ key }) => key))] })
}

/**
 * Replaces keys of bindings as a JSON text says: `{"list.down": ["j", "down"], "app.quit": null}`. Returns all errors, a
 * sentence each; `allContexts` are the contexts that apply at the same time.
 */
export const applyUserKeys = (
  bindings: ReadonlyArray<Binding>,
  allContexts: ReadonlyArray<ReadonlyArray<string>>,
  text: string
): Result.Result<ReadonlyArray<Binding>, ReadonlyArray<string>> => {
  const json = text.replace(/^\uFEFF/, "")
  const example = 'Write it as in {"list.down": ["j", "down"]}'
  if (!isJson(json)) return Result.fail([`${explainJsonError(json, example)}.`])
  const object: unknown = JSON.parse(json)
  if (!Predicate.isReadonlyObject(object))
    return Result.fail([`it is not an object of commands and their keys. ${example}.`])
  const applied = Object.entries(object).map(([command, value]) => applyTo(bindings, command, value))
  const changed = new Map(Array.getSuccesses(applied).map((binding) => [binding.command, binding]))
  const all = bindings.map((binding) => changed.get(binding.command) ?? binding)
  const errors = [
    ...duplicatesIn(text).map((name) => `${quote(name)} stands there more than once: leave one.`),
    ...Array.getFailures(applied).flat(),
    ...new Set(allContexts.flatMap((contexts) => errorsIn(all, contexts)))
  ]
  return errors.length === 0 ? Result.succeed(all) : Result.fail(errors)
}
