import type { Leaf } from "./Leaf.ts"

const parts = /(<redacted \d+>|[\da-f]{8}-[\da-f-]{27}|\d+)/i

/**
 * Which value of one target corresponds to which of another: ids, tokens and what else a service generates. A value of a
 * space corresponds to one value only, and no other corresponds to that.
 */
export class Renaming {
  readonly #forth: Map<string, string>
  readonly #back: Map<string, string>
  readonly #known: Set<string>

  /** Begins with all that another renaming knows. */
  constructor(other?: Renaming) {
    this.#forth = new Map(other === undefined ? [] : other.#forth)
    this.#back = new Map(other === undefined ? [] : other.#back)
    this.#known = new Set(other === undefined ? [] : other.#known)
  }

  /** Whether two values of a space, such as the ids of users, can correspond; from then on they do. */
  corresponds(space: string, a: Leaf, b: Leaf): boolean {
    const [one, other] = [`${space} ${a}`, `${space} ${b}`]
    if ((this.#forth.get(one) ?? other) !== other || (this.#back.get(other) ?? one) !== one) return false
    this.#forth.set(one, other)
    this.#back.set(other, one)
    this.#known.add(JSON.stringify([String(a), String(b)]))
    return true
  }

  /** Whether two texts differ only in values that correspond. */
  sameText(a: string, b: string): boolean {
    if (a === b) return true
    const [ofA, ofB] = [a.split(parts), b.split(parts)]
    return (
      ofA.length === ofB.length &&
      ofA.every((part, index) => part === ofB[index] || this.#known.has(JSON.stringify([part, ofB[index]])))
    )
  }
}
