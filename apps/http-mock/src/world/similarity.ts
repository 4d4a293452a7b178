import * as Array from "effect/Array"
import * as Order from "effect/Order"

const pairs = (text: string) => new Set(Array.makeBy(text.length - 1, (index) => text.slice(index, index + 2)))

/** How alike two names are: the share of pairs of letters that they have in common. */
const likeness = (one: string, other: string) => {
  const [ofOne, ofOther] = [pairs(one), pairs(other)]
  return (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size)
}

const byLikenessTo = (given: string) =>
  Order.mapInput(Order.flip(Order.Number), (name: string) => likeness(given.toLowerCase(), name.toLowerCase()))

/** The name that a misspelt one was meant to be; nothing where none is much like it. */
export const meant = (given: string, names: ReadonlyArray<string>): string | undefined =>
  names
    .filter((name) => likeness(given.toLowerCase(), name.toLowerCase()) >= 0.3)
    .toSorted(byLikenessTo(given))
    .at(0)

/** The three names that are most like a given one, as text. */
export const nearest = (given: string, names: ReadonlyArray<string>): string =>
  names.toSorted(byLikenessTo(given)).slice(0, 3).join(", ")
