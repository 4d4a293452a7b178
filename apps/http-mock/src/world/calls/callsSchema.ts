import { Annotation } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { hashMap } from "../hashMapCodec.ts"
import { Position } from "../users/usersSchema.ts"
import * as Table from "./Calls.ts"
import { CallRow } from "./kept/CallRow.ts"
import { placedFrom } from "./kept/order.ts"

const SavedKept = Schema.Struct({
  rows: Schema.Array(CallRow),
  given: Schema.Int,
  departed: Schema.optionalKey(Schema.Finite)
})

const Saved = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Table.mostCalls })),
  /** How many users the calls were made for. */
  users: Position,
  annotations: hashMap(Schema.Int, Annotation),
  // a file from before calls were placed has none
  kept: SavedKept.pipe(Schema.withDecodingDefaultKey(Effect.succeed({ rows: [], given: 0 })))
}).check(
  Schema.makeFilter(({ kept: { given, rows }, size }) => {
    const isThere = (position: number) =>
      position >= 0 && (position < size || (position >= placedFrom && position < placedFrom + given))
    const stray = rows.findIndex(({ position }) => !isThere(position))
    return stray < 0
      ? undefined
      : {
          path: ["kept", "rows", stray, "position"],
          issue: `a position below size, or of one of ${given} placed calls`
        }
  })
)

const isTable = (value: unknown): value is Table.Calls => Predicate.hasProperty(value, "kept")

export const CallsTable = Saved.pipe(
  Schema.decodeTo(
    Schema.declare(isTable),
    SchemaTransformation.transform<Table.Calls, typeof Saved.Type>({
      decode: ({ annotations, kept, ...generated }) => {
        const made = kept.rows.reduce(Table.put, { ...Table.make(generated), annotations })
        return kept.given === 0 && kept.rows.length === 0
          ? made
          : { ...made, kept: { ...made.kept, given: kept.given, departed: kept.departed } }
      },
      encode: ({ kept: { departed, given, rows }, ...table }) => ({
        ...table,
        kept: { rows: [...HashMap.values(rows)], given, ...(departed === undefined ? {} : { departed }) }
      })
    })
  )
)
