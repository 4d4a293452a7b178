import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { isSecret } from "../internal/secrets/names.ts"
import * as Checks from "./checks.ts"
import type { Fields } from "./Fields.ts"

/** Where a value stands and what to do with what it must not hold. */
export interface Place {
  /** Such as `the query`. */
  readonly at: string
  /** Says what to do with a field that is not known. */
  readonly hint: (name: string, known: Iterable<string>) => string
  /** What is wrong is added to it. */
  readonly problems: Array<string>
}

const asSecret = (value: unknown, { at, problems }: Place) => {
  if (typeof value === "string") return Redacted.make(value)
  if (isSecret(value)) return Redacted.make(value.reveal())
  problems.push(`${at} ${Checks.misfit(value, "a text or a secret")}`)
  return undefined
}

const kinds = {
  text: { is: Predicate.isString, wanted: "a text" },
  number: { is: Predicate.isNumber, wanted: "a number" },
  flag: Checks.flag
}

const checked = (kind: keyof typeof kinds, value: unknown, { at, problems }: Place) => {
  const { is, wanted } = kinds[kind]
  if (!is(value)) problems.push(`${at} ${Checks.misfit(value, wanted)}`)
  return value
}

const within = (place: Place, name: string | number) => ({ ...place, at: `${JSON.stringify(name)} of ${place.at}` })

/** What a program gave, as the contract's schemas take it: each field known, secrets redacted, `undefined` left out. */
export const encodeInput = (fields: Fields, value: unknown, place: Place): unknown => {
  if (fields === "secret") return asSecret(value, place)
  if (fields === "plain" || fields === "open") return value
  if (typeof fields === "string") return checked(fields, value, place)
  if (fields.fields.size === 0) {
    return Array.isArray(value) ? value.map((item, at) => encodeInput(fields.items, item, within(place, at))) : value
  }
  if (!Checks.isPlain(value)) {
    place.problems.push(`${place.at} ${Checks.misfit(value, "an object of its fields")}`)
    return value
  }
  const known: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const expected = fields.fields.get(name)
    if (expected === undefined) {
      place.problems.push(
        `${place.at} has no field ${JSON.stringify(name.slice(0, 40))}; ${place.hint(name, fields.fields.keys())}`
      )
    } else if (inner !== undefined) known[name] = encodeInput(expected, inner, within(place, name))
  }
  return known
}
