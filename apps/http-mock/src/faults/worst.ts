import type { Operation } from "@remote-assist/core/Contract"
import { memoize } from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Worst } from "./Fault.ts"

/** The most characters of a text whose length the contract does not limit. */
const mostCharacters = 10_000

const decoderOf = memoize((ast: SchemaAST.AST) => Schema.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast)))

/** Whether a value is one of a schema, as it is sent. */
const fits = (ast: SchemaAST.AST, value: unknown): boolean => Result.isSuccess(decoderOf(ast)(value))

/** The furthest whole number from one that is allowed to one that is not. */
const furthest = (from: number, to: number, isAllowed: (at: number) => boolean): number => {
  let [allowed, beyond] = [from, to]
  while (Math.abs(beyond - allowed) > 1) {
    const middle = Math.trunc(allowed / 2 + beyond / 2)
    if (isAllowed(middle)) allowed = middle
    else beyond = middle
  }
  return allowed
}

const textOf = (length: number) => "W".repeat(length)

/** The longest text that a schema allows; nothing where it allows none of one letter alone. */
const longest = memoize((ast: SchemaAST.AST) => {
  if (fits(ast, textOf(mostCharacters))) return textOf(mostCharacters)
  const shortest = [1, 0].find((length) => fits(ast, textOf(length)))
  return shortest === undefined
    ? null
    : textOf(furthest(shortest, mostCharacters, (length) => fits(ast, textOf(length))))
})

const extreme = (candidates: ReadonlyArray<number>) =>
  memoize((ast: SchemaAST.AST) => {
    const whole = candidates.find((number) => fits(ast, number))
    if (whole !== undefined) return whole
    const [, beyond = 0] = candidates
    const start = [0, 1, -1].find((number) => fits(ast, number))
    return start === undefined ? null : furthest(start, beyond, (number) => fits(ast, number))
  })

const largest = extreme([Number.MAX_VALUE, Number.MAX_SAFE_INTEGER])

const smallest = extreme([-Number.MAX_VALUE, Number.MIN_SAFE_INTEGER])

const noWays = { absent: false, empty: false, null: false, long: false, extreme: false, rare: false }
type Ways = typeof noWays

interface Bending {
  readonly ways: Ways
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
  if (SchemaAST.isString(ast)) return fits(ast, "") ? "" : (longest(ast) ?? undefined)
  if (SchemaAST.isNumber(ast)) return fits(ast, 0) ? 0 : (largest(ast) ?? undefined)
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
    const made: { [name: string]: unknown } = {}
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
const worstOf = (ast: SchemaAST.AST, own: unknown, bending: Bending): unknown => walker(bending)(ast, own, 0)

/** The ways that are named, or all where none is. */
const waysOf = (worst: Worst): Ways => {
  const isNamed = Object.values(worst).includes(true)
  return Record.map(noWays, (_, name) => (isNamed ? worst[name] === true : worst[name] !== false))
}

/** The names of what a request says in its query: an answer that repeats them says which one it is to. */
const repeatedBy = ({ endpoint }: Operation): ReadonlySet<string> => {
  const ast = endpoint.query?.ast
  return new Set(
    ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  )
}

/** The status and the body of a success at the worst that the contract allows; undefined for a refusal, which stays. */
export const answer = (
  worst: Worst,
  operation: Operation,
  status: number,
  own: () => unknown
): { readonly status: number; readonly body: unknown } | undefined => {
  if (!operation.successes.has(status)) return undefined
  const ways = waysOf(worst)
  const all = [...operation.successes]
  const [made, [schema]] = (ways.rare ? all.at(-1) : all.find(([other]) => other === status)) ?? [status, []]
  if (schema === undefined) return undefined
  const isEmpty = SchemaAST.isVoid(SchemaAST.toEncoded(schema.ast))
  return {
    status: made,
    body: isEmpty ? undefined : worstOf(schema.ast, own(), { ways, stays: repeatedBy(operation) })
  }
}
