import { capitalize } from "effect/String"

import type { Binding } from "./Binding.ts"
import { keymap } from "./keymap.ts"

const glyphs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", enter: "⏎" }

const words: Record<string, string> = { pageUp: "PgUp", pageDown: "PgDn" }

const ofOne = (key: string): string => {
  const parts = key === "+" ? [key] : key.replace(/\+\+$/, "+plus").split("+")
  const last = (parts.at(-1) ?? "").replace("plus", "+")
  const modifiers = parts.slice(0, -1).map(capitalize)
  if (modifiers.length === 0) return glyphs[last] ?? words[last] ?? (last.length > 1 ? capitalize(last) : last)
  return [...modifiers, words[last] ?? capitalize(last)].join("-")
}

/** A key as people read it: `↓`, `Ctrl-D`, `PgUp`, `gu`. */
export const keyText = (key: string): string => {
  const parts = key.split(" ").map(ofOne)
  return parts.join(parts.every((part) => part.length === 1) ? "" : " ")
}

/** The keys of one who works with the program, looked up by what applies. Of contexts, the nearest comes first. */
export interface Keys {
  readonly bindings: ReadonlyArray<Binding>
  /** What a key does where these contexts apply; `prefix` is the key before, where that begins a command of two. */
  readonly bindingFor: (contexts: ReadonlyArray<string>, key: string, prefix?: string) => Binding | undefined
  /** Whether a key begins commands of two keys where these contexts apply. */
  readonly isPrefix: (contexts: ReadonlyArray<string>, key: string) => boolean
  /** The commands of two keys that a key begins where these contexts apply, each with these keys first. */
  readonly chordsOf: (contexts: ReadonlyArray<string>, key: string) => ReadonlyArray<Binding>
  /** The bindings of a context, in their order. */
  readonly bindingsOf: (context: string) => ReadonlyArray<Binding>
  /** The bindings to hint at where these contexts apply, and one of those that say the same. */
  readonly hintsFor: (contexts: ReadonlyArray<string>) => ReadonlyArray<Binding>
  /** The key to name when a text tells of a command; without one, what else does it. */
  readonly keyOf: (command: string) => string
  /** The same, or nothing without one. */
  readonly shownKey: (command: string) => string
}

/** What of a context is looked up at each key. */
interface Context {
  readonly bindings: Array<Binding>
  readonly byKey: Map<string, Binding>
  readonly prefixes: Set<string>
}

/** Keys in a label are those that there are; without one, what it says of them is left out. */
const labelled = (binding: Binding): Binding => {
  const { keys, label } = binding
  if (!label.includes("{key}")) return binding
  const [first] = keys
  return {
    ...binding,
    label: first === undefined ? label.replace(/;.*/, "") : label.replaceAll("{key}", keyText(first))
  }
}

const startsWith = (prefix: string) => (key: string) => key.startsWith(`${prefix} `)

/** Makes a keymap of its bindings. */
export const make = (all: ReadonlyArray<Binding>): Keys => {
  const bindings = all.map(labelled)
  const byCommand = new Map(bindings.map((binding) => [binding.command, binding]))
  const byContext = new Map<string, Context>()
  for (const binding of bindings) {
    const known = byContext.get(binding.context)
    const context: Context = known ?? { bindings: [], byKey: new Map(), prefixes: new Set() }
    if (known === undefined) byContext.set(binding.context, context)
    context.bindings.push(binding)
    for (const key of binding.keys) {
      if (!context.byKey.has(key)) context.byKey.set(key, binding)
      const [first = "", second] = key.split(" ")
      if (second !== undefined) context.prefixes.add(first)
    }
  }
  const bindingsOf: Keys["bindingsOf"] = (context) => byContext.get(context)?.bindings ?? []
  const shownKey = (command: string) => keyText(byCommand.get(command)?.keys[0] ?? "")

  return {
    bindings,
    bindingsOf,
    shownKey,
    bindingFor: (contexts, key, prefix = "") => {
      const pressed = prefix === "" ? key : `${prefix} ${key}`
      for (const context of contexts) {
        const found = byContext.get(context)?.byKey.get(pressed)
        if (found !== undefined) return found
      }
      return undefined
    },
    isPrefix: (contexts, key) => contexts.some((context) => byContext.get(context)?.prefixes.has(key) === true),
    chordsOf: (contexts, key) =>
      bindings.flatMap((binding) => {
        if (!contexts.includes(binding.context)) return []
        const chord = binding.keys.find(startsWith(key))
        return chord === undefined ? [] : [{ ...binding, keys: [chord] }]
      }),
    hintsFor: (contexts) => {
      const hints = contexts.flatMap(bindingsOf).filter(({ hint, keys }) => hint === true && keys.length > 0)
      return hints.filter(({ label }, at) => hints.findIndex((other) => other.label === label) === at)
    },
    keyOf: (command) => {
      const word = byCommand.get(command)?.word
      return shownKey(command) || (word === undefined ? command : `:${word}`)
    }
  }
}

/** The keymap of those who have none of their own. */
export const usual: Keys = make(keymap)
