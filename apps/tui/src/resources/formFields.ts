import * as Record from "effect/Record"
import type * as SchemaAST from "effect/SchemaAST"

import type { FormField } from "../actions/Action.ts"

/** Help of a field, or the properties that its schema does not have. */
type FieldText = string | (Pick<FormField, "help"> & Partial<FormField>)

const typeOf = ({ _tag, encoding, ...ast }: SchemaAST.AST): FormField["takes"] => {
  if (encoding !== undefined) return "text"
  if (_tag === "Boolean") return "yes or no"
  if (!("rest" in ast)) return "text"
  return ast.rest[0]?._tag === "Number" ? "numbers" : "texts"
}

const limitOf = ({ checks }: SchemaAST.AST): number | undefined =>
  checks?.flatMap(({ annotations }) => annotations?.arbitraryConstraint?.maxCodePoints ?? [])[0]

/** Returns the fields of a form. Flag, type, limit, and whether it is required or secret come from the schema. */
export const formFields = <const Name extends string>(
  { fields }: { readonly fields: Readonly<Record<NoInfer<Name>, { readonly ast: SchemaAST.AST }>> },
  texts: Readonly<Record<Name, FieldText>>
): Readonly<Record<Name, FormField>> =>
  Record.map(texts, (text, name): FormField => {
    const { ast } = fields[name]
    const limit = limitOf(ast)
    return {
      flag: name.replaceAll("_", "-"),
      takes: typeOf(ast),
      ...(ast.context?.isOptional !== true && { isRequired: true }),
      ...(ast._tag === "Declaration" && { isSecret: true }),
      ...(limit !== undefined && { limit }),
      ...(typeof text === "string" ? { help: text } : text)
    }
  })
