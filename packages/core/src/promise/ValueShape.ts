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

type Plain = "text" | "number" | "flag" | "plain"

const isPlain = (shape: ValueShape): shape is Plain =>
  shape === "text" || shape === "number" || shape === "flag" || shape === "plain"

/** The fields of a value and the secrets in it, as the contract describes them. */
export type ValueShape =
  /** A secret text. */
  | "secret"
  /** Any value: its secrets are found at runtime. */
  | "open"
  /** A value without secrets and fields. */
  | Plain
  | {
      /** The fields of an object by name. */
      readonly fields: ReadonlyMap<string, ValueShape>
      /** The items of a list. */
      readonly items: ValueShape
    }

const noFields: ReadonlyMap<string, ValueShape> = new Map()

const merge = (one: ValueShape, other: ValueShape): ValueShape => {
  if (one === other) return one
  if (isPlain(one)) return isPlain(other) ? "plain" : other
  if (isPlain(other)) return one
  if (typeof one === "string" || typeof other === "string") return "open"
  return { fields: new Map([...one.fields, ...other.fields]), items: merge(one.items, other.items) }
}

const mergeAll = (asts: ReadonlyArray<SchemaAST.AST>): ValueShape => {
  const [first = "plain", ...others] = asts.map(fromAst)
  return others.reduce(merge, first)
}

/** Derives the shape of a schema's values from its syntax tree. */
const fromAst = (ast: SchemaAST.AST): ValueShape => {
  if (SchemaAST.isDeclaration(ast)) return isSecretText(ast) ? "secret" : "open"
  if (SchemaAST.isUnknown(ast) || SchemaAST.isSuspend(ast)) return "open"
  if (SchemaAST.isUnion(ast)) return mergeAll(ast.types)
  if (SchemaAST.isArrays(ast)) return { fields: noFields, items: mergeAll([...ast.elements, ...ast.rest]) }
  if (SchemaAST.isString(ast)) return "text"
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isBoolean(ast)) return "flag"
  if (!SchemaAST.isObjects(ast)) return "plain"
  if (ast.indexSignatures.length > 0) return "open"
  return {
    fields: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), fromAst(type)])),
    items: "plain"
  }
}

/** Returns the fields of an object by name. */
export const fieldsOf = (shape: ValueShape): ReadonlyArray<readonly [name: string, shape: ValueShape]> =>
  typeof shape === "string" ? [] : [...shape.fields]

/** Returns the names of the optional fields of a schema. */
export const optionalFields = ({ ast }: { readonly ast: SchemaAST.AST }): ReadonlySet<string> => {
  const type = SchemaAST.toType(ast)
  const properties = SchemaAST.isObjects(type) ? type.propertySignatures : []
  return new Set(properties.filter(({ type }) => SchemaAST.isOptional(type)).map(({ name }) => String(name)))
}

/** Derives the shape of the decoded values of schemas, of several together. */
export const fromSchemas = (schemas: Iterable<{ readonly ast: SchemaAST.AST }>): ValueShape =>
  mergeAll(Array.from(schemas, ({ ast }) => SchemaAST.toType(ast)))

/** Removes all parts without secrets, so that answers are searched no deeper than necessary. */
export const onlySecrets = (shape: ValueShape): ValueShape => {
  if (isPlain(shape)) return "plain"
  if (typeof shape === "string") return shape
  const fields = new Map(
    Array.from(shape.fields, ([name, inner]) => [name, onlySecrets(inner)] as const).filter(
      ([, inner]) => inner !== "plain"
    )
  )
  const items = onlySecrets(shape.items)
  return fields.size === 0 && items === "plain" ? "plain" : { fields, items }
}

/** Removes a field. */
export const withoutField = (shape: ValueShape, name: string): ValueShape =>
  typeof shape === "string"
    ? shape
    : { ...shape, fields: new Map([...shape.fields].filter(([other]) => other !== name)) }

/** Returns the shape of the items of a list: of the field with the name, or else of the value itself. */
export const itemShape = (shape: ValueShape, name: string): ValueShape => {
  if (typeof shape === "string") return shape
  const list = shape.fields.get(name) ?? shape
  return typeof list === "string" ? list : list.items
}

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

const kinds = {
  text: { is: Predicate.isString, expected: "a text" },
  number: { is: Predicate.isNumber, expected: "a number" },
  flag: Options.flag
}

const checkKind = (kind: keyof typeof kinds, value: unknown, { at, problems }: Location) => {
  const { is, expected } = kinds[kind]
  if (!is(value)) problems.push(`${at} ${Options.describeInvalid(value, expected)}`)
  return value
}

const inside = (location: Location, name: string | number) => ({
  ...location,
  at: `${JSON.stringify(name)} of ${location.at}`
})

/** Checks an argument and converts it for the contract's schemas: secrets are redacted, and `undefined` is left out. */
export const encodeInput = (shape: ValueShape, value: unknown, location: Location): unknown => {
  if (shape === "secret") return toSecret(value, location)
  if (shape === "plain" || shape === "open") return value
  if (typeof shape === "string") return checkKind(shape, value, location)
  if (shape.fields.size === 0) {
    return Array.isArray(value) ? value.map((item, at) => encodeInput(shape.items, item, inside(location, at))) : value
  }
  if (!Options.isPlain(value)) {
    location.problems.push(`${location.at} ${Options.describeInvalid(value, "an object of its fields")}`)
    return value
  }
  const known: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const expected = shape.fields.get(name)
    if (expected === undefined) {
      location.problems.push(
        `${location.at} has no field ${JSON.stringify(name.slice(0, 40))}; ${location.hint(name, shape.fields.keys())}`
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  Predicate.isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Converts a value for programs without Effect: `Secret` for `Redacted`, `undefined` for `Option.none`. */
export const toPlain = (value: unknown): unknown =>
  Redacted.isRedacted(value)
    ? fromRedacted(value)
    : Option.isOption(value)
      ? toPlain(Option.getOrUndefined(value))
      : Array.isArray(value)
        ? value.map(toPlain)
        : isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]))
          : value

/** Converts an answer of known shape in place, as {@link toPlain} does; it reads only parts with secrets. */
export const decodeOutput = (shape: ValueShape, value: unknown): unknown => {
  if (shape === "plain") return value
  if (typeof shape === "string") return toPlain(value)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = decodeOutput(shape.items, value[at])
  } else if (Predicate.isObject(value)) {
    for (const [name, inner] of shape.fields) {
      const current: unknown = Reflect.get(value, name)
      if (current !== undefined && current !== null) Reflect.set(value, name, decodeOutput(inner, current))
    }
  }
  return value
}
