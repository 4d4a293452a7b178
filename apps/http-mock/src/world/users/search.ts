import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { Clause, Listed } from "../lists/filter.ts"
import * as LruCache from "../lists/LruCache.ts"
import { fields } from "./fields.ts"
import * as Generated from "./Generated.ts"
import type { Entry, User } from "./User.ts"
import * as Users from "./Users.ts"

type Filter = Clause<keyof Entry>

/** What users are filtered by. */
export const listed: Listed<keyof Entry> = { noun: "users", fields: Record.keys(fields) }

/** The positions of the users that a filter passes, in the order of creation. */
export interface Found {
  readonly total: number
  readonly slice: (start: number, count: number) => ReadonlyArray<number>
}

const ofArray = (positions: ReadonlyArray<number>): Found => ({
  total: positions.length,
  slice: (start, count) => positions.slice(start, start + count)
})

const all = (users: Users.Users): Found => ({
  total: Users.size(users),
  slice: (start, count) => Users.positions(users, start, count)
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

const scan = (users: Users.Users, clauses: ReadonlyArray<Filter>): Uint32Array => {
  const rows = new Map(HashMap.entries(users.rows))
  const tests = clauses.map((clause) => ({ ...clause, generate: fields[clause.field].generated }))
  const passes = (row: User | undefined, position: number) => {
    const generated = Generated.rowAt(users.generated, position)
    return tests.every(({ accepts, field, generate }) =>
      accepts(row === undefined ? generate(generated) : row.entry[field])
    )
  }
  const found: Array<number> = []
  for (let position = 0; position < users.next; position++) {
    if (!Users.isPresent(users, position)) continue
    const row = rows.get(position)
    if (passes(row, position)) found.push(position)
  }
  return Uint32Array.from(found)
}

// a table never changes, so its scans hold
const scans = LruCache.make<Users.Users, Uint32Array>(16)

const scanned = (users: Users.Users, clauses: ReadonlyArray<Filter>): Uint32Array => {
  const filter = JSON.stringify(clauses.map(({ text }) => text))
  return scans.get(users, filter) ?? scans.set(users, filter, scan(users, clauses))
}

/** The users that pass all clauses of a filter. Pages of one filter cost one scan as long as no user changes. */
export const search = (users: Users.Users, clauses: ReadonlyArray<Filter>): Found => {
  if (clauses.length === 0) return all(users)
  const one = clauses.map((clause) => lookUp(users, clause)).find((found) => found !== undefined)
  if (one !== undefined)
    return ofArray(
      Option.toArray(one).flatMap(({ entry }) =>
        clauses.every(({ accepts, field }) => accepts(entry[field])) ? [Users.positionOf(entry.id)] : []
      )
    )
  const positions = scanned(users, clauses)
  return { total: positions.length, slice: (start, count) => Array.from(positions.subarray(start, start + count)) }
}
