import { keymap, keyText } from "./keymap.ts"
import type { Binding, CommandName, KeyContext } from "./keymap.ts"

/** The command of a key where these contexts apply. */
export const commandFor = (contexts: ReadonlyArray<KeyContext>, key: string): CommandName | undefined =>
  keymap.find(({ context, keys }) => contexts.includes(context) && keys.some((each) => each === key))?.command

/** The bindings of a context, in the order of the keymap. */
export const bindingsOf = (context: KeyContext): ReadonlyArray<Binding> =>
  keymap.filter((binding) => binding.context === context)

/** The bindings to hint at where these contexts apply, the nearest context first. */
export const hintsFor = (contexts: ReadonlyArray<KeyContext>): ReadonlyArray<Binding> =>
  contexts.flatMap(bindingsOf).filter(({ hint }) => hint)

/** The key to name when a text tells of a command. */
export const keyOf = (command: CommandName): string =>
  keyText(keymap.find((binding) => binding.command === command)?.keys[0] ?? "?")
