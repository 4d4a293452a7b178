import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Drift } from "../../Errors.ts"

type Path = ReadonlyArray<PropertyKey>

/** Fields to leave out, as a tree of their paths: what is below one goes with it. */
interface Misfits {
  readonly below: Map<PropertyKey, Misfits>
  /** What was expected of the field; `undefined` where only fields below it are left out. */
  expected?: string
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  typeof segment === "object" ? segment.key : segment

/** The length of the longest part of the path that names a field which is there, and not an item of a list. */
const fieldAt = (body: unknown, path: Path): number => {
  let length = 0
  let holder = body
  for (const [index, key] of path.entries()) {
    if (!Predicate.isObjectKeyword(holder) || !Object.hasOwn(holder, key)) break
    if (!Array.isArray(holder)) length = index + 1
    holder = Reflect.get(holder, key)
  }
  return length
}

const note = (misfits: Misfits, path: Path, expected: string) => {
  let at = misfits
  for (const key of path) {
    if (at.expected !== undefined) return
    const next = at.below.get(key) ?? { below: new Map() }
    at.below.set(key, next)
    at = next
  }
  at.expected ??= expected
}

/** The fields that the issues of one decoding are about; `undefined` where an issue is about no field. */
const misfitsOf = (body: unknown, { issue }: Schema.SchemaError): Misfits | undefined => {
  const misfits: Misfits = { below: new Map() }
  for (const { message, path: segments = [] } of issuesOf(issue).issues) {
    const path = segments.map(keyOf)
    const length = fieldAt(body, path)
    if (length === 0) return undefined
    note(misfits, path.slice(0, length), message)
  }
  return misfits
}

type OnMisfit = (path: Path, expected: string, got: unknown) => void

/** A copy of a value without the misfits below it; what lies beside their paths is shared. */
const without = (value: unknown, { below }: Misfits, onMisfit: OnMisfit, path: Path = []): unknown => {
  if (!Predicate.isObjectKeyword(value)) return value
  const copy: object = Array.isArray(value) ? value.slice() : { ...value }
  for (const [key, misfit] of below) {
    const got: unknown = Reflect.get(value, key)
    const at = [...path, key]
    if (misfit.expected === undefined) Reflect.set(copy, key, without(got, misfit, onMisfit, at))
    else {
      Reflect.deleteProperty(copy, key)
      onMisfit(at, misfit.expected, got)
    }
  }
  return copy
}

/** Drift as a body shows it, which does not say of which operation it is. */
type Found = Omit<Drift, "operation">

/** A decoded body, and what was left out of it. */
export interface Read {
  readonly value: unknown
  readonly drifts: ReadonlyArray<Found>
}

export type Decode = (body: unknown, options?: { readonly errors: "all" }) => Effect.Effect<unknown, Schema.SchemaError>

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`)

// thousands of entries may each drift
const most = 100

/** Collects the drifts of an answer: the first ones, and how many there are beyond. */
const collector = () => {
  const drifts: Array<Found> = []
  let others = 0
  const add = (path: Path, expected: string, got: unknown) => {
    if (drifts.length === most) others += 1
    else drifts.push({ path: path.map(String).join("."), expected, got: kindOf(got) })
  }
  const all = (): ReadonlyArray<Found> =>
    others === 0
      ? drifts
      : [...drifts, { path: "other places", expected: `the first ${most} are told one by one`, got: `${others} more` }]
  return { add, all }
}

type Add = ReturnType<typeof collector>["add"]

// a path is at most this deep; each round goes one step up where leaving out the field itself did not help
const rounds = 8

/** The body without its misfits; `undefined` if it cannot be decoded without them either. */
const prune = Effect.fnUntraced(function* (decode: Decode, body: unknown, add: Add) {
  let rest = body
  for (let round = 0; round < rounds; round++) {
    const attempt = yield* Effect.result(decode(rest, { errors: "all" }))
    if (attempt._tag === "Success") return rest
    const misfits = misfitsOf(rest, attempt.failure)
    if (misfits === undefined) return undefined
    rest = without(rest, misfits, add)
  }
  return undefined
})

const listIn = (body: unknown): ReadonlyArray<unknown> | undefined => {
  const list = Predicate.hasProperty(body, "entries") ? body.entries : body
  return Array.isArray(list) ? list : undefined
}

const withList = (body: unknown, list: ReadonlyArray<unknown>) =>
  Predicate.isObject(body) ? { ...body, entries: list } : list

const behind =
  (start: number, add: Add, depth: number): Add =>
  (path, expected, got) =>
    add(
      path.map((key, index) => (index === depth && typeof key === "number" ? key + start : key)),
      expected,
      got
    )

// what does not fit is described field by field, which takes more room than the body itself
const partSize = 500

/** As {@link prune}, a part of a long list after the other; others have their turn in between. */
const pruneList = Effect.fnUntraced(function* (decode: Decode, body: unknown, list: ReadonlyArray<unknown>, add: Add) {
  const items: Array<unknown> = []
  const depth = Array.isArray(body) ? 0 : 1
  let holder = body
  for (let start = 0; start < list.length; start += partSize) {
    const part = withList(holder, list.slice(start, start + partSize))
    holder = yield* prune(decode, part, behind(start, add, depth))
    const kept = listIn(holder)
    if (kept === undefined) return undefined
    for (const item of kept) items.push(item)
    yield* Effect.yieldNow
  }
  return withList(holder, items)
})

const recover = Effect.fnUntraced(function* (decode: Decode, body: unknown, first: Schema.SchemaError) {
  const drifts = collector()
  const list = listIn(body) ?? []
  const rest = yield* list.length > partSize
    ? pruneList(decode, body, list, drifts.add)
    : prune(decode, body, drifts.add)
  if (rest === undefined) return yield* first
  return { value: yield* decode(rest), drifts: drifts.all() }
})

/** Decodes a body without the fields that do not fit, in linear time; a required field that does not fit fails. */
export const tolerate = (decode: Decode, body: unknown): Effect.Effect<Read, Schema.SchemaError> =>
  Effect.matchEffect(decode(body), {
    onSuccess: (value) => Effect.succeed({ value, drifts: [] }),
    onFailure: (error) => recover(decode, body, error)
  })
