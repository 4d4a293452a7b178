import { prng } from "../prng.ts"
import { timestamp } from "../timestamp.ts"
import type { Span } from "../workday/Workday.ts"

/** The moment the generated past ends and the world begins. */
export const epoch = Date.UTC(2026, 0, 1)

const day = 86_400_000

const firstNames =
  "Alan Barbara Claude Donald Edith Frances Gerhard Hedy Ivan Jean John Karen Katherine Kathleen Ken Kurt Leslie Margaret Marie Mary Niklaus Peter Radia Richard Robin Rosalind Sophie Stephen Tony Vera Wanda Yukihiro".split(
    " "
  )

const lastNames =
  "Allen Backus Bartik Booth Church Clarke Curie Dahl Engelbart Floyd Franklin Germain Godel Hamilton Hoare Hopper Johnson Kay Keller Kleene Knuth Lamarr Lamport Liskov Milner Perlman Rabin Ritchie Shannon Sutherland Turing Wirth".split(
    " "
  )

const titles = ["Field Technician", "Service Engineer", "Remote Expert", "Dispatcher"]

const locations = ["Austin", "Boston", "Denver", "Hamburg", "Lyon", "Oslo", "Porto", "Turin"]

/** The id of the user at position 0. */
export const firstId = 101

export const emailSuffix = "@example.com"

/** What the fields of a generated user follow from: the seed and the position alone. What several share is made once. */
export class GeneratedRow {
  readonly seed: number
  readonly position: number
  #createdAt: string | undefined
  #username: string | undefined
  #usedAt: string | undefined
  readonly #spanOf: ((position: number) => Span | undefined) | undefined

  constructor(seed: number, position: number, spanOf?: (position: number) => Span | undefined) {
    this.seed = seed
    this.position = position
    this.#spanOf = spanOf
  }

  #draw(salt: number) {
    return prng(this.seed, this.position, salt)
  }

  #pick(options: ReadonlyArray<string>, salt: number) {
    return options[this.#draw(salt) % options.length] ?? ""
  }

  get id() {
    return this.position + firstId
  }
  get name() {
    return `${this.#pick(firstNames, 1)} ${this.#pick(lastNames, 2)}`
  }
  /** The name in lower case with points, and the id. */
  get username() {
    return (this.#username ??= `${this.#pick(firstNames, 1)}.${this.#pick(lastNames, 2)}.${this.id}`.toLowerCase())
  }
  get isActive() {
    return this.#draw(3) % 16 !== 0
  }
  get isAvailable() {
    return this.isActive && this.#draw(7) % 3 === 0
  }
  get createdAt() {
    return (this.#createdAt ??= this.#created())
  }
  /** Days before their first call if that would be earlier. */
  #created() {
    const drawn = this.#draw(4)
    const first = this.#spanOf?.(this.position)?.firstAgo ?? 0
    const [usual, least] = [day * (60 + (drawn % 700)), first + day * (1 + (drawn % 30))]
    return timestamp(epoch - (first === 0 ? usual : Math.max(usual, least)))
  }
  /** Empty when they never logged in. */
  get usedAt() {
    return (this.#usedAt ??= this.#used())
  }
  /** Not before their last call. */
  #used() {
    const [isUnused, ago] = [this.#draw(5) % 8 === 0, this.#draw(6) % (day * 40)]
    const last = this.#spanOf?.(this.position)?.lastAgo
    if (last === undefined) return isUnused ? "" : timestamp(epoch - ago)
    return timestamp(epoch - (isUnused ? last : Math.min(ago, last)))
  }
  /** Empty unless it is known of the calls. */
  get firstCallAt() {
    const first = this.#spanOf?.(this.position)?.firstAgo
    return first === undefined ? "" : timestamp(epoch - first)
  }
  get location() {
    return this.#pick(locations, 8)
  }
  get title() {
    return this.#pick(titles, 9)
  }
}
