import { Api } from "@remote-assist/core/Api"
import { Principal } from "@remote-assist/core/Credentials"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Result from "effect/Result"

import { look } from "../../../tenants/Tenant.ts"
import { permitted } from "../../access/authenticate.ts"
import { inV1R1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

export const layer = HttpApiBuilder.group(Api, "Pods", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { world } = yield* look
      const principal = yield* Principal
      return yield* Effect.fromResult(
        Result.andThen(permitted(world, principal, "manage_groups"), () => Transitions.list(world, query))
      )
    }, inV1R1)
  })
)
