import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

type Ast = SchemaAST.AST

/** What is met on the way through a schema. */
interface Visit {
  readonly field: (path: string, value: unknown) => void
}

const below = (path: string, name: string) => (path === "" ? name : `${path}.${name}`)

/** The member of a union that another member is a list of: an answer may be one or several of it. */
const listed = (member: Ast, members: ReadonlyArray<Ast>): Ast | undefined =>
  SchemaAST.isArrays(member) ? members.find((other) => member.rest[0] === other) : undefined

const alternatives = (ast: Ast): ReadonlyArray<Ast> => (SchemaAST.isUnion(ast) ? ast.types : [ast])

/** Visits the fields of a schema, each once, without a value; a schema that holds itself is entered once. */
const declared = (ast: Ast, path: string, visit: Visit, within: ReadonlyArray<Ast> = []): void => {
  if (within.includes(ast)) return
  const inner = [...within, ast]
  const members = alternatives(ast)
  for (const member of members) {
    if (listed(member, members) !== undefined) continue
    if (SchemaAST.isSuspend(member)) declared(member.thunk(), path, visit, inner)
    else if (SchemaAST.isUnion(member)) declared(member, path, visit, inner)
    else if (SchemaAST.isArrays(member))
      for (const element of [...member.elements, ...member.rest]) declared(element, `${path}[]`, visit, inner)
    else if (SchemaAST.isObjects(member))
      for (const { name, type } of member.propertySignatures) {
        const field = below(path, String(name))
        visit.field(field, undefined)
        declared(type, field, visit, inner)
      }
  }
}

/** Visits the fields of a schema that a value has. */
const present = (ast: Ast, value: unknown, path: string, visit: Visit): void => {
  if (value === null || value === undefined) return
  const members = alternatives(ast)
  for (const member of members) {
    const one = listed(member, members)
    if (SchemaAST.isSuspend(member)) present(member.thunk(), value, path, visit)
    else if (SchemaAST.isUnion(member)) present(member, value, path, visit)
    else if (SchemaAST.isArrays(member) && Array.isArray(value)) {
      const [rest] = member.rest
      for (const [index, element] of value.entries()) {
        const type = one ?? member.elements[index] ?? rest
        if (type !== undefined) present(type, element, one === undefined ? `${path}[]` : path, visit)
      }
    } else if (SchemaAST.isObjects(member) && Predicate.isObject(value) && !Array.isArray(value))
      for (const { name, type } of member.propertySignatures) {
        const inner = Predicate.hasProperty(value, name) ? value[name] : undefined
        if (inner === undefined) continue
        const field = below(path, String(name))
        visit.field(field, inner)
        present(type, inner, field, visit)
      }
  }
}

const encoded = (schemas: ReadonlyArray<Schema.Top>) => schemas.map(({ ast }) => SchemaAST.toEncoded(ast))

/**
 * The fields that schemas have on the wire, by paths such as `entries[].email`. Where an answer is one or several of the
 * same, both have the paths of one.
 */
export const fieldsOf = (schemas: ReadonlyArray<Schema.Top>): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const ast of encoded(schemas)) declared(ast, "", { field: (path) => paths.add(path) })
  return [...paths]
}

/** The fields of schemas that a body has: those with a value, and those that are null. */
export const fieldsIn = (schemas: ReadonlyArray<Schema.Top>, body: unknown) => {
  const seen = new Set<string>()
  const empty = new Set<string>()
  for (const ast of encoded(schemas))
    present(ast, body, "", { field: (path, value) => (value === null ? empty : seen).add(path) })
  return { seen, empty }
}
