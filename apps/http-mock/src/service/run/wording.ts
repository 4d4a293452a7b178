import * as Effect from "effect/Effect"

import { look } from "../../tenants/Tenant.ts"
import * as Errors from "../../wire/serviceErrors.ts"
import type { Chosen } from "../../world/gaps/Gaps.ts"
import type { Refusal } from "../../world/Refusal.ts"

/** Words refusals by the choices of the deployment that the request is for. */
const worded =
  <E>(errorOf: (refused: Refusal, choices: Chosen) => E) =>
  <A, R>(answer: Effect.Effect<A, Refusal, R>): Effect.Effect<A, E, R> =>
    Effect.catch(answer, (refused) =>
      Effect.flatMap(look, ({ world }) => Effect.fail(errorOf(refused, world.settings.choices)))
    )

export const inV1 = worded(Errors.toErrorV1)

export const inV1Token = worded(Errors.toErrorV1Token)

export const inV1R1 = worded(Errors.toErrorV1R1)

export const inText = worded(Errors.toErrorText)

export const inCall = worded(Errors.toErrorCall)
