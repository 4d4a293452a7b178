import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Codec } from "../../Endpoint.ts"
import type { Drift } from "../../Errors.ts"
import { disjunction } from "../../Text.ts"
import { lazy } from "../lazy.ts"
import { compile } from "../platform/compile.ts"

type FoundDrift = Omit<Drift, "operation">

/** A decoded body, and the fields omitted from it. */
export interface Decoded {
  readonly value: unknown
  readonly drifts: ReadonlyArray<FoundDrift>
}

/** The error of a body that does not match. */
export interface Mismatch {
  readonly message: string
}

type Path = ReadonlyArray<PropertyKey>

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is missing"
    // its default message names the schema
    return issue._tag === "InvalidType" && SchemaAST.isObjects(issue.ast)
      ? "an object"
      : SchemaIssue.defaultLeafHook(issue)
  }
})

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  typeof segment === "object" ? segment.key : segment

const primitives = new Set(["string", "number", "boolean"])

/** Returns the places of a body that do not match, and what is expected there. */
const problemsOf = ({ issue }: Schema.SchemaError) =>
  issuesOf(issue).issues.map(({ message, path = [] }) => ({
    path: path.map(keyOf),
    expected: disjunction(
      message
        .replace(/^Expected /, "")
        .split(" | ")
        .map((type) => (primitives.has(type) ? `a ${type}` : type))
    )
  }))

const format = (path: Path) => path.map(String).join(".")

const toMismatch = (error: Schema.SchemaError): Mismatch => {
  const [{ expected, path } = { expected: "a value of the contract", path: [] }] = problemsOf(error)
  const place = path.length === 0 ? "it" : JSON.stringify(format(path))
  return { message: `${place} ${expected.startsWith("is ") ? expected : `must be ${expected}`}` }
}

/** Invalid fields as a tree of their paths; an invalid field is omitted with everything below it. */
interface InvalidFields {
  readonly below: Map<PropertyKey, InvalidFields>
  /** What was expected of the field; `undefined` if only fields below it are invalid. */
  expected?: string
}

/** Returns the length of the longest part of the path that ends at an existing field, not at a list item. */
const fieldDepth = (body: unknown, path: Path): number => {
  let length = 0
  let holder = body
  for (const [index, key] of path.entries()) {
    if (!Predicate.isObjectKeyword(holder) || !Object.hasOwn(holder, key)) break
    if (!Array.isArray(holder)) length = index + 1
    holder = Reflect.get(holder, key)
  }
  return length
}

const addField = (fields: InvalidFields, path: Path, expected: string) => {
  let at = fields
  for (const key of path) {
    if (at.expected !== undefined) return
    const next = at.below.get(key) ?? { below: new Map() }
    at.below.set(key, next)
    at = next
  }
  at.expected ??= expected
}

/** Returns the fields that do not match; `undefined` if something else does not match. */
const findInvalidFields = (body: unknown, error: Schema.SchemaError): InvalidFields | undefined => {
  const fields: InvalidFields = { below: new Map() }
  for (const { expected, path } of problemsOf(error)) {
    const length = fieldDepth(body, path)
    if (length === 0) return undefined
    addField(fields, path.slice(0, length), expected)
  }
  return fields
}

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`)

type Add = (path: Path, expected: string, got: unknown) => void

/** Copies a value without its invalid fields; values outside their paths are shared. */
const without = (value: unknown, { below }: InvalidFields, add: Add, path: Path = []): unknown => {
  if (!Predicate.isObjectKeyword(value)) return value
  const copy: object = Array.isArray(value) ? value.slice() : { ...value }
  for (const [key, field] of below) {
    const got: unknown = Reflect.get(value, key)
    const at = [...path, key]
    if (field.expected === undefined) Reflect.set(copy, key, without(got, field, add, at))
    else {
      Reflect.deleteProperty(copy, key)
      add(at, field.expected, got)
    }
  }
  return copy
}

// each of thousands of entries may drift
const maxDrifts = 100

const otherDrifts = (count: number): ReadonlyArray<FoundDrift> =>
  count === 0 ? [] : [{ path: "other places", expected: "values of the contract", got: `${count} more` }]

const listIn = (body: unknown): ReadonlyArray<unknown> | undefined => {
  const list = Predicate.hasProperty(body, "entries") ? body.entries : body
  return Array.isArray(list) ? list : undefined
}

const withList = (body: unknown, list: ReadonlyArray<unknown>) =>
  Predicate.isObject(body) ? { ...body, entries: list } : list

// a path is at most this deep; each round omits the parent if omitting a field did not help
const maxRounds = 8

// takes about a millisecond; the issues of invalid fields take more memory than the body itself
const partSize = 500

/**
 * Makes the decoder of bodies by schemas, of which a body matches one. It omits optional fields that do not match, and decodes
 * long lists in slices.
 */
export const makeBodyDecoder = (schemas: ReadonlyArray<Codec>) => {
  const parser = lazy(() => {
    const [only, ...others] = schemas
    const codec = only !== undefined && others.length === 0 ? only : Schema.Union(schemas)
    compile(codec.ast)
    return Schema.decodeUnknownResult(codec)
  })

  const decodePart = (body: unknown, add: Add): Result.Result<unknown, Schema.SchemaError> => {
    const decode = parser()
    const first = decode(body)
    if (Result.isSuccess(first)) return first
    let rest = body
    for (let round = 0; round < maxRounds; round++) {
      const attempt = decode(rest, { errors: "all" })
      if (Result.isSuccess(attempt)) return attempt
      const fields = findInvalidFields(rest, attempt.failure)
      if (fields === undefined) break
      rest = without(rest, fields, add)
    }
    return first
  }

  const decodeParts = Effect.fnUntraced(function* (body: unknown, list: ReadonlyArray<unknown>, addDrift: Add) {
    const items: Array<unknown> = []
    const depth = Array.isArray(body) ? 0 : 1
    let decoded: unknown
    for (let start = 0; start < list.length; start += partSize) {
      const part = withList(body, list.slice(start, start + partSize))
      const add: Add = (path, expected, got) => {
        // what is outside of the list drifts once
        if (start > 0 && depth === 1 && path[0] !== "entries") return
        const inWhole = path.map((key, index) => (index === depth && typeof key === "number" ? key + start : key))
        addDrift(inWhole, expected, got)
      }
      // the error of the whole body has the index of the entry
      decoded = yield* Effect.fromResult(Result.orElse(decodePart(part, add), () => parser()(body)))
      const found = listIn(decoded)
      if (found === undefined) return decoded
      for (const item of found) items.push(item)
      yield* Effect.yieldNow
    }
    return withList(decoded, items)
  })

  // a short body is decoded without a fiber of its own
  return (body: unknown): Effect.Effect<Decoded, Mismatch> => {
    const drifts: Array<FoundDrift> = []
    let others = 0
    const add: Add = (path, expected, got) => {
      if (drifts.length === maxDrifts) others += 1
      else drifts.push({ path: format(path), expected, got: kindOf(got) })
    }
    const list = listIn(body) ?? []
    const decoded = list.length > partSize ? decodeParts(body, list, add) : Effect.fromResult(decodePart(body, add))
    return Effect.mapBothEager(decoded, {
      onFailure: toMismatch,
      onSuccess: (value) => ({ value, drifts: [...drifts, ...otherDrifts(others)] })
    })
  }
}
