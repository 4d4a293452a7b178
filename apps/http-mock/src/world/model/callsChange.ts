import { Annotation } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import type { Calls } from "../calls/Calls.ts"
import { CallsTable } from "../calls/callsSchema.ts"
import * as Change from "./Change.ts"

const Annotations = Change.mapChange(Schema.Int, Annotation)
type Annotated = typeof Annotations.Type

/** Changes the calls by their annotations; as a whole where they are others. */
export const callsChange = Change.orWhole<Calls, Annotated>(
  CallsTable,
  Annotations,
  (before, after) =>
    before.seed === after.seed &&
    before.size === after.size &&
    before.users === after.users &&
    before.shape === after.shape
      ? Change.betweenMaps(before.annotations, after.annotations)
      : undefined,
  (before, change) => ({ ...before, annotations: Change.appliedToMap(before.annotations, change) })
)
