import { Annotation } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { CallRow } from "../calls/CallRow.ts"
import * as Calls from "../calls/Calls.ts"
import * as StoredCalls from "../calls/StoredCalls.ts"
import { firstPlacedPosition } from "../calls/StoredCalls.ts"
import * as Change from "./Change.ts"
import { hashMap } from "./Change.ts"
import { Position } from "./usersTable.ts"

const SavedKept = Schema.Struct({
  rows: Schema.Array(CallRow),
  given: Schema.Int,
  departed: Schema.optionalKey(Schema.Finite)
})

const Saved = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Calls.mostCalls })),
  /** How many users the calls were made for. */
  users: Position,
  annotations: hashMap(Schema.Int, Annotation),
  // a file from before calls were placed has none
  kept: SavedKept.pipe(Schema.withDecodingDefaultKey(Effect.succeed({ rows: [], given: 0 })))
}).check(
  Schema.makeFilter(({ kept: { given, rows }, size }) => {
    const isThere = (position: number) =>
      position >= 0 && (position < size || (position >= firstPlacedPosition && position < firstPlacedPosition + given))
    const stray = rows.findIndex(({ position }) => !isThere(position))
    return stray < 0
      ? undefined
      : {
          path: ["kept", "rows", stray, "position"],
          issue: `a position below size, or of one of ${given} placed calls`
        }
  })
)

const isTable = (value: unknown): value is Calls.Calls => Predicate.hasProperty(value, "kept")

export const CallsTable = Saved.pipe(
  Schema.decodeTo(
    Schema.declare(isTable),
    SchemaTransformation.transform<Calls.Calls, typeof Saved.Type>({
      decode: ({ annotations, kept, ...generated }) => {
        const made = kept.rows.reduce(Calls.put, { ...Calls.make(generated), annotations })
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

const Changed = Schema.Struct({
  ...Change.mapChange(Schema.Int, Annotation).fields,
  /** What became of the kept calls; a log from before there were any has none. */
  kept: Schema.optionalKey(
    Schema.Struct({
      ...Change.mapChange(Schema.Int, CallRow).fields,
      given: Schema.Int,
      departed: Schema.optionalKey(Schema.Finite)
    })
  )
})
type Changed = typeof Changed.Type

const between = (before: Calls.Calls, after: Calls.Calls): Changed | undefined => {
  if (before.seed !== after.seed || before.size !== after.size || before.users !== after.users) return undefined
  const annotations = Change.betweenMaps(before.annotations, after.annotations)
  if (before.kept === after.kept) return annotations
  const { departed, given } = after.kept
  const rows = Change.betweenMaps(before.kept.rows, after.kept.rows)
  return { ...annotations, kept: { ...rows, given, ...(departed === undefined ? {} : { departed }) } }
}

const applied = (before: Calls.Calls, { kept, ...annotations }: Changed): Calls.Calls => {
  const annotated = { ...before, annotations: Change.appliedToMap(before.annotations, annotations) }
  if (kept === undefined) return annotated
  // one that is taken back is rare: what is looked up in the others is made anew
  const left =
    kept.remove.length === 0
      ? annotated
      : [
          ...HashMap.values(kept.remove.reduce((rows, position) => HashMap.remove(rows, position), before.kept.rows))
        ].reduce(Calls.put, { ...annotated, kept: StoredCalls.empty })
  const calls = kept.set.reduce((calls, [, row]) => Calls.put(calls, row), left)
  return { ...calls, kept: { ...calls.kept, given: kept.given, departed: kept.departed } }
}

/** Changes the calls by their annotations and the kept ones; as a whole where they are others. */
export const callsChange = Change.orWhole<Calls.Calls, Changed>(CallsTable, Changed, between, applied)
