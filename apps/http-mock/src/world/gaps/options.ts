import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { auth, tokens, users } from "./accounts.ts"
import { calls } from "./calls.ts"
import { documented } from "./documented.ts"
import type { Gap } from "./Gap.ts"
import { wire } from "./wire.ts"

const register = { ...auth, ...tokens, ...users, ...calls, ...wire } as const

type Register = typeof register

export type Choices = { readonly [Id in keyof Register]: Register[Id]["first"] }

export type GapId = keyof Choices

export const gaps: { readonly [Id in GapId]: Gap<Choices[Id]> } = register

/** Returns the choice at a gap. Implementations may record that a response relies on it. */
export type OptionLookup = <Id extends GapId>(id: Id) => Choices[Id]

export const optionIn = <Id extends GapId>(taken: Partial<Choices>, id: Id): Choices[Id] => {
  const choice = taken[id]
  return choice === undefined ? gaps[id].first : choice
}

export const optionLookup =
  (taken: Partial<Choices>): OptionLookup =>
  (id) =>
    optionIn(taken, id)

export const defaultOption: OptionLookup = optionLookup({})

export const isGap = (id: string): id is GapId => Object.hasOwn(gaps, id)

const none: Partial<Choices> = {}

/** Returns what to use instead of an id that is not a gap. */
const insteadOfId = (id: string): string => {
  const only = Object.hasOwn(documented, id) ? documented[id]?.only : undefined
  if (only !== undefined) return `another gap, because ${id} has the one choice ${JSON.stringify(only)}`
  const [subject = ""] = id.split(".", 1)
  const others = Object.keys(gaps).filter((other) => other.startsWith(`${subject}.`))
  return `an id of GAPS.md, such as ${others.length === 0 ? "users.order" : others.join(", ")}`
}

const parseChoice = (
  id: string,
  read: (id: GapId) => Option.Option<unknown>
): Result.Result<Partial<Choices>, string> => {
  if (!isGap(id)) return Result.fail(`id=choice with ${insteadOfId(id)}`)
  return Result.fromOption(
    Option.map(read(id), (choice): Partial<Choices> => ({ ...none, [id]: choice })),
    () => `${id}=choice with ${gaps[id].accepts} as the choice`
  )
}

export const checkChoice = (id: string, value: unknown): Result.Result<Partial<Choices>, string> =>
  parseChoice(id, (id) => Option.filter(Option.some(value), gaps[id].is))

/** Parses `id=choice`, or fails with what to write instead. */
export const readChoice = (text: string): Result.Result<Partial<Choices>, string> => {
  const [id = "", ...rest] = text.split("=")
  return parseChoice(id, (id) => gaps[id].read(rest.join("=")))
}

/** Returns what to use instead of an invalid choice, or `undefined` if it is valid. */
export const instead = (id: string, choice: unknown): string | undefined => {
  if (!isGap(id)) return insteadOfId(id)
  const gap: Gap = gaps[id]
  return gap.is(choice) ? undefined : gap.accepts
}

const isTaken = (value: unknown): value is Partial<Choices> => Predicate.isObject(value)

export const ChoicesTaken = Schema.Record(Schema.String, Schema.Json)
  .check(
    Schema.makeFilter((taken) =>
      Object.entries(taken).flatMap(([id, choice]) => {
        const accepts = instead(id, choice)
        return accepts === undefined ? [] : [{ path: [id], issue: `Expected ${accepts}` }]
      })
    )
  )
  .pipe(
    Schema.decodeTo(
      Schema.declare(isTaken),
      SchemaTransformation.transform<Partial<Choices>, Readonly<Record<string, Schema.Json>>>({
        decode: (taken) => Object.assign({ ...none }, taken),
        encode: (taken) => taken
      })
    )
  )
