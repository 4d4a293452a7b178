import * as Array from "effect/Array"

const pairs = (text: string) => new Set(Array.makeBy(text.length - 1, (index) => text.slice(index, index + 2)))

/** How alike two names are: the share of pairs of letters that they have in common. */
const likeness = (one: string, other: string) => {
  const [ofOne, ofOther] = [pairs(one), pairs(other)]
  return (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size)
}

// no name is longer
const most = 100

/** The names with how alike each is to a given one, the most alike first. */
const byLikenessTo = (given: string, names: ReadonlyArray<string>) => {
  const start = given.slice(0, most).toLowerCase()
  return names
    .map((name) => ({ name, likeness: likeness(start, name.toLowerCase()) }))
    .toSorted((one, other) => other.likeness - one.likeness)
}

/** The name that a misspelt one was meant to be; nothing where none is much like it. */
export const meant = (given: string, names: ReadonlyArray<string>): string | undefined =>
  byLikenessTo(given, names).find(({ likeness }) => likeness >= 0.3)?.name

/** The three names that are most like a given one, as text. */
export const nearest = (given: string, names: ReadonlyArray<string>): string =>
  byLikenessTo(given, names)
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")
