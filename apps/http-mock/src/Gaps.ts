import { calls } from "./gaps/calls.ts"
import type { Gap } from "./gaps/Gap.ts"
import { tokens } from "./gaps/tokens.ts"
import { users } from "./gaps/users.ts"
import { wire } from "./gaps/wire.ts"

export type { Gap } from "./gaps/Gap.ts"

const register = { ...tokens, ...users, ...calls, ...wire } as const

type Register = typeof register

/** The option taken at each gap. */
export type Choices = { readonly [Id in keyof Register]: Register[Id]["options"][number] }

/** Every choice that answers rely on where the interface says "not shown" or nothing. */
export const gaps: { readonly [Id in keyof Choices]: Gap<Choices[Id]> } = register

/** The option taken at a gap: the given one, else the first. */
export const choose = <Id extends keyof Choices>(taken: Partial<Choices>, id: Id): Choices[Id] =>
  taken[id] ?? gaps[id].options[0]
