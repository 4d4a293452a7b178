import { Annotation } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import type { Calls } from "../calls/Calls.ts"
import { CallsTable } from "../calls/callsSchema.ts"
import * as Change from "./Change.ts"

const byAnnotations = Change.by(
  Change.mapChange(Schema.Int, Annotation),
  (before: Calls, after: Calls) => Change.betweenMaps(before.annotations, after.annotations),
  (before, change) => ({ ...before, annotations: Change.appliedToMap(before.annotations, change) })
)

/** Changes the calls by their annotations; as a whole where they are others. */
export const callsChange = Change.orWhole<Calls>(
  CallsTable,
  (before, after) => before.seed === after.seed && before.size === after.size && before.users === after.users,
  byAnnotations
)
