import * as Schema from "effect/Schema"

import * as Removals from "../users/Removals.ts"
import { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { Position, UsersTable } from "../users/usersSchema.ts"
import * as Change from "./Change.ts"

const Changed = Schema.Struct({
  next: Position,
  removed: Schema.Array(Position),
  rows: Schema.Array(User),
  forgotten: Schema.Array(Position)
})

const byRows = Change.by<Users.Users, typeof Changed.Type>(
  Changed,
  (before, after) => {
    const { remove, set } = Change.betweenMaps(before.rows, after.rows)
    return {
      next: after.next,
      removed: [...Removals.difference(before.removed, after.removed)],
      rows: set.map(([, row]) => row),
      forgotten: remove
    }
  },
  Users.changed
)

// a removal is taken back by an undo alone
const onlyRemoved = (before: Users.Users, after: Users.Users) => {
  for (const position of Removals.difference(before.removed, after.removed))
    if (Removals.has(before.removed, position)) return false
  return true
}

/** Changes the users by their stored rows; as a whole where the generated ones are others. */
export const usersChange = Change.orWhole<Users.Users>(
  UsersTable,
  (before, after) => before.generated === after.generated && onlyRemoved(before, after),
  byRows
)
