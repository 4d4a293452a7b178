import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import * as Generated from "../users/Generated.ts"
import * as Removals from "../users/Removals.ts"
import { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { Position, UsersTable } from "../users/usersSchema.ts"
import * as Change from "./Change.ts"
import { changedKeys, entries } from "./View.ts"
import type { View } from "./View.ts"

const Changed = Schema.Struct({
  next: Position,
  removed: Schema.Array(Position),
  rows: Schema.Array(User),
  forgotten: Schema.Array(Position)
})

const between = (before: Users.Users, after: Users.Users): Users.Changed | undefined => {
  if (before.generated !== after.generated) return undefined
  const removed = [...Removals.difference(before.removed, after.removed)]
  // a removal is taken back by an undo alone
  if (removed.some((position) => Removals.has(before.removed, position))) return undefined
  const { remove, set } = Change.betweenMaps(before.rows, after.rows)
  return { next: after.next, removed, rows: set.map(([, row]) => row), forgotten: remove }
}

/** Changes the users by their stored rows; as a whole where the generated ones are others. */
export const usersChange: Change.Change<Users.Users> = Change.orWhole<Users.Users, Users.Changed>(
  UsersTable,
  Changed,
  between,
  Users.changed
)

const json = Schema.decodeUnknownSync(Schema.Json)

const show = ({ entry, ...more }: User): Schema.Json => json({ ...entry, ...more })

const usersAt = (users: Users.Users, positions: Iterable<number>) =>
  entries(positions, (position) =>
    Users.isPresent(users, position)
      ? Option.some([Users.idAt(position), show(Users.rowAt(users, position))])
      : Option.none()
  )

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)

/** The positions whose users may differ: stored rows that do, removed and created ones, and generated ones of other ranges. */
const changedUsers = (before: Users.Users, after: Users.Users): Iterable<number> => {
  if (before === after) return []
  const [fewer, more] = [Math.min(before.next, after.next), Math.max(before.next, after.next)]
  return Generated.areAlike(before.generated, after.generated)
    ? new Set([
        ...changedKeys(before.rows, after.rows),
        ...Removals.difference(before.removed, after.removed),
        ...range(fewer, more)
      ])
    : range(0, more)
}

/** Shows the users by their ids; of the generated ones only those that may differ are made. */
export const usersView: View<Users.Users> = {
  whole: (users) => usersAt(users, range(0, users.next)),
  differing: (before, after) => {
    const positions = [...changedUsers(before, after)]
    return [usersAt(before, positions), usersAt(after, positions)]
  }
}
