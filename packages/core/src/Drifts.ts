import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"

import { Report } from "./Drift.ts"
import type { Drift } from "./Errors.ts"

/** All drift, past and future, as a stream. */
export class Drifts extends Context.Service<Drifts, { readonly stream: Stream.Stream<Drift> }>()(
  "@remote-assist/core/Drifts"
) {}

/** Layer that omits drift from answers and streams it by {@link Drifts}, which stores the last 1,024. */
export const layer: Layer.Layer<Drifts> = Layer.effectContext(
  Effect.gen(function* () {
    const found = yield* PubSub.sliding<Drift>({ capacity: 1024, replay: 1024 })
    return Context.make(Drifts, { stream: Stream.fromPubSub(found) }).pipe(
      Context.add(Report, (drift) => Effect.asVoid(PubSub.publish(found, drift)))
    )
  })
)
