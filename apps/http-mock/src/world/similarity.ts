import * as Array from "effect/Array"

const pairs = (text: string) => new Set(Array.makeBy(text.length - 1, (index) => text.slice(index, index + 2)))

/** Returns the similarity of two names: the share of common pairs of letters. */
const similarity = (one: string, other: string) => {
  const [ofOne, ofOther] = [pairs(one), pairs(other)]
  return (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size)
}

const maxLength = 100

/** Returns the names with their similarity to a text, the most similar first. */
const bySimilarity = (text: string, names: ReadonlyArray<string>) => {
  const start = text.slice(0, maxLength).toLowerCase()
  return names
    .map((name) => ({ name, score: similarity(start, name.toLowerCase()) }))
    .toSorted((one, other) => other.score - one.score)
}

/** Returns the name that a misspelled one probably means, or `undefined`. */
export const meant = (text: string, names: ReadonlyArray<string>): string | undefined =>
  bySimilarity(text, names).find(({ score }) => score >= 0.3)?.name

/** Returns the three most similar names, as text. */
export const nearest = (text: string, names: ReadonlyArray<string>): string =>
  bySimilarity(text, names)
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ")
