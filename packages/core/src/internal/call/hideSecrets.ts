import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as SchemaAST from "effect/SchemaAST"

import { isSecretText } from "../answers.ts"

/** Replaces the secret texts of a value by `Redacted`, in place, and returns it. */
type Hide = (value: unknown) => unknown

const hideText: Hide = (text) => (Predicate.isString(text) ? Redacted.make(text) : text)

const hideFields =
  (fields: ReadonlyArray<readonly [PropertyKey, Hide]>): Hide =>
  (value) => {
    if (!Predicate.isObject(value)) return value
    for (const [name, hide] of fields) if (name in value) Reflect.set(value, name, hide(Reflect.get(value, name)))
    return value
  }

const hideItems =
  (hide: Hide): Hide =>
  (value) => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) value[index] = hide(item)
    return value
  }

/** The secrets below a schema: none, those that the function hides, or a form that only the schema itself decodes. */
type Secrets = "none" | "other" | Hide

const all = (parts: ReadonlyArray<Secrets>): "none" | "other" | "some" =>
  parts.includes("other") ? "other" : parts.every((part) => part === "none") ? "none" : "some"

/**
 * Finds the secrets of a schema. A schema whose only transformations are secrets decodes three times as fast as its wire form,
 * whose secrets are hidden afterwards.
 */
export const secretsOf = (ast: SchemaAST.AST): Secrets => {
  if (ast.encoding !== undefined) return isSecretText(ast) ? hideText : "other"
  if (SchemaAST.isDeclaration(ast) || SchemaAST.isSuspend(ast)) return "other"
  const hidden = secretsBelow(ast)
  // a check of the whole would see texts instead of secrets
  return hidden === "none" || ast.checks === undefined ? hidden : "other"
}

const secretsBelow = (ast: SchemaAST.AST): Secrets => {
  if (SchemaAST.isObjects(ast)) {
    const fields = ast.propertySignatures.map(({ name, type }) => [name, secretsOf(type)] as const)
    const rest = all(ast.indexSignatures.map(({ type }) => secretsOf(type)))
    const kind = all([...fields.map(([, secrets]) => secrets), rest === "none" ? "none" : "other"])
    return kind === "some"
      ? hideFields(fields.flatMap(([name, hide]) => (Predicate.isFunction(hide) ? [[name, hide] as const] : [])))
      : kind
  }
  if (SchemaAST.isArrays(ast)) {
    const [item = "none", ...rest] = ast.rest.map(secretsOf)
    return all([...ast.elements.map(secretsOf), ...rest]) === "none"
      ? Predicate.isFunction(item)
        ? hideItems(item)
        : item
      : "other"
  }
  if (SchemaAST.isUnion(ast)) {
    const [member = "none", ...others] = ast.types.filter((type) => !SchemaAST.isNull(type)).map(secretsOf)
    return others.length === 0 ? member : all([member, ...others]) === "none" ? "none" : "other"
  }
  return "none"
}
