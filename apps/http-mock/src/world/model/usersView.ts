import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import * as Generated from "../users/Generated.ts"
import * as Removals from "../users/Removals.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { changedKeys, entries } from "./View.ts"
import type { View } from "./View.ts"

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
