import { Annotation } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { CallRow } from "../calls/Call.ts"
import * as Calls from "../calls/Calls.ts"
import * as StoredCalls from "../calls/StoredCalls.ts"
import * as Change from "./Change.ts"
import { Position } from "./usersTable.ts"

const Saved = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Calls.maxCalls })),
  /** The number of users that the calls were generated for. */
  users: Position,
  annotations: Change.hashMap(Schema.Int, Annotation),
  /** The placed calls. */
  kept: Schema.Struct({ rows: Schema.Array(CallRow), given: Schema.Int })
}).check(
  Schema.makeFilter(({ kept: { given, rows }, size }) => {
    const exists = (position: number) =>
      position >= 0 &&
      (position < size ||
        (position >= StoredCalls.firstPlacedPosition && position < StoredCalls.firstPlacedPosition + given))
    const stray = rows.findIndex(({ position }) => !exists(position))
    return stray < 0
      ? undefined
      : {
          path: ["kept", "rows", stray, "position"],
          issue: `a position below size, or of one of ${given} placed calls`
        }
  })
)

const isTable = (value: unknown): value is Calls.Calls => Predicate.hasProperty(value, "stored")

export const CallsTable = Saved.pipe(
  Schema.decodeTo(
    Schema.declare(isTable),
    SchemaTransformation.transform<Calls.Calls, typeof Saved.Type>({
      decode: ({ annotations, kept, ...generated }) => {
        const calls = kept.rows.reduce(Calls.put, { ...Calls.make(generated), annotations })
        return kept.given === 0 && kept.rows.length === 0
          ? calls
          : { ...calls, stored: { ...calls.stored, placed: kept.given } }
      },
      encode: ({ stored: { placed, rows }, ...table }) => ({
        ...table,
        kept: { rows: [...HashMap.values(rows)], given: placed }
      })
    })
  )
)

const Changed = Schema.Struct({
  ...Change.mapChange(Schema.Int, Annotation).fields,
  /** The changes of the stored calls. */
  kept: Schema.optionalKey(
    Schema.Struct({
      ...Change.mapChange(Schema.Int, CallRow).fields,
      given: Schema.Int
    })
  )
})
type Changed = typeof Changed.Type

const between = (before: Calls.Calls, after: Calls.Calls): Changed | undefined => {
  if (before.seed !== after.seed || before.size !== after.size || before.users !== after.users) return undefined
  const annotations = Change.betweenMaps(before.annotations, after.annotations)
  if (before.stored === after.stored) return annotations
  const rows = Change.betweenMaps(before.stored.rows, after.stored.rows)
  return { ...annotations, kept: { ...rows, given: after.stored.placed } }
}

const applied = (before: Calls.Calls, { kept, ...annotations }: Changed): Calls.Calls => {
  const annotated = { ...before, annotations: Change.appliedToMap(before.annotations, annotations) }
  if (kept === undefined) return annotated
  const remaining = { ...annotated, stored: kept.remove.reduce(StoredCalls.remove, before.stored) }
  const calls = kept.set.reduce((calls, [, row]) => Calls.put(calls, row), remaining)
  return { ...calls, stored: { ...calls.stored, placed: kept.given } }
}

/** Encodes a change of the calls as changed annotations and stored calls, or as a whole if the seeded calls differ. */
export const callsChange = Change.orWhole<Calls.Calls, Changed>(CallsTable, Changed, between, applied)
