import * as Effect from "effect/Effect"

import { notKnown } from "../../text/notKnown.ts"
import { tell } from "./Output.ts"

/** Tells of what is under way, such as `deactivating grace@example.com`, where a signal ends it before the answer is there. */
export const toldIfInterrupted =
  (doing: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(effect, () => tell(notKnown(doing)))
