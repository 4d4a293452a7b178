import { Annotation } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { hashMap } from "../hashMapCodec.ts"
import { Position } from "../users/usersSchema.ts"
import { mostCalls } from "./Calls.ts"
import { defaultShape, shapes } from "./generated/shapes.ts"

/** The table of calls, saved without the rows that are made on demand. */
export const CallsTable = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostCalls })),
  /** How many users the calls were made for. */
  users: Position,
  // a file from before there were shapes has none
  shape: Schema.Literals(shapes).pipe(Schema.withDecodingDefaultKey(Effect.succeed(defaultShape))),
  annotations: hashMap(Schema.Int, Annotation)
})
