import type { Access } from "../control/access.ts"
import * as ControlHandler from "../control/handler.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import type { Answer } from "../wire/Answer.ts"
import type { Cors } from "../wire/cors.ts"
import { dispatch } from "./dispatch.ts"
import { crossOrigin, overHttp } from "./http.ts"

/** Makes what answers every request to the emulator of some tenants, by who may use the control plane. */
export const make = (tenants: Tenants, apiKeyHeader: string, cors: Cors, upstream?: Upstream) => {
  const handler = ControlHandler.of(tenants)
  return (access: Access): Answer =>
    crossOrigin(overHttp(dispatch(tenants, { handler, access, apiKeyHeader }, upstream), upstream !== undefined), cors)
}
