import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"

import { choose } from "../../Gaps.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import { look } from "../../tenants/Tenant.ts"

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
