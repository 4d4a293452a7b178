import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"

import { look } from "../../../tenants/Tenant.ts"
import type { World } from "../../../world/model/World.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import { tokenIn } from "../../guards.ts"
import { inV1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

const answer = <A>(read: (world: World, now: number) => Result.Result<A, Refusal>) =>
  inV1(Effect.flatMap(look, ({ now, world }) => Effect.fromResult(read(world, now))))

export const layer = HttpApiBuilder.group(Api, "Tokens", (handlers) =>
  handlers.handleAll({
    info: ({ query, request }) => {
      const token = query.token === undefined ? tokenIn(request) : Redacted.value(query.token)
      return answer((world, now) => Transitions.info(world, token, now))
    },
    validate: ({ query: { token: given, ...demands }, request }) => {
      const token = given === undefined ? tokenIn(request) : Redacted.value(given)
      return answer((world, now) => Transitions.validate(world, token, demands, now))
    }
  })
)
