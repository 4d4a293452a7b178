import type { GroupName } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"

import type { Access } from "../control/access.ts"
import * as ControlHandler from "../control/handler.ts"
import { ApiKeyHeader } from "../service/guards.ts"
import { routerOf } from "../service/router.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Answer } from "../wire/Answer.ts"
import type { Cors } from "../wire/cors.ts"
import { crossOrigin } from "./crossOrigin.ts"
import { dispatch } from "./dispatch.ts"
import { overHttp } from "./overHttp.ts"

/** Makes what answers every request to the emulator of some tenants, by who may use the control plane. */
export const make = (tenants: Tenants, apiKeyHeader: string, cors: Cors) => {
  const handler = ControlHandler.of(tenants)
  const service = (group: GroupName) => Effect.map(routerOf(group), Effect.provideService(ApiKeyHeader, apiKeyHeader))
  return (access: Access): Answer =>
    crossOrigin(overHttp(dispatch(tenants, service, { handler, access, apiKeyHeader })), cors)
}
