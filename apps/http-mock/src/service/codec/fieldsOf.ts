import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The fields of what a schema decodes to, none where there is no schema. */
export const fieldsOf = (schema: Schema.Top | undefined): ReadonlyArray<SchemaAST.PropertySignature> => {
  const ast = schema === undefined ? undefined : Schema.toType(schema).ast
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures : []
}
