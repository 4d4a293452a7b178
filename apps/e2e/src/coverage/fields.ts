import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

type Ast = SchemaAST.AST

const below = (path: string, name: string) => (path === "" ? name : `${path}.${name}`)

const alternatives = (ast: Ast): ReadonlyArray<Ast> => (SchemaAST.isUnion(ast) ? ast.types : [ast])

/** Whether a member of a union is a list of another member, as in an answer of one or several. */
const isListOf = (member: Ast, members: ReadonlyArray<Ast>): boolean =>
  SchemaAST.isArrays(member) && members.some((other) => member.rest[0] === other)

const collect = (ast: Ast, path: string, paths: Set<string>, within: ReadonlyArray<Ast> = []): void => {
  if (within.includes(ast)) return
  const inner = [...within, ast]
  const members = alternatives(ast)
  for (const member of members) {
    if (isListOf(member, members)) continue
    if (SchemaAST.isSuspend(member)) collect(member.thunk(), path, paths, inner)
    else if (SchemaAST.isUnion(member)) collect(member, path, paths, inner)
    else if (SchemaAST.isArrays(member))
      for (const element of [...member.elements, ...member.rest]) collect(element, `${path}[]`, paths, inner)
    else if (SchemaAST.isObjects(member))
      for (const { name, type } of member.propertySignatures) {
        paths.add(below(path, String(name)))
        collect(type, below(path, String(name)), paths, inner)
      }
  }
}

const encoded = (schemas: ReadonlyArray<Schema.Top>) => schemas.map(({ ast }) => SchemaAST.toEncoded(ast))

/**
 * Returns the paths of fields on the wire, such as `entries[].email`. An answer of one or several has the paths of one.
 */
export const fieldsOf = (schemas: ReadonlyArray<Schema.Top>): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const ast of encoded(schemas)) collect(ast, "", paths)
  return [...paths]
}

/** Returns the paths of all fields in a JSON value. */
const pathsIn = (value: unknown, path: string): ReadonlyArray<readonly [path: string, value: unknown]> =>
  Array.isArray(value)
    ? value.flatMap((element) => pathsIn(element, `${path}[]`))
    : Predicate.isObject(value)
      ? Object.entries(value).flatMap(([name, inner]) => {
          const field = below(path, name)
          return [[field, inner] as const, ...pathsIn(inner, field)]
        })
      : []

/** Returns the fields of schemas that a body has, with a value or null. */
export const fieldsIn = (schemas: ReadonlyArray<Schema.Top>, body: unknown) => {
  const declared = new Set(fieldsOf(schemas))
  const isOneOrSeveral = encoded(schemas).some((ast) =>
    alternatives(ast).some((member, _, members) => isListOf(member, members))
  )
  const bodies = isOneOrSeveral && Array.isArray(body) ? body : [body]
  const fields = bodies.flatMap((one) => pathsIn(one, "")).filter(([path]) => declared.has(path))
  return {
    seen: new Set(fields.flatMap(([path, value]) => (value === null ? [] : [path]))),
    empty: new Set(fields.flatMap(([path, value]) => (value === null ? [path] : [])))
  }
}
