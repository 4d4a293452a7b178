import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import * as Removals from "./Removals.ts"
import { User } from "./User.ts"
import * as Table from "./Users.ts"

export const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Removals.capacity }))

type Range = number | readonly [first: number, last: number]

const firstOf = (range: Range) => (typeof range === "number" ? range : range[0])

const lastOf = (range: Range) => (typeof range === "number" ? range : range[1])

const Saved = Schema.Struct({
  /** Made on demand, so that they are saved by what they are made from. */
  generated: Schema.Struct({
    seed: Schema.Int,
    from: Position,
    to: Position,
    pods: Schema.Array(Schema.Array(PodId)).check(Schema.isMinLength(1))
  }),
  next: Position,
  /** Of neighbours the first and the last. */
  removed: Schema.Array(Schema.Union([Position, Schema.Tuple([Position, Position])])),
  rows: Schema.Array(User)
}).check(
  Schema.makeFilter(({ generated: { from, to }, next, removed, rows }) => {
    if (from > to || to > next)
      return { path: ["next"], issue: `from ${from}, to ${to} and next ${next} do not ascend` }
    const gone = removed.findIndex((range) => !(firstOf(range) <= lastOf(range) && lastOf(range) < next))
    if (gone >= 0) return { path: ["removed", gone], issue: `a position below next, which is ${next}` }
    const stray = rows.findIndex(({ entry }) => !(Table.positionOf(entry.id) >= 0 && Table.positionOf(entry.id) < next))
    return stray < 0
      ? undefined
      : { path: ["rows", stray, "entry", "id"], issue: `an id from ${Table.idAt(0)} to ${Table.idAt(next - 1)}` }
  })
)

const isTable = (value: unknown): value is Table.Users => Predicate.hasProperty(value, "generated")

export const UsersTable = Saved.pipe(
  Schema.decodeTo(
    Schema.declare(isTable),
    SchemaTransformation.transform<Table.Users, typeof Saved.Type>({
      decode: ({ generated, next, removed, rows }) => ({
        ...Table.make(rows, generated),
        next,
        removed: removed.reduce(
          (all, range) => Removals.addRange(all, firstOf(range), lastOf(range) + 1),
          Removals.empty
        )
      }),
      encode: ({ generated, next, removed, rows }) => ({
        generated,
        next,
        removed: Removals.ranges(removed),
        rows: [...HashMap.values(rows)].toSorted((one, other) => one.entry.id - other.entry.id)
      })
    })
  )
)
