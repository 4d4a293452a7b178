import { nearest } from "@remote-assist/cli/Nearest"
import * as Result from "effect/Result"

import type { Binding } from "./Binding.ts"
import { conflictsIn } from "./conflicts.ts"
import type { Places } from "./conflicts.ts"
import { keyNamed } from "./keyNames.ts"
import type { Named } from "./keyNames.ts"

const quoted = (text: string) => JSON.stringify(text)

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
  const read = texts.map((text) => ({ text, named: keyNamed(text) }))
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
export const merged = (
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
