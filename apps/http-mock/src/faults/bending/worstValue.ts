import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"

import { fits, largest, longest, smallest } from "./limits.ts"

/** What is at its worst. */
export interface Ways {
  readonly absent: boolean
  readonly empty: boolean
  readonly null: boolean
  readonly long: boolean
  readonly extreme: boolean
  readonly rare: boolean
}

/** How a body is bent. */
interface Bending {
  readonly ways: Ways
  /** Names of fields of the whole body that stay as they are. */
  readonly stays: ReadonlySet<string>
}

const mostEntries = 20

const deepest = 20

/** What is sent for a schema: its own form, or the one that it is encoded to. */
const sentAs = (ast: SchemaAST.AST) => SchemaAST.toEncoded(ast)

const members = (ast: SchemaAST.Union) => ast.types.filter((one) => !SchemaAST.isNull(sentAs(one)))

const isNullable = (ast: SchemaAST.AST) =>
  SchemaAST.isUnion(ast) && ast.types.some((one) => SchemaAST.isNull(sentAs(one)))

// a secret is made of a text: a client goes on with the token that it was given
const isOpaque = (ast: SchemaAST.AST) => SchemaAST.isDeclaration(ast) || ast.encoding !== undefined

/** A value that a schema has to have, where there is none to begin with. */
const plainest = (ast: SchemaAST.AST): unknown => {
  if (SchemaAST.isString(ast)) return fits(ast, "") ? "" : longest(ast)
  if (SchemaAST.isNumber(ast)) return fits(ast, 0) ? 0 : largest(ast)
  if (SchemaAST.isBoolean(ast)) return false
  if (SchemaAST.isArrays(ast)) return []
  if (SchemaAST.isLiteral(ast)) return ast.literal
  if (SchemaAST.isUnion(ast)) return isNullable(ast) || ast.types[0] === undefined ? null : plainest(ast.types[0])
  if (!SchemaAST.isObjects(ast)) return null
  const needed = ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type))
  return Object.fromEntries(needed.map(({ name, type }) => [name, plainest(type)]))
}

const walker = ({ stays, ways }: Bending) => {
  let numbers = 0

  const text = (ast: SchemaAST.AST, own: unknown): unknown => (ways.long ? (longest(ast) ?? own) : own)

  const number = (ast: SchemaAST.AST, own: unknown): unknown => {
    if (!ways.extreme) return own
    numbers += 1
    return (numbers % 2 === 1 ? largest(ast) : smallest(ast)) ?? own
  }

  const list = (ast: SchemaAST.Arrays, own: unknown, depth: number): unknown => {
    if (ways.empty && fits(ast, [])) return []
    const [item] = ast.rest
    if (item === undefined) return own
    return Array.isArray(own) ? own.slice(0, mostEntries).map((entry) => required(item, entry, depth)) : own
  }

  const object = (ast: SchemaAST.Objects, own: unknown, depth: number): unknown => {
    const made: Record<string, unknown> = {}
    for (const { name, type } of ast.propertySignatures) {
      if (!Predicate.isString(name)) continue
      const before = Predicate.isObject(own) && Object.hasOwn(own, name) ? own[name] : undefined
      const isOptional = SchemaAST.isOptional(type)
      if (isOptional && ways.absent) continue
      const isKept = depth === 1 && before !== undefined && stays.has(name)
      const value = isKept ? before : isOptional ? bent(type, before, depth) : required(type, before, depth)
      if (value !== undefined) made[name] = value
    }
    return own === undefined && Object.keys(made).length === 0 ? undefined : made
  }

  const union = (ast: SchemaAST.Union, own: unknown, depth: number): unknown => {
    const others = members(ast)
    const member = ways.rare ? others.at(-1) : (others.find((one) => own !== undefined && fits(one, own)) ?? others[0])
    if (member === undefined) return own
    const made = bent(member, fits(member, own) ? own : undefined, depth)
    if (made !== undefined) return made
    return ways.rare ? required(member, undefined, depth) : own
  }

  /** The value at its worst; nothing where it is not touched and there was none. */
  const bent = (ast: SchemaAST.AST, own: unknown, depth: number): unknown => {
    if (depth > deepest) return own
    if (ways.null && isNullable(ast)) return null
    if (isOpaque(ast)) return own
    if (SchemaAST.isString(ast)) return text(ast, own)
    if (SchemaAST.isNumber(ast)) return number(ast, own)
    if (SchemaAST.isArrays(ast)) return list(ast, own, depth + 1)
    if (SchemaAST.isObjects(ast)) return object(ast, own, depth + 1)
    if (SchemaAST.isUnion(ast)) return union(ast, own, depth + 1)
    return SchemaAST.isSuspend(ast) ? bent(ast.thunk(), own, depth + 1) : own
  }

  const required = (ast: SchemaAST.AST, own: unknown, depth: number): unknown => {
    const made = bent(ast, own, depth)
    return made === undefined ? plainest(ast) : made
  }

  return required
}

/** A body as its schema allows it at its worst, made of the one that there was. */
export const worstOf = (ast: SchemaAST.AST, own: unknown, bending: Bending): unknown => walker(bending)(ast, own, 0)
