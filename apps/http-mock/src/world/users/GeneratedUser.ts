import { prng } from "../prng.ts"
import { timestamp } from "../timestamp.ts"

/** The time at which the generated past ends and the world begins. */
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

export const firstId = 101

export const emailSuffix = "@example.com"

/** A generated user, by seed and position. Values that several fields use are cached. */
export class GeneratedUser {
  readonly seed: number
  readonly position: number
  #createdAt: string | undefined
  #username: string | undefined
  #usedAt: string | undefined

  constructor(seed: number, position: number) {
    this.seed = seed
    this.position = position
  }

  #random(salt: number) {
    return prng(this.seed, this.position, salt)
  }

  #pick(options: ReadonlyArray<string>, salt: number) {
    return options[this.#random(salt) % options.length] ?? ""
  }

  get id() {
    return this.position + firstId
  }
  get name() {
    return `${this.#pick(firstNames, 1)} ${this.#pick(lastNames, 2)}`
  }
  /** The name in lower case, and the id, separated by points. */
  get username() {
    return (this.#username ??= `${this.#pick(firstNames, 1)}.${this.#pick(lastNames, 2)}.${this.id}`.toLowerCase())
  }
  get email() {
    return `${this.username}${emailSuffix}`
  }
  get isActive() {
    return this.#random(3) % 16 !== 0
  }
  get isAvailable() {
    return this.isActive && this.#random(7) % 3 === 0
  }
  get createdAt() {
    return (this.#createdAt ??= timestamp(epoch - day * (60 + (this.#random(4) % 700))))
  }
  /** Empty if the user never logged in. */
  get usedAt() {
    return (this.#usedAt ??= this.#random(5) % 8 === 0 ? "" : timestamp(epoch - (this.#random(6) % (day * 40))))
  }
  get location() {
    return this.#pick(locations, 8)
  }
  get title() {
    return this.#pick(titles, 9)
  }
}
