import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Kind } from "../../world/lists/kinds.ts"
import { named } from "./columns.ts"
import type { Notes } from "./Notes.ts"
import type { Read, Source } from "./Source.ts"
import { Unreadable } from "./Unreadable.ts"
import * as Value from "./value.ts"

/** A pod of a file. */
export interface PodDraft {
  readonly place: string
  readonly id: number | undefined
  readonly name: string
  readonly isDefault: boolean
  /** Ids of users, as far as the file says who is in it. */
  readonly members: ReadonlyArray<number>
  readonly admins: ReadonlyArray<number>
  /** Ids of pods. */
  readonly subpods: ReadonlyArray<number>
  /** The other fields that the file has, as a world file has them. */
  readonly more: Readonly<Record<string, unknown>>
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  ["id", "number"],
  ["enterprise_id", "number"],
  ["name", "text"],
  ["description", "text"],
  ["default", "flag"],
  ["user_count", "number"],
  ["admin_count", "number"]
])

const lists = new Set(["subpods", "admins", "users"])

const known = new Set([...kinds.keys(), ...lists, "avatar"])

// what every pod of an emulator has of it
const constant = new Set(['"email":""', '"expert":false', '"expert":"false"', '"manage":true', '"manage":"true"'])

const taken = (name: string, value: unknown): Value.Taken => {
  if (name === "avatar") return Value.picture(value)
  return lists.has(name) ? Value.ids(value) : Value.take(kinds.get(name) ?? "text", value)
}

const isNumber = (value: unknown): value is number => Predicate.isNumber(value)

const numbers = (value: unknown): ReadonlyArray<number> => (Array.isArray(value) ? value.filter(isNumber) : [])

const isSaid = (field: string, value: unknown) =>
  field !== "" && value !== "" && value !== null && !constant.has(`"${field}":${JSON.stringify(value)}`)

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 40)

const draftOf = (
  { fields, place }: Read,
  nameOf: (field: string) => string | undefined,
  { file, notes }: { readonly file: string; readonly notes: Notes }
): Result.Result<PodDraft, Unreadable> => {
  const found = new Map<string, unknown>()
  for (const [field, value] of Object.entries(fields)) {
    const name = nameOf(field)
    if (name === undefined) {
      if (isSaid(field, value)) notes.add(`Not known of pods, and left out: ${field}`, file)
      continue
    }
    const one = taken(name, Predicate.isString(value) ? Value.unmarked(value) : value)
    if (Result.isFailure(one))
      return Result.fail(
        new Unreadable({ file, reason: `in ${place}, ${field} is ${shown(value)}, which is not ${one.failure}` })
      )
    if (one.success !== undefined) found.set(name, one.success)
  }
  const [id, name] = [found.get("id"), found.get("name")]
  const own = new Set(["id", "name", "default", ...lists])
  return Result.succeed({
    place: `${file}, ${place}`,
    id: isNumber(id) ? id : undefined,
    name: Predicate.isString(name) ? name.trim() : "",
    isDefault: found.get("default") === true,
    members: [...numbers(found.get("users")), ...numbers(found.get("admins"))],
    admins: numbers(found.get("admins")),
    subpods: numbers(found.get("subpods")),
    more: Object.fromEntries([...found].filter(([field]) => !own.has(field)))
  })
}

/** The pods of a file. */
export const podsOf = (
  { columns, entries, file }: Source,
  notes: Notes
): Result.Result<ReadonlyArray<PodDraft>, Unreadable> => {
  const names = columns === undefined ? undefined : named(columns, known)
  const nameOf = (field: string) => (names === undefined ? (known.has(field) ? field : undefined) : names.get(field))
  return Result.all(entries.map((entry) => draftOf(entry, nameOf, { file, notes })))
}
