import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

export type Path = ReadonlyArray<PropertyKey>

/** Fields to leave out, as a tree of their paths: what is below one goes with it. */
export interface Misfits {
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
export const misfitsOf = (body: unknown, { issue }: Schema.SchemaError): Misfits | undefined => {
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
export const without = (value: unknown, { below }: Misfits, onMisfit: OnMisfit, path: Path = []): unknown => {
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
