import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { Clause, Listed } from "../lists/filter.ts"
import * as LruCache from "../lists/LruCache.ts"
import { positionsIn } from "../lists/paging.ts"
import type { Positions } from "../lists/paging.ts"
import { select, textOf } from "../lists/select.ts"
import type { Cooperative, Query, Rows } from "../lists/select.ts"
import { GeneratedUser } from "./GeneratedUser.ts"
import { fields } from "./User.ts"
import type { Entry, User } from "./User.ts"
import * as Users from "./Users.ts"

type Filter = Clause<keyof Entry>

export const listed: Listed<keyof Entry> = {
  noun: "users",
  fields: Record.keys(fields),
  kinds: Record.map(fields, ({ kind }) => kind)
}

type LookUp = (users: Users.Users, text: string) => Option.Option<User>

// fields that identify a user are looked up without a scan
const lookUps: { readonly [Field in keyof Entry]?: LookUp } = {
  id: (users, text) => Users.byId(users, Number(text)),
  email: Users.byEmail,
  username: Users.byUsername
}

const lookUp = (users: Users.Users, { exactly, field }: Filter) =>
  exactly === undefined ? undefined : lookUps[field]?.(users, exactly)

const rowsOf = (users: Users.Users): Rows<User | GeneratedUser, keyof Entry> => ({
  size: users.next,
  at: (position) =>
    Users.isPresent(users, position)
      ? Option.getOrElse(HashMap.get(users.rows, position), () => Users.generatedRowAt(users.generated, position))
      : undefined,
  valueOf: (row, field) => (row instanceof GeneratedUser ? fields[field].generated(row) : row.entry[field])
})

const cached = LruCache.make<Uint32Array>({
  max: 16,
  // enough for a scan that selects 10,000,000 users
  maxBytes: 48 * 1024 * 1024,
  bytesOf: ({ byteLength }) => byteLength
})

/** Returns the positions of the selected users, in order. The result is cached while no user changes. */
export function* search(users: Users.Users, query: Query<keyof Entry>): Cooperative<Positions> {
  const { clauses, keys } = query
  if (clauses.length === 0 && keys.length === 0) return Users.positions(users)
  const one = clauses.map((clause) => lookUp(users, clause)).find((found) => found !== undefined)
  if (one !== undefined)
    return positionsIn(
      Option.toArray(one).flatMap(({ entry }) =>
        clauses.every(({ accepts, field }) => accepts(entry[field])) ? [Users.positionOf(entry.id)] : []
      )
    )
  return positionsIn(yield* cached([users], textOf(query), users.next, () => select(rowsOf(users), query)))
}
