import { keymap, keyText } from "./keymap.ts"
import type { Binding } from "./keymap.ts"

const applying = (contexts: ReadonlyArray<string>) => keymap.filter(({ context }) => contexts.includes(context))

/** What a key does where these contexts apply; `prefix` is the key before, where that begins a command of two. */
export const bindingFor = (contexts: ReadonlyArray<string>, key: string, prefix = ""): Binding | undefined => {
  const pressed = prefix === "" ? key : `${prefix} ${key}`
  return applying(contexts).find(({ keys }) => keys.includes(pressed))
}

/** Whether a key begins commands of two keys where these contexts apply. */
export const isPrefix = (contexts: ReadonlyArray<string>, key: string): boolean =>
  applying(contexts).some(({ keys }) => keys.some((each) => each.startsWith(`${key} `)))

/** The commands of two keys that a key begins where these contexts apply. */
export const chordsOf = (contexts: ReadonlyArray<string>, key: string): ReadonlyArray<Binding> =>
  applying(contexts).filter(({ keys }) => keys.some((each) => each.startsWith(`${key} `)))

/** The bindings of a context, in the order of the keymap. */
export const bindingsOf = (context: string): ReadonlyArray<Binding> =>
  keymap.filter((binding) => binding.context === context)

/** The bindings to hint at where these contexts apply, the nearest context first, and one of those that say the same. */
export const hintsFor = (contexts: ReadonlyArray<string>): ReadonlyArray<Binding> => {
  const hints = contexts.flatMap(bindingsOf).filter(({ hint }) => hint === true)
  return hints.filter(({ label }, at) => hints.findIndex((other) => other.label === label) === at)
}

/** The key to name when a text tells of a command. */
export const keyOf = (command: string): string =>
  keyText(keymap.find((binding) => binding.command === command)?.keys[0] ?? "?")
