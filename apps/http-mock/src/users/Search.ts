import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { Clause, Listed } from "../Clause.ts"
import * as Generated from "./Generated.ts"
import type { Entry, User } from "./User.ts"
import * as Users from "./Users.ts"

type Filter = Clause<keyof Entry>

/** What users are filtered by. */
export const listed: Listed<keyof Entry> = { noun: "users", fields: Record.keys(Generated.fields) }

/** The users that a filter passes, in the order of creation. */
export interface Found {
  readonly total: number
  readonly slice: (start: number, count: number) => ReadonlyArray<User>
}

const ofArray = (users: ReadonlyArray<User>): Found => ({
  total: users.length,
  slice: (start, count) => users.slice(start, start + count)
})

const all = (users: Users.Users): Found => ({
  total: Users.size(users),
  slice: (start, count) => Users.slice(users, start, count)
})

// the fields that identify a user are looked up, whatever the number of users
const lookUp = (users: Users.Users, { field, exactly }: Filter): Option.Option<User> | undefined => {
  if (exactly === undefined) return undefined
  switch (field) {
    case "id":
      return Users.byId(users, Number(exactly))
    case "email":
      return Users.byEmail(users, exactly)
    case "username":
      return Users.byUsername(users, exactly)
    default:
      return undefined
  }
}

const scan = (users: Users.Users, { field, accepts }: Filter): Uint32Array => {
  const rows = new Map(HashMap.entries(users.rows))
  const generate = Generated.fields[field]
  const found: Array<number> = []
  for (let position = 0; position < users.next; position++) {
    if (!Users.isPresent(users, position)) continue
    const row = rows.get(position)
    if (accepts(row === undefined ? generate(users.generated, position) : row.entry[field])) found.push(position)
  }
  return Uint32Array.from(found)
}

const keptScans = 8

// a table never changes, so its scans hold for as long as it lives
const scans = new WeakMap<Users.Users, Map<string, Uint32Array>>()

const scanned = (users: Users.Users, filter: string, clause: Filter): Uint32Array => {
  const kept = scans.get(users) ?? new Map<string, Uint32Array>()
  const positions = kept.get(filter) ?? scan(users, clause)
  kept.delete(filter)
  kept.set(filter, positions)
  for (const oldest of kept.keys()) {
    if (kept.size <= keptScans) break
    kept.delete(oldest)
  }
  scans.set(users, kept)
  return positions
}

/** The users that pass the filter, or all of them. Pages of one filter cost one scan as long as no user changes. */
export const search = (users: Users.Users, filter?: { readonly text: string; readonly clause: Filter }): Found => {
  if (filter === undefined) return all(users)
  const { clause, text } = filter
  const one = lookUp(users, clause)
  if (one !== undefined)
    return ofArray(Option.toArray(Option.filter(one, ({ entry }) => clause.accepts(entry[clause.field]))))
  const positions = scanned(users, text, clause)
  return {
    total: positions.length,
    slice: (start, count) =>
      Array.from(positions.subarray(start, start + count), (position) => Users.rowAt(users, position))
  }
}
