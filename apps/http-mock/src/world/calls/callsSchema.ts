import { Annotation } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import { hashMap } from "../hashMapCodec.ts"

/** The table of calls, saved without the rows that are made on demand. */
export const CallsTable = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int,
  /** How many users the calls were made for. */
  users: Schema.Int,
  annotations: hashMap(Schema.Int, Annotation)
})
