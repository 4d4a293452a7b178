import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A value of JSON that holds no other, and where it stands. */
export interface Leaf {
  readonly path: ReadonlyArray<string | number>
  readonly value: string | number
}

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

/** The value of a text; nothing where it is no JSON. */
export const parse = (text: string | undefined): Option.Option<unknown> => json(text ?? "")

/** The texts and numbers in a value. */
export const leavesOf = (value: unknown, path: Leaf["path"] = []): ReadonlyArray<Leaf> => {
  if (Predicate.isString(value) || Predicate.isNumber(value)) return [{ path, value }]
  if (Array.isArray(value)) return value.flatMap((element, index) => leavesOf(element, [...path, index]))
  return Predicate.isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : []
}

/** The name of the field that a leaf stands in: `id` of `entries[0].id`, `pod_ids` of `pod_ids[1]`. */
export const nameOf = (path: Leaf["path"]): string => path.findLast(Predicate.isString) ?? ""

/** Whether a field of a name tells things apart: `id`, `user_id`, `pod_ids`, `callId`, `session`. */
export const isIdentifying = (name: string): boolean => /^(?:ids?|session)$|_ids?$|Ids?$/.test(name)

/** A path as k6 takes it for `json()`: `entries.0.id`. */
export const selectorOf = (path: Leaf["path"]): string =>
  path.map((part) => String(part).replaceAll(/[.*?|#@!{}[\]\\]/g, String.raw`\$&`)).join(".")
