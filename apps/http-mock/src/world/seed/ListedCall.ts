import { RegionName } from "@remote-assist/core/Region"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { millisOf } from "../calls/model/offset.ts"
import { inOrder, scriptFields } from "../calls/Script.ts"
import { mostKept } from "../life/mostKept.ts"

/** The most calls that a world file lists. */
export const mostListed = mostKept

/** A call of a world file: its script, and how long before the world it began. */
export const ListedCall = Schema.Struct({
  ...scriptFields,
  /** Both unless set. */
  region: Schema.optionalKey(RegionName),
  /** How long before the beginning of the world; as it begins unless set. */
  ago: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => Option.isSome(millisOf(text)), {
        expected: "how long before the world begins, such as 2 hours, a year at most"
      })
    )
  )
}).check(inOrder)
export type ListedCall = typeof ListedCall.Type
