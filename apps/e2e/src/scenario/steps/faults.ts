import { CallOptions } from "@remote-assist/core/CallOptions"
import type { OperationId } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"

import { Target } from "../../targets/Target.ts"
import { refusedOnV1 } from "./refusals.ts"
import type { Failure } from "./refusals.ts"

/**
 * Does something while an operation answers with an internal error, every time or the first few times; for scenarios
 * that need `control`.
 */
export const whileFailing = <A, E, R>(
  operation: OperationId,
  act: Effect.Effect<A, E, R>,
  when: { readonly first?: number } = {}
) =>
  Effect.gen(function* () {
    const { faults } = yield* (yield* Target).control
    const { first } = when
    return yield* Effect.acquireUseRelease(
      Effect.orDie(
        faults.make({
          payload: {
            operations: [operation],
            does: { kind: "status", status: 500 },
            ...(first === undefined ? {} : { when: { first } })
          }
        })
      ),
      () => act,
      ({ id }) => Effect.orDie(faults.remove({ params: { id } }))
    )
  })

/** Expects an operation of `/v1` to say so when it fails inside, once as the client does not repeat it; for scenarios that need `control`. */
export const failsInside = <A, R>(operation: OperationId, act: Effect.Effect<A, Failure, R>) =>
  whileFailing(operation, refusedOnV1(operation, act, 500)).pipe(Effect.provideService(CallOptions, { retries: 0 }))
