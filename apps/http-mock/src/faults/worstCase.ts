import type { Operation } from "@remote-assist/core/Contract"
import { memoize } from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { fieldsOf } from "../wire/request.ts"
import type { Worst } from "./Fault.ts"

const decoderOf = memoize((ast: SchemaAST.AST) => Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast)))

const isValid = (ast: SchemaAST.AST, value: unknown): boolean => Result.isSuccess(decoderOf(ast)(value))

const firstValid = <Value>(...candidates: ReadonlyArray<Value>) =>
  memoize((ast: SchemaAST.AST) => candidates.find((value) => isValid(ast, value)) ?? null)

// no answer of the contract limits a text further, or a number otherwise than by whole numbers from 0
const longestText = firstValid("W".repeat(10_000), "W", "")

const largestNumber = firstValid(Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0)

const smallestNumber = firstValid(-Number.MAX_VALUE, Number.MIN_SAFE_INTEGER, 0)

const noChanges = { absent: false, empty: false, null: false, long: false, extreme: false, rare: false }
type Changes = typeof noChanges

const maxEntries = 20

const maxDepth = 20

const isNull = (ast: SchemaAST.AST) => SchemaAST.isNull(SchemaAST.toEncoded(ast))

const isNullable = (ast: SchemaAST.AST) => SchemaAST.isUnion(ast) && ast.types.some(isNull)

// a secret is decoded from a text: a client continues with its token
const isOpaque = (ast: SchemaAST.AST) => SchemaAST.isDeclaration(ast) || ast.encoding !== undefined

const simplest = (ast: SchemaAST.AST): unknown => {
  if (SchemaAST.isString(ast)) return isValid(ast, "") ? "" : (longestText(ast) ?? undefined)
  if (SchemaAST.isNumber(ast)) return isValid(ast, 0) ? 0 : (largestNumber(ast) ?? undefined)
  if (SchemaAST.isBoolean(ast)) return false
  if (SchemaAST.isArrays(ast)) return []
  if (SchemaAST.isLiteral(ast)) return ast.literal
  if (SchemaAST.isUnion(ast)) return isNullable(ast) || ast.types[0] === undefined ? null : simplest(ast.types[0])
  if (!SchemaAST.isObjects(ast)) return null
  const required = ast.propertySignatures.filter(({ type }) => !SchemaAST.isOptional(type))
  return Object.fromEntries(required.map(({ name, type }) => [name, simplest(type)]))
}

/** Makes a function that changes a body. The fields of `unchanged` stay as they are. */
const makeWorst = (changes: Changes, unchanged: ReadonlySet<string>) => {
  let numbers = 0

  const number = (ast: SchemaAST.AST, own: unknown): unknown => {
    if (!changes.extreme) return own
    numbers += 1
    return (numbers % 2 === 1 ? largestNumber(ast) : smallestNumber(ast)) ?? own
  }

  const list = (ast: SchemaAST.Arrays, own: unknown, depth: number): unknown => {
    if (changes.empty && isValid(ast, [])) return []
    const [item] = ast.rest
    if (item === undefined) return own
    return Array.isArray(own) ? own.slice(0, maxEntries).map((entry) => required(item, entry, depth)) : own
  }

  const object = (ast: SchemaAST.Objects, own: unknown, depth: number): unknown => {
    const fields: { [name: string]: unknown } = {}
    for (const { name, type } of ast.propertySignatures) {
      if (!Predicate.isString(name)) continue
      const before = Predicate.isObject(own) && Object.hasOwn(own, name) ? own[name] : undefined
      const isOptional = SchemaAST.isOptional(type)
      if (isOptional && changes.absent) continue
      const isUnchanged = depth === 1 && before !== undefined && unchanged.has(name)
      const value = isUnchanged ? before : isOptional ? optional(type, before, depth) : required(type, before, depth)
      if (value !== undefined) fields[name] = value
    }
    return own === undefined && Object.keys(fields).length === 0 ? undefined : fields
  }

  const union = (ast: SchemaAST.Union, own: unknown, depth: number): unknown => {
    const members = ast.types.filter((type) => !isNull(type))
    const member = changes.rare
      ? members.at(-1)
      : (members.find((type) => own !== undefined && isValid(type, own)) ?? members[0])
    if (member === undefined) return own
    const value = optional(member, isValid(member, own) ? own : undefined, depth)
    if (value !== undefined) return value
    return changes.rare ? required(member, undefined, depth) : own
  }

  /** Returns the worst value, or `undefined` if the value is absent and stays so. */
  const optional = (ast: SchemaAST.AST, own: unknown, depth: number): unknown => {
    if (depth > maxDepth) return own
    if (changes.null && isNullable(ast)) return null
    if (isOpaque(ast)) return own
    if (SchemaAST.isString(ast)) return changes.long ? (longestText(ast) ?? own) : own
    if (SchemaAST.isNumber(ast)) return number(ast, own)
    if (SchemaAST.isArrays(ast)) return list(ast, own, depth + 1)
    if (SchemaAST.isObjects(ast)) return object(ast, own, depth + 1)
    if (SchemaAST.isUnion(ast)) return union(ast, own, depth + 1)
    return SchemaAST.isSuspend(ast) ? optional(ast.thunk(), own, depth + 1) : own
  }

  const required = (ast: SchemaAST.AST, own: unknown, depth: number): unknown => {
    const value = optional(ast, own, depth)
    return value === undefined ? simplest(ast) : value
  }

  return (ast: SchemaAST.AST, own: unknown) => required(ast, own, 0)
}

/** Returns the selected changes, or all that are not excluded. */
const changesOf = (worst: Worst): Changes => {
  const isSelection = Object.values(worst).includes(true)
  return Record.map(noChanges, (_, name) => (isSelection ? worst[name] === true : worst[name] !== false))
}

/** Returns the names of the query's parameters: an answer that repeats them shows which request it belongs to. */
const queryNames = ({ query }: Operation): ReadonlySet<string> =>
  new Set(fieldsOf(query).map(({ name }) => String(name)))

/** Returns the worst status and body that the contract allows for a success, or `undefined` for an error. */
export const worstAnswer = (
  worst: Worst,
  operation: Operation,
  status: number,
  own: () => unknown
): { readonly status: number; readonly body: unknown } | undefined => {
  if (!operation.successes.has(status)) return undefined
  const changes = changesOf(worst)
  const all = [...operation.successes]
  const [worstStatus, [schema]] = (changes.rare ? all.at(-1) : all.find(([other]) => other === status)) ?? [status, []]
  if (schema === undefined) return undefined
  const isEmpty = SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast))
  return {
    status: worstStatus,
    body: isEmpty ? undefined : makeWorst(changes, queryNames(operation))(schema.ast, own())
  }
}
