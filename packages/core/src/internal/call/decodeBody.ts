import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Codec } from "../../Endpoint.ts"
import type { Drift } from "../../Errors.ts"
import { isSecretText } from "../answers.ts"
import { lazy } from "../lazy.ts"

const mismatch = Symbol("mismatch")

/**
 * Decodes a value, or returns {@link mismatch}. It changes nothing in the value, and shares what needs no decoding. With a
 * search, it leaves out optional fields that do not match, and records them.
 */
type Decode = (value: unknown, search?: Search) => unknown

const checkNames: Readonly<Record<string, string>> = { "an integer": "a whole number", "a finite number": "a number" }

const typeNames: Readonly<Record<string, string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "a boolean",
  Null: "null"
}

/** Describes the values of a schema on the wire, such as `a string or null`. */
const describe = (ast: SchemaAST.AST): string => {
  const type = SchemaAST.toEncoded(ast)
  const expected = type.checks?.at(-1)?.annotations?.["expected"]
  if (Predicate.isString(expected)) return checkNames[expected] ?? expected
  if (SchemaAST.isUnion(type)) return [...new Set(type.types.map(describe))].join(" or ")
  if (SchemaAST.isArrays(type)) return `a list, each item ${type.rest.map(describe).join(" or ")}`
  return typeNames[type._tag] ?? "an object"
}

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`)

/** Drift without its operation. */
type FoundDrift = Omit<Drift, "operation">

// each of thousands of entries may drift
const maxDrifts = 100

/** The search for the fields of a body that do not match. */
class Search {
  readonly #path: Array<PropertyKey> = []
  #drifts: ReadonlyArray<FoundDrift> = []
  #others = 0
  /** The index of the first item of a part of a list, and the depth of that list. */
  start = 0
  readonly #depth: number
  /** What is wrong with the innermost required field that does not match. */
  failure: string | undefined

  constructor(depth = 0) {
    this.#depth = depth
  }

  /** Decodes a field or an item; records it if it does not match. */
  decode(key: PropertyKey, { decode, isRequired, type }: Field, value: unknown): unknown {
    this.#path.push(typeof key === "number" && this.#path.length === this.#depth ? key + this.start : key)
    const decoded = this.attempt(decode, value)
    if (decoded === mismatch) {
      this.fail(`must be ${describe(type)}`)
      if (!isRequired) this.#add(describe(type), kindOf(value))
    }
    this.#path.pop()
    return decoded
  }

  /** Decodes a value; forgets the drifts in a value that does not match. */
  attempt(decode: Decode, value: unknown): unknown {
    const [drifts, others] = [this.#drifts, this.#others]
    const decoded = decode(value, this)
    if (decoded === mismatch) [this.#drifts, this.#others] = [drifts, others]
    else this.failure = undefined
    return decoded
  }

  /** Records why a required field does not match. */
  fail(problem: string, ...below: ReadonlyArray<PropertyKey>) {
    this.failure ??= `${JSON.stringify([...this.#path, ...below].map(String).join("."))} ${problem}`
  }

  #add(expected: string, got: string) {
    this.failure = undefined
    // what is outside of a list drifts once
    if (this.start > 0 && this.#depth === 1 && this.#path[0] !== "entries") return
    if (this.#drifts.length === maxDrifts) this.#others += 1
    else this.#drifts = [...this.#drifts, { path: this.#path.map(String).join("."), expected, got }]
  }

  /** Returns the first drifts, and the number of the others. */
  drifts(): ReadonlyArray<FoundDrift> {
    const got = `${this.#others} more`
    return this.#others === 0
      ? this.#drifts
      : [...this.#drifts, { path: "other places", expected: "values of the contract", got }]
  }
}

// plain values by type, as bits
const plainTypes: Readonly<Record<string, number>> = { String: 1, Null: 2, Boolean: 4, Number: 8 }

const plainType = (value: unknown) => {
  if (typeof value === "string") return 1
  if (value === null) return 2
  return typeof value === "boolean" ? 4 : typeof value === "number" ? 8 : 0
}

const decodeSecret: Decode = (value) => (typeof value === "string" ? Redacted.make(value) : mismatch)

type Check = NonNullable<SchemaAST.AST["checks"]>[number]

const parseOptions = {}

const passes = (check: Check, value: unknown, ast: SchemaAST.AST): boolean =>
  check._tag === "FilterGroup"
    ? check.checks.every((inner) => passes(inner, value, ast))
    : check.run(value, ast, parseOptions) === undefined

const isRecord = (value: unknown): value is Record<string, unknown> => Predicate.isObject(value)

/** Returns the types of plain values of which a schema takes all. */
const typesOf = (ast: SchemaAST.AST): number => {
  if (ast.checks !== undefined || ast.encoding !== undefined) return 0
  if (!SchemaAST.isUnion(ast)) return plainTypes[ast._tag] ?? 0
  return ast.types.some(({ encoding }) => encoding) ? 0 : ast.types.reduce((types, type) => types | typesOf(type), 0)
}

/** A field of an object, or the items of a list. */
interface Field {
  readonly decode: Decode
  readonly type: SchemaAST.AST
  readonly isRequired: boolean
  /** The types of plain values of which it takes all: most fields need no function call. */
  readonly plain: number
}

const makeField = (type: SchemaAST.AST): Field => ({
  decode: makeDecode(type),
  type,
  isRequired: !SchemaAST.isOptional(type),
  plain: typesOf(type)
})

const decodeObject = ({ propertySignatures }: SchemaAST.Objects): Decode => {
  const fields = new Map(propertySignatures.map(({ name, type }) => [name, makeField(type)]))
  const required = Array.from(fields).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))

  const decodeAll = (value: Record<string, unknown>): unknown => {
    let result = value
    let found = 0
    for (const name in value) {
      const field = fields.get(name)
      if (field === undefined)
        return decodeAll(Object.fromEntries(Object.entries(value).filter(([name]) => fields.has(name))))
      if (field.isRequired) found += 1
      const inner = value[name]
      if ((field.plain & plainType(inner)) !== 0) continue
      const decoded = field.decode(inner)
      if (decoded === mismatch) return mismatch
      if (decoded === inner) continue
      if (result === value) result = { ...value }
      result[name] = decoded
    }
    return found === required.length ? result : mismatch
  }

  const decodeSome = (value: Record<string, unknown>, search: Search): unknown => {
    const result: Record<PropertyKey, unknown> = {}
    for (const [name, inner] of Object.entries(value)) {
      const field = fields.get(name)
      const decoded = field === undefined ? mismatch : search.decode(name, field, inner)
      if (decoded !== mismatch) result[name] = decoded
      else if (field?.isRequired === true) return mismatch
    }
    const missing = required.find((name) => !Object.hasOwn(result, name))
    if (missing === undefined) return result
    search.fail("is missing", missing)
    return mismatch
  }

  return (value, search) =>
    isRecord(value) ? (search === undefined ? decodeAll(value) : decodeSome(value, search)) : mismatch
}

const decodeList = (type: SchemaAST.AST): Decode => {
  const item = { ...makeField(type), isRequired: true }
  return (value, search) => {
    if (!Array.isArray(value)) return mismatch
    let result: Array<unknown> = value
    for (let at = 0; at < value.length; at++) {
      const inner: unknown = value[at]
      const decoded = search === undefined ? item.decode(inner) : search.decode(at, item, inner)
      if (decoded === mismatch) return mismatch
      if (decoded !== inner) {
        if (result === value) result = value.slice()
        result[at] = decoded
      }
    }
    return result
  }
}

const decodeUnion =
  (members: ReadonlyArray<Decode>): Decode =>
  (value, search) => {
    // a member that matches as it is goes before one that matches without some fields
    for (const decode of members) {
      const decoded = decode(value)
      if (decoded !== mismatch) return decoded
    }
    if (search !== undefined)
      for (const decode of members) {
        const decoded = search.attempt(decode, value)
        if (decoded !== mismatch) return decoded
      }
    return mismatch
  }

const decodeBySchema = (ast: SchemaAST.AST): Decode => {
  const decode = Schema.decodeUnknownOption(Schema.make<Codec>(ast))
  return (value) => Option.getOrElse(decode(value), () => mismatch)
}

const makeBase = (ast: SchemaAST.AST): Decode | undefined => {
  const plain = plainTypes[ast._tag]
  if (plain !== undefined) return (value) => (plainType(value) === plain ? value : mismatch)
  if (SchemaAST.isObjects(ast)) return ast.indexSignatures.length === 0 ? decodeObject(ast) : undefined
  if (SchemaAST.isUnion(ast)) return ast.options?.mode === "oneOf" ? undefined : decodeUnion(ast.types.map(makeDecode))
  const [item] = SchemaAST.isArrays(ast) && ast.elements.length === 0 && ast.rest.length === 1 ? ast.rest : []
  return item && decodeList(item)
}

const makeDecode = (ast: SchemaAST.AST): Decode => {
  const { checks, encoding } = ast
  if (encoding !== undefined && isSecretText(ast) && checks === undefined) return decodeSecret
  const isTransformed = encoding !== undefined || ("encodingChecks" in ast && ast.encodingChecks !== undefined)
  const base = isTransformed ? undefined : makeBase(ast)
  if (base === undefined) return decodeBySchema(ast)
  if (checks === undefined) return base
  return (value, search) => {
    const decoded = base(value, search)
    return decoded === mismatch || !checks.every((check) => passes(check, decoded, ast)) ? mismatch : decoded
  }
}

/** A decoded body, and the fields omitted from it. */
export interface Decoded {
  readonly value: unknown
  readonly drifts: ReadonlyArray<FoundDrift>
}

/** The error of a body that does not match. */
export interface Mismatch {
  readonly message: string
}

const listIn = (body: unknown): ReadonlyArray<unknown> | undefined => {
  const list = Predicate.hasProperty(body, "entries") ? body.entries : body
  return Array.isArray(list) ? list : undefined
}

const withList = (body: unknown, list: ReadonlyArray<unknown>) =>
  Predicate.isObject(body) ? { ...body, entries: list } : list

// takes about a millisecond
const partSize = 500

/** Makes the decoder of bodies by schemas, of which a body matches one. It decodes long lists in slices. */
export const makeBodyDecoder = (schemas: ReadonlyArray<Codec>) => {
  const whole = lazy(() => {
    const [only, ...others] = schemas
    const { ast } = only !== undefined && others.length === 0 ? only : Schema.Union(schemas)
    return { decode: makeDecode(ast), type: ast }
  })

  const decodeSome = (body: unknown, search: Search): Effect.Effect<unknown, Mismatch> => {
    const { decode, type } = whole()
    const decoded = search.attempt(decode, body)
    return decoded === mismatch
      ? Effect.fail({ message: search.failure ?? `it must be ${describe(type)}` })
      : Effect.succeed(decoded)
  }

  const decodeParts = Effect.fnUntraced(function* (body: unknown, list: ReadonlyArray<unknown>) {
    const items: Array<unknown> = []
    const search = new Search(Array.isArray(body) ? 0 : 1)
    let decoded: unknown
    for (let start = 0; start < list.length; start += partSize) {
      const part = withList(body, list.slice(start, start + partSize))
      search.start = start
      decoded = whole().decode(part)
      if (decoded === mismatch) decoded = yield* decodeSome(part, search)
      for (const item of listIn(decoded) ?? []) items.push(item)
      yield* Effect.yieldNow
    }
    return { value: withList(decoded, items), drifts: search.drifts() }
  })

  return (body: unknown): Effect.Effect<Decoded, Mismatch> => {
    const list = listIn(body) ?? []
    if (list.length > partSize) return decodeParts(body, list)
    const decoded = whole().decode(body)
    if (decoded !== mismatch) return Effect.succeed({ value: decoded, drifts: [] })
    const search = new Search()
    return Effect.map(decodeSome(body, search), (value) => ({ value, drifts: search.drifts() }))
  }
}
