import * as SchemaAST from "effect/SchemaAST"

import { isSecretText } from "../internal/contract/annotations.ts"

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
