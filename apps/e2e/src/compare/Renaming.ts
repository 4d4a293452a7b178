import type { Leaf } from "./Leaf.ts"

/**
 * Which value of one target stands for which of another, through a scenario: ids, tokens and what else a service makes up.
 * A value stands for one value of its space, and nothing else stands for that.
 */
export interface Renaming {
  /** Whether a value can stand for another in a space, such as the ids of users; from then on it does. */
  readonly stands: (space: string, a: Leaf, b: Leaf) => boolean
  /** Whether two texts differ in no more than in values that stand for each other. */
  readonly sameText: (a: string, b: string) => boolean
}

const parts = /(<redacted \d+>|[\da-f]{8}-[\da-f-]{27}|\d+)/i

/** A renaming of which nothing is known. */
export const make = (): Renaming => {
  const forth = new Map<string, string>()
  const back = new Map<string, string>()
  const known = new Set<string>()
  return {
    stands: (space, a, b) => {
      const one = `${space} ${a}`
      const other = `${space} ${b}`
      const fits = (forth.get(one) ?? other) === other && (back.get(other) ?? one) === one
      if (!fits) return false
      forth.set(one, other)
      back.set(other, one)
      known.add(JSON.stringify([String(a), String(b)]))
      return true
    },
    sameText: (a, b) => {
      if (a === b) return true
      const ofA = a.split(parts)
      const ofB = b.split(parts)
      return (
        ofA.length === ofB.length &&
        ofA.every((part, index) => part === ofB[index] || known.has(JSON.stringify([part, ofB[index]])))
      )
    }
  }
}
