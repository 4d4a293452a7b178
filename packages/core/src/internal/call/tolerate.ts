import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

/** A field that was left out so that the rest of the body decodes. */
export interface Pruned {
  readonly path: ReadonlyArray<PropertyKey>
  readonly expected: string
  readonly got: unknown
}

export type Decode = (body: unknown, options?: { readonly errors: "all" }) => Effect.Effect<unknown, Schema.SchemaError>

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  typeof segment === "object" ? segment.key : segment

const child = (value: unknown, key: PropertyKey): unknown =>
  Predicate.isObjectKeyword(value) && Predicate.hasProperty(value, key) ? value[key] : undefined

/** The longest part of the path that names a field which is there, and not an item of a list. */
const fieldAt = (body: unknown, path: ReadonlyArray<PropertyKey>): ReadonlyArray<PropertyKey> | undefined => {
  for (let length = path.length; length > 0; length--) {
    const holder = path.slice(0, length - 1).reduce(child, body)
    const key = path[length - 1]
    if (key !== undefined && Predicate.isObject(holder) && Object.hasOwn(holder, key)) return path.slice(0, length)
  }
  return undefined
}

/** A copy of the body without the field at the path; what lies beside the path is shared. */
const without = (body: unknown, [key, ...rest]: ReadonlyArray<PropertyKey>): unknown => {
  if (key === undefined || !Predicate.isObjectKeyword(body)) return body
  if (Array.isArray(body)) return body.map((item, index) => (index === Number(key) ? without(item, rest) : item))
  const copy: Record<PropertyKey, unknown> = { ...body }
  if (rest.length === 0) delete copy[key]
  else copy[key] = without(copy[key], rest)
  return copy
}

const isWithin = (inner: ReadonlyArray<PropertyKey>, outer: ReadonlyArray<PropertyKey>) =>
  outer.every((key, index) => inner[index] === key)

/** The fields that the issues of one decoding are about, each once; `undefined` where an issue is about no field. */
const misfitsOf = (body: unknown, { issue }: Schema.SchemaError): ReadonlyArray<Pruned> | undefined => {
  const misfits: Array<Pruned> = []
  for (const { message, path = [] } of issuesOf(issue).issues) {
    const field = fieldAt(body, path.map(keyOf))
    if (field === undefined) return undefined
    if (misfits.some((misfit) => isWithin(field, misfit.path))) continue
    misfits.push({ path: field, expected: message, got: field.reduce(child, body) })
  }
  return misfits
}

// a path is at most this deep; each round goes one step up where leaving out the field itself did not help
const rounds = 8

/**
 * Decodes a body, leaving out fields that do not fit as long as the rest does. A field that must be there fails with
 * the error of the body as it came.
 */
export const tolerate = Effect.fnUntraced(function* (decode: Decode, body: unknown) {
  const first = yield* Effect.result(decode(body))
  if (first._tag === "Success") return { value: first.success, pruned: [] }
  const pruned: Array<Pruned> = []
  let rest = body
  for (let round = 0; round < rounds; round++) {
    const attempt = yield* Effect.result(decode(rest, { errors: "all" }))
    if (attempt._tag === "Success") return { value: attempt.success, pruned }
    const misfits = misfitsOf(rest, attempt.failure)
    if (misfits === undefined) return yield* first.failure
    for (const misfit of misfits) {
      pruned.push(misfit)
      rest = without(rest, misfit.path)
    }
  }
  return yield* first.failure
})
