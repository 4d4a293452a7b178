import type { Constant, Path } from "../code/Script.ts"
import { secretKinds } from "../fuzz/kinds.ts"
import type { Source } from "./sources.ts"

/** A constant, and where an answer has what it holds. */
export interface Given {
  readonly constant: Constant
  readonly path: Path
}

const camelCased = (words: string) => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** The constants of a scenario, by what they stand for. */
export class Constants {
  readonly #gives = new Map<number, Array<Given>>()
  readonly #constants = new Map<string, Constant>()
  readonly #counts = new Map<string, number>()

  /** A constant that is made once for a key. */
  once(key: string, words: string, secret: boolean, made: (constant: Constant) => void): Constant {
    const known = this.#constants.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(words) ?? 0) + 1
    this.#counts.set(words, count)
    const constant = { name: `${camelCased(words)}${count}`, secret }
    this.#constants.set(key, constant)
    made(constant)
    return constant
  }

  /** The constant of what an answer gave. */
  of({ index, kind, path }: Source): Constant {
    return this.once(`${index} ${path.join(".")}`, kind, secretKinds.has(kind), (constant) =>
      this.#gives.set(index, [...this.givenBy(index), { constant, path }])
    )
  }

  /** The constants made from the answer of a request, counted from 0. */
  givenBy(index: number): ReadonlyArray<Given> {
    return this.#gives.get(index) ?? []
  }
}
