import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

import { isSecretText } from "../internal/answers.ts"
import { reveal } from "../internal/redact.ts"
import { isSecret } from "../internal/secrets/names.ts"
import * as Checks from "./checks.ts"
import { secret, secretOf } from "./Secret.ts"

type Plain = "text" | "number" | "flag" | "plain"

const isPlain = (fields: Fields): fields is Plain =>
  fields === "text" || fields === "number" || fields === "flag" || fields === "plain"

/** What the contract says of a value, as far as it must be known to name its fields and to find what is secret in it. */
export type Fields =
  /** A text that is secret. */
  | "secret"
  /** Anything: what is secret in it shows when it is there. */
  | "open"
  /** Nothing in it is secret, and it has no fields. */
  | Plain
  | {
      /** By name; of a list, those of its items. */
      readonly fields: ReadonlyMap<string, Fields>
      readonly items: Fields
    }

const none: ReadonlyMap<string, Fields> = new Map()

const merge = (one: Fields, other: Fields): Fields => {
  if (one === other) return one
  if (isPlain(one)) return isPlain(other) ? "plain" : other
  if (isPlain(other)) return one
  if (typeof one === "string" || typeof other === "string") return "open"
  return { fields: new Map([...one.fields, ...other.fields]), items: merge(one.items, other.items) }
}

const mergeAll = (asts: ReadonlyArray<SchemaAST.AST>): Fields => {
  const [first = "plain", ...others] = asts.map(fieldsOf)
  return others.reduce(merge, first)
}

/** Reads the fields of a schema's values off its syntax tree. */
const fieldsOf = (ast: SchemaAST.AST): Fields => {
  if (SchemaAST.isDeclaration(ast)) return isSecretText(ast) ? "secret" : "open"
  if (SchemaAST.isUnknown(ast) || SchemaAST.isSuspend(ast)) return "open"
  if (SchemaAST.isUnion(ast)) return mergeAll(ast.types)
  if (SchemaAST.isArrays(ast)) return { fields: none, items: mergeAll([...ast.elements, ...ast.rest]) }
  if (SchemaAST.isString(ast)) return "text"
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isBoolean(ast)) return "flag"
  if (!SchemaAST.isObjects(ast)) return "plain"
  if (ast.indexSignatures.length > 0) return "open"
  return {
    fields: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), fieldsOf(type)])),
    items: "plain"
  }
}

/** The fields of an object by name. */
export const namesIn = (all: Fields): ReadonlyArray<readonly [name: string, fields: Fields]> =>
  typeof all === "string" ? [] : [...all.fields]

/** Which fields of a schema's values may be left out. */
export const optionalIn = ({ ast }: { readonly ast: SchemaAST.AST }): ReadonlySet<string> => {
  const type = SchemaAST.toType(ast)
  const properties = SchemaAST.isObjects(type) ? type.propertySignatures : []
  return new Set(properties.filter(({ type }) => SchemaAST.isOptional(type)).map(({ name }) => String(name)))
}

/** The fields of what a program gives or gets; those of several schemas together. */
export const ofSchemas = (schemas: Iterable<{ readonly ast: SchemaAST.AST }>): Fields =>
  mergeAll(Array.from(schemas, ({ ast }) => SchemaAST.toType(ast)))

/** The same without what holds nothing secret, so that answers are looked into no deeper than there is reason to. */
export const onlySecrets = (all: Fields): Fields => {
  if (isPlain(all)) return "plain"
  if (typeof all === "string") return all
  const fields = new Map(
    Array.from(all.fields, ([name, inner]) => [name, onlySecrets(inner)] as const).filter(
      ([, inner]) => inner !== "plain"
    )
  )
  const items = onlySecrets(all.items)
  return fields.size === 0 && items === "plain" ? "plain" : { fields, items }
}

/** The same without a field. */
export const without = (all: Fields, name: string): Fields =>
  typeof all === "string" ? all : { ...all, fields: new Map([...all.fields].filter(([other]) => other !== name)) }

/** The fields of the items of a list that is a field, or that is the whole. */
export const ofItems = (all: Fields, name: string): Fields => {
  if (typeof all === "string") return all
  const list = all.fields.get(name) ?? all
  return typeof list === "string" ? list : list.items
}

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
