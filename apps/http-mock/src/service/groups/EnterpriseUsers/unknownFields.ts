import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"

import { look } from "../../../tenants/Tenant.ts"
import { choose } from "../../../world/gaps/Gaps.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"

/** Refuses a body with fields beyond the known ones where the gap says so; else they are passed over. */
export const knownOnly = (
  request: HttpServerRequest.HttpServerRequest,
  known: Readonly<Record<string, unknown>>
): Effect.Effect<void, Refusal> =>
  Effect.gen(function* () {
    const { world } = yield* look
    if (choose(world.settings.choices, "request.unknown-fields") === "ignored") return
    const body = yield* Effect.orDie(request.json)
    const unknown = Predicate.isObject(body) ? Object.keys(body).filter((field) => !Object.hasOwn(known, field)) : []
    if (unknown.length > 0)
      return yield* Effect.fail(
        refusal(
          "badInput",
          `The fields ${unknown.join(", ")} are not known. Send some of ${Object.keys(known).join(", ")}.`
        )
      )
  })
