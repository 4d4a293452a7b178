import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { reveal } from "../internal/redact.ts"
import type { Fields } from "./Fields.ts"
import { secret, secretOf } from "./Secret.ts"

// an answer may be nested deeper than the stack goes
const textOf = (value: unknown) =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(reveal(value))),
    () => "(nested too deep to be written as JSON)"
  )

const hide = (redacted: Redacted.Redacted<unknown>) => {
  const value = Redacted.value(redacted)
  return typeof value === "string" ? secret(value) : secretOf(() => textOf(value))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  Predicate.isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** A value as a program without Effect has it: `Secret` for what is redacted, `undefined` for what is not there. */
export const plainly = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? hide(value)
    : Option.isOption(value)
      ? plainly(Option.getOrUndefined(value))
      : Array.isArray(value)
        ? value.map(plainly)
        : isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainly(inner)]))
          : value

/** The same for an answer whose fields are known: only where something is secret it is looked into, and changed there. */
export const decodeOutput = (fields: Fields, value: unknown): unknown => {
  if (fields === "plain") return value
  if (typeof fields === "string") return plainly(value)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = decodeOutput(fields.items, value[at])
  } else if (Predicate.isObject(value)) {
    for (const [name, inner] of fields.fields) {
      const held: unknown = Reflect.get(value, name)
      if (held !== undefined && held !== null) Reflect.set(value, name, decodeOutput(inner, held))
    }
  }
  return value
}
