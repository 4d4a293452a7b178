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
