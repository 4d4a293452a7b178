import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import * as PositionSet from "../users/PositionSet.ts"
import { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import * as Change from "./Change.ts"
import { changedKeys, entries } from "./View.ts"
import type { View } from "./View.ts"

export const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: PositionSet.capacity }))

type Range = number | readonly [first: number, last: number]

const firstOf = (range: Range) => (typeof range === "number" ? range : range[0])

const lastOf = (range: Range) => (typeof range === "number" ? range : range[1])

const Saved = Schema.Struct({
  /** The source of the generated users. */
  generated: Schema.Struct({
    seed: Schema.Int,
    from: Position,
    to: Position,
    pods: Schema.Array(Schema.Array(PodId)).check(Schema.isMinLength(1))
  }),
  next: Position,
  /** Single positions, or the first and the last of consecutive ones. */
  removed: Schema.Array(Schema.Union([Position, Schema.Tuple([Position, Position])])),
  rows: Schema.Array(User)
}).check(
  Schema.makeFilter(({ generated: { from, to }, next, removed, rows }) => {
    if (from > to || to > next)
      return { path: ["next"], issue: `from ${from}, to ${to} and next ${next} do not ascend` }
    const invalid = removed.findIndex((range) => !(firstOf(range) <= lastOf(range) && lastOf(range) < next))
    if (invalid >= 0) return { path: ["removed", invalid], issue: `a position below next, which is ${next}` }
    const stray = rows.findIndex(({ entry }) => !(Users.positionOf(entry.id) >= 0 && Users.positionOf(entry.id) < next))
    if (stray >= 0)
      return { path: ["rows", stray, "entry", "id"], issue: `an id from ${Users.idAt(0)} to ${Users.idAt(next - 1)}` }
    const ids = new Set<number>()
    const doubled = rows.findIndex(({ entry: { id } }) => ids.size === ids.add(id).size)
    return doubled < 0 ? undefined : { path: ["rows", doubled, "entry", "id"], issue: "an id that no other user has" }
  })
)

const isTable = (value: unknown): value is Users.Users => Predicate.hasProperty(value, "generated")

export const UsersTable = Saved.pipe(
  Schema.decodeTo(
    Schema.declare(isTable),
    SchemaTransformation.transform<Users.Users, typeof Saved.Type>({
      decode: ({ generated, next, removed, rows }) => ({
        ...Users.make(rows, generated),
        next,
        removed: removed.reduce(
          (all, range) => PositionSet.addRange(all, firstOf(range), lastOf(range) + 1),
          PositionSet.empty
        )
      }),
      encode: ({ generated, next, removed, rows }) => ({
        generated,
        next,
        removed: PositionSet.ranges(removed),
        rows: [...HashMap.values(rows)].toSorted((one, other) => one.entry.id - other.entry.id)
      })
    })
  )
)

const Changed = Schema.Struct({
  next: Position,
  removed: Schema.Array(Position),
  rows: Schema.Array(User),
  forgotten: Schema.Array(Position)
})

const between = (before: Users.Users, after: Users.Users): Users.Changed | undefined => {
  if (before.generated !== after.generated) return undefined
  const removed = [...PositionSet.difference(before.removed, after.removed)]
  // only an undo restores a removed user
  if (removed.some((position) => PositionSet.has(before.removed, position))) return undefined
  const { remove, set } = Change.betweenMaps(before.rows, after.rows)
  return { next: after.next, removed, rows: set.map(([, row]) => row), forgotten: remove }
}

/** Encodes a change of the users by their stored rows, or as a whole if the generated ones differ. */
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

/** Returns the positions whose users may differ. */
const changedUsers = (before: Users.Users, after: Users.Users): Iterable<number> => {
  if (before === after) return []
  const [fewer, more] = [Math.min(before.next, after.next), Math.max(before.next, after.next)]
  return Users.haveSameSource(before.generated, after.generated)
    ? new Set([
        ...changedKeys(before.rows, after.rows),
        ...PositionSet.difference(before.removed, after.removed),
        ...range(fewer, more)
      ])
    : range(0, more)
}

/** Shows the users by id. It creates only the generated users that may differ. */
export const usersView: View<Users.Users> = (before, after) => {
  const positions = [...changedUsers(before, after)]
  return [usersAt(before, positions), usersAt(after, positions)]
}
