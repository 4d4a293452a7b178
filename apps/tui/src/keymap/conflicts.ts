import { graphemes } from "../text/graphemes.ts"
import type { Binding } from "./Binding.ts"

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
export type Places = ReadonlyArray<ReadonlyArray<string>>

/** What is wrong with keys that apply at once, in any place there is, a sentence each. */
export const conflictsIn = (bindings: ReadonlyArray<Binding>, places: Places): ReadonlyArray<string> => [
  ...new Set(places.flatMap(within(bindings)))
]
