import * as Effect from "effect/Effect"

import { look } from "../../tenants/Tenant.ts"
import type { Chosen } from "../../world/gaps/Gaps.ts"
import * as Refusal from "../../world/Refusal.ts"

/** Words refusals by the choices of the deployment that the request is for. */
const worded =
  <E>(errorOf: (refused: Refusal.Refusal, choices: Chosen) => E) =>
  <A, R>(answer: Effect.Effect<A, Refusal.Refusal, R>): Effect.Effect<A, E, R> =>
    Effect.catch(answer, (refused) =>
      Effect.flatMap(look, ({ world }) => Effect.fail(errorOf(refused, world.settings.choices)))
    )

export const inV1 = worded(Refusal.toErrorV1)

export const inV1Token = worded(Refusal.toErrorV1Token)

export const inV1R1 = worded(Refusal.toErrorV1R1)

export const inText = worded(Refusal.toErrorText)

export const inCall = worded(Refusal.toErrorCall)
