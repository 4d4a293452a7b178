import { calls } from "./calls.ts"
import type { Gap } from "./Kind.ts"
import { auth, tokens } from "./tokens.ts"
import { users } from "./users.ts"
import { wire } from "./wire.ts"

export { documented } from "./documented.ts"
export type { Documented, Gap } from "./Kind.ts"

const register = { ...auth, ...tokens, ...users, ...calls, ...wire } as const

type Register = typeof register

export type Choices = { readonly [Id in keyof Register]: Register[Id]["first"] }

export type GapId = keyof Choices

/** Every choice that answers rely on where the interface says "not shown" or nothing. */
export const gaps: { readonly [Id in GapId]: Gap<Choices[Id]> } = register

/** Yields what is chosen at a gap; whoever is interested hears that an answer relies on it. */
export type Choose = <Id extends GapId>(id: Id) => Choices[Id]

export const chosenIn = <Id extends GapId>(taken: Partial<Choices>, id: Id): Choices[Id] => {
  const choice = taken[id]
  return choice === undefined ? gaps[id].first : choice
}

export const choosing =
  (taken: Partial<Choices>): Choose =>
  (id) =>
    chosenIn(taken, id)

export const chooseFirst: Choose = choosing({})
