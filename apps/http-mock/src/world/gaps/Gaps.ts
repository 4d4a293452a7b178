import { auth } from "./auth.ts"
import { calls } from "./calls.ts"
import type { Gap } from "./Gap.ts"
import { tokens } from "./tokens.ts"
import { users } from "./users.ts"
import { wire } from "./wire.ts"

export { documented } from "./documented.ts"
export type { Documented, Gap } from "./Gap.ts"

const register = { ...auth, ...tokens, ...users, ...calls, ...wire } as const

type Register = typeof register

/** What is chosen at each gap. */
export type Choices = { readonly [Id in keyof Register]: Register[Id]["first"] }

export type GapId = keyof Choices

/** Every choice that answers rely on where the interface says "not shown" or nothing. */
export const gaps: { readonly [Id in GapId]: Gap<Choices[Id]> } = register

/** The choices of a world: those that were taken, and who hears which gaps an answer relies on. */
export interface Chosen {
  readonly taken: Partial<Choices>
  readonly note?: (id: GapId) => void
}

/** Nothing but first choices. */
export const byDefault: Chosen = { taken: {} }

/** What is chosen at a gap: what was taken, else the first choice. */
export const choose = <Id extends GapId>({ note, taken }: Chosen, id: Id): Choices[Id] => {
  note?.(id)
  const choice = taken[id]
  return choice === undefined ? gaps[id].first : choice
}
