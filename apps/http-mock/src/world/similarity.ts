import * as Array from "effect/Array"
import * as Order from "effect/Order"

const pairs = (text: string) => new Set(Array.makeBy(text.length - 1, (index) => text.slice(index, index + 2)))

/** How alike two names are: the share of pairs of letters that they have in common. */
const likeness = (one: string, other: string) => {
  const [ofOne, ofOther] = [pairs(one), pairs(other)]
  return (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size)
}

/** The three names that are most like a given one, as text. */
export const nearest = (given: string, names: ReadonlyArray<string>): string =>
  names
    .toSorted(Order.mapInput(Order.flip(Order.Number), (name: string) => likeness(given, name)))
    .slice(0, 3)
    .join(", ")
