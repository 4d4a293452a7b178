import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

import { isSecretText } from "../internal/answers.ts"
import { isSecret, revealAll } from "../internal/secrets/names.ts"
import * as Options from "./options.ts"

/** A text that no log, `JSON.stringify` or template shows. */
export interface Secret {
  /** The text itself. */
  reveal(): string
  /** `<secret>`. */
  toString(): string
  /** `<secret>`. */
  toJSON(): string
}

const mask = "<secret>"

class Hidden implements Secret {
  readonly #text: () => string

  constructor(text: () => string) {
    this.#text = text
  }

  reveal() {
    return this.#text()
  }

  toString() {
    return mask
  }

  toJSON() {
    return mask
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return mask
  }
}

/** Wraps a secret, such as a password, to keep it out of logs. Methods take plain texts as well. */
export const secret = (text: string): Secret => {
  if (!Predicate.isString(text))
    throw new TypeError(`A secret must be a text, not ${typeof text}. Is an environment variable missing?`)
  return lazySecret(() => text)
}

/** Makes a secret whose text is computed when it is revealed. */
export const lazySecret = (text: () => string): Secret => new Hidden(text)

/** Reads a secret, such as a token of an answer; returns a plain text unchanged. */
export const reveal = (value: Secret | string): string => (isSecret(value) ? value.reveal() : value)

/** The location of a value, and the problems found in it. */
export interface Location {
  /** Such as `the query`. */
  readonly at: string
  /** Suggests what to do with an unknown field. */
  readonly hint: (name: string, known: Iterable<string>) => string
  /** Problems are appended to it. */
  readonly problems: Array<string>
}

const toSecret = (value: unknown, { at, problems }: Location) => {
  if (typeof value === "string") return Redacted.make(value)
  if (isSecret(value)) return Redacted.make(value.reveal())
  problems.push(`${at} ${Options.describeInvalid(value, "a text or a secret")}`)
  return undefined
}

const kinds = [
  { isOf: SchemaAST.isString, is: Predicate.isString, expected: "a text" },
  { isOf: SchemaAST.isNumber, is: Predicate.isNumber, expected: "a number" },
  { isOf: SchemaAST.isBoolean, ...Options.flag }
]

const inside = (location: Location, name: string | number) => ({
  ...location,
  at: `${JSON.stringify(name)} of ${location.at}`
})

/** Checks an argument and converts it to the type of its schema: secrets are redacted, and `undefined` is left out. */
export const encodeInput = (type: SchemaAST.AST, value: unknown, location: Location): unknown => {
  if (isSecretText(type)) return toSecret(value, location)
  if (SchemaAST.isArrays(type)) {
    const [item] = type.rest
    return item === undefined || !Array.isArray(value)
      ? value
      : value.map((inner, at) => encodeInput(item, inner, inside(location, at)))
  }
  const invalid = (expected: string) => {
    location.problems.push(`${location.at} ${Options.describeInvalid(value, expected)}`)
    return value
  }
  if (!SchemaAST.isObjects(type)) {
    const kind = kinds.find(({ isOf }) => isOf(type))
    return kind === undefined || kind.is(value) ? value : invalid(kind.expected)
  }
  if (!Options.isPlain(value)) return invalid("an object of its fields")
  const types = new Map(type.propertySignatures.map(({ name, type }) => [String(name), type]))
  const known: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const expected = types.get(name)
    if (expected === undefined) {
      location.problems.push(
        `${location.at} has no field ${JSON.stringify(name.slice(0, 40))}; ${location.hint(name, types.keys())}`
      )
    } else if (inner !== undefined) known[name] = encodeInput(expected, inner, inside(location, name))
  }
  return known
}

// an answer may be nested deeper than the stack
const toJson = (value: unknown) =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(revealAll(value))),
    () => "(nested too deep to be written as JSON)"
  )

const fromRedacted = (redacted: Redacted.Redacted<unknown>) => {
  const value = Redacted.value(redacted)
  return typeof value === "string" ? secret(value) : lazySecret(() => toJson(value))
}

const isRecord = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Converts a value in place for programs without Effect: `Secret` for `Redacted`, `undefined` for `Option.none`. */
export const toPlain = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    const list: Array<unknown> = value
    list.forEach((inner, index) => {
      list[index] = toPlain(inner)
    })
    return list
  }
  if (isRecord(value)) {
    // a page has thousands of fields: Object.entries and Reflect take ten times as long
    for (const name in value) {
      const inner = value[name]
      if (typeof inner !== "object" || inner === null) continue
      const plain = toPlain(inner)
      if (plain !== inner) value[name] = plain
    }
    return value
  }
  if (Redacted.isRedacted(value)) return fromRedacted(value)
  return Option.isOption(value) ? toPlain(Option.getOrUndefined(value)) : value
}
