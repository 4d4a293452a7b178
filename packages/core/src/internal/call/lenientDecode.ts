import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Drift } from "../../Errors.ts"

type Path = ReadonlyArray<PropertyKey>

/** Invalid fields as a tree of their paths; an invalid field is omitted with everything below it. */
interface InvalidFields {
  readonly below: Map<PropertyKey, InvalidFields>
  /** What was expected of the field; `undefined` if only fields below it are invalid. */
  expected?: string
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  typeof segment === "object" ? segment.key : segment

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

/** Returns the fields with issues; `undefined` if an issue is not about a field. */
const findInvalidFields = (body: unknown, { issue }: Schema.SchemaError): InvalidFields | undefined => {
  const fields: InvalidFields = { below: new Map() }
  for (const { message, path: segments = [] } of issuesOf(issue).issues) {
    const path = segments.map(keyOf)
    const length = fieldDepth(body, path)
    if (length === 0) return undefined
    addField(fields, path.slice(0, length), message)
  }
  return fields
}

type OnInvalid = (path: Path, expected: string, got: unknown) => void

/** Copies a value without its invalid fields; values outside their paths are shared. */
const without = (value: unknown, { below }: InvalidFields, onInvalid: OnInvalid, path: Path = []): unknown => {
  if (!Predicate.isObjectKeyword(value)) return value
  const copy: object = Array.isArray(value) ? value.slice() : { ...value }
  for (const [key, field] of below) {
    const got: unknown = Reflect.get(value, key)
    const at = [...path, key]
    if (field.expected === undefined) Reflect.set(copy, key, without(got, field, onInvalid, at))
    else {
      Reflect.deleteProperty(copy, key)
      onInvalid(at, field.expected, got)
    }
  }
  return copy
}

/** Drift without its operation. */
type FoundDrift = Omit<Drift, "operation">

/** A decoded body, and the drift omitted from it. */
export interface Decoded {
  readonly value: unknown
  readonly drifts: ReadonlyArray<FoundDrift>
}

export type Decode = (body: unknown, options?: { readonly errors: "all" }) => Effect.Effect<unknown, Schema.SchemaError>

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`)

// each of thousands of entries may drift
const maxDrifts = 100

/** Collects the first drifts of an answer, and counts the others. */
const makeCollector = () => {
  const drifts: Array<FoundDrift> = []
  let others = 0
  const add = (path: Path, expected: string, got: unknown) => {
    if (drifts.length === maxDrifts) others += 1
    else drifts.push({ path: path.map(String).join("."), expected, got: kindOf(got) })
  }
  const all = (): ReadonlyArray<FoundDrift> =>
    others === 0
      ? drifts
      : [...drifts, { path: "other places", expected: `only the first ${maxDrifts} are listed`, got: `${others} more` }]
  return { add, all }
}

type Add = ReturnType<typeof makeCollector>["add"]

// a path is at most this deep; each round omits the parent if omitting a field did not help
const maxRounds = 8

/** Decodes a body without its invalid fields; an invalid required field fails. */
const decodePart = Effect.fnUntraced(function* (decode: Decode, body: unknown, add: Add) {
  const first = yield* Effect.result(decode(body))
  if (first._tag === "Success") return first.success
  let rest = body
  for (let round = 0; round < maxRounds; round++) {
    const attempt = yield* Effect.result(decode(rest, { errors: "all" }))
    if (attempt._tag === "Success") return attempt.success
    const fields = findInvalidFields(rest, attempt.failure)
    if (fields === undefined) break
    rest = without(rest, fields, add)
  }
  return yield* first.failure
})

const listIn = (body: unknown): ReadonlyArray<unknown> | undefined => {
  const list = Predicate.hasProperty(body, "entries") ? body.entries : body
  return Array.isArray(list) ? list : undefined
}

const withList = (body: unknown, list: ReadonlyArray<unknown>) =>
  Predicate.isObject(body) ? { ...body, entries: list } : list

const withOffset =
  (start: number, add: Add, depth: number): Add =>
  (path, expected, got) =>
    add(
      path.map((key, index) => (index === depth && typeof key === "number" ? key + start : key)),
      expected,
      got
    )

// takes about a millisecond; the issues of invalid fields take more memory than the body itself
const partSize = 500

/** Decodes a long list part by part; timers and other fibers run in between. */
const decodeParts = Effect.fnUntraced(function* (
  decode: Decode,
  body: unknown,
  list: ReadonlyArray<unknown>,
  add: Add
) {
  const items: Array<unknown> = []
  const depth = Array.isArray(body) ? 0 : 1
  let decoded: unknown
  for (let start = 0; start < list.length; start += partSize) {
    const part = withList(body, list.slice(start, start + partSize))
    // what is outside of the list drifts once
    const addPart: Add = (path, expected, got) => {
      if (start === 0 || depth === 0 || path[0] === "entries") withOffset(start, add, depth)(path, expected, got)
    }
    // the error of the whole body has the index of the entry
    decoded = yield* Effect.catch(decodePart(decode, part, addPart), () => decode(body))
    const found = listIn(decoded)
    if (found === undefined) return decoded
    for (const item of found) items.push(item)
    yield* Effect.yieldNow
  }
  return withList(decoded, items)
})

/** Decodes a body without its invalid fields, in linear time and in slices; an invalid required field fails. */
export const lenientDecode = (decode: Decode, body: unknown): Effect.Effect<Decoded, Schema.SchemaError> =>
  Effect.suspend(() => {
    const drifts = makeCollector()
    const list = listIn(body) ?? []
    const decoded =
      list.length > partSize ? decodeParts(decode, body, list, drifts.add) : decodePart(decode, body, drifts.add)
    return Effect.map(decoded, (value) => ({ value, drifts: drifts.all() }))
  })
