import * as fc from "fast-check"

import { Ref } from "./Command.ts"
import type { Kind } from "./Command.ts"

/** Things of a kind that are known by then. */
export const refs = (kind: Kind, before?: string): fc.Arbitrary<Ref> =>
  fc.noShrink(fc.integer({ min: 0, max: 0xff_ff })).map((pick) => new Ref(kind, pick, before))
