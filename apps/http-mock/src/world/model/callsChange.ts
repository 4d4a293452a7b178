import { Annotation } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"

import * as Calls from "../calls/Calls.ts"
import { CallsTable } from "../calls/callsSchema.ts"
import { CallRow } from "../calls/kept/CallRow.ts"
import * as Kept from "../calls/kept/Kept.ts"
import * as Change from "./Change.ts"

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
        ].reduce(Calls.put, { ...annotated, kept: Kept.empty })
  const calls = kept.set.reduce((calls, [, row]) => Calls.put(calls, row), left)
  return { ...calls, kept: { ...calls.kept, given: kept.given, departed: kept.departed } }
}

/** Changes the calls by their annotations and the kept ones; as a whole where they are others. */
export const callsChange = Change.orWhole<Calls.Calls, Changed>(CallsTable, Changed, between, applied)
