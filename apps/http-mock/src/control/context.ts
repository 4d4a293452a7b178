import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"

import type { Tenant } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"

/** What is asked for cannot be done; `detail` says why and what to do instead. */
export { BadRequestProblem } from "effect/http-api/HttpApiError"

/** There is nothing of that name; `detail` says what there is. */
export class NotFoundProblem extends HttpApiError.Problem<NotFoundProblem>()("NotFoundProblem", {
  type: "about:blank",
  status: 404,
  title: "Not Found"
}) {}

/** The emulator's own API without its groups: what holds for each of them. */
export const emptyControlApi = HttpApi.make("remote-assist-mock")
  .annotateMerge(
    OpenApi.annotations({
      title: "Control plane of the remote-assistance emulator",
      version: "1.0.0",
      description:
        "Puts a tenant of the emulator into any state and shows what happened there. The header x-mock-tenant, or /t/<name> before the path, names the tenant."
    })
  )
  // a field that is not known is a misspelt one: ignored, it would leave the tenant as it is
  .annotate(HttpApi.ParamsParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })

/** The emulator whose control plane a request is for. */
export interface EmulatorInfo {
  readonly apiKeyHeader: string
  /** Whether it is reached by HTTPS. */
  readonly secure: boolean
}

/** The emulator that the current request to the control plane is for. */
export const CurrentEmulator = Context.Reference<EmulatorInfo | undefined>(
  "@remote-assist/http-mock/control/CurrentEmulated",
  { defaultValue: () => undefined }
)

/** The emulator that the request is for. */
export const currentEmulator: Effect.Effect<EmulatorInfo> = Effect.filterOrElse(
  CurrentEmulator,
  Predicate.isNotUndefined,
  () => Effect.die("no emulator was named for the request")
)

/** The tenant that a request to the control plane names, by path or header. */
export const CurrentTenant = Context.Reference<Tenant | undefined>("@remote-assist/http-mock/control/CurrentTenant", {
  defaultValue: () => undefined
})

/** The tenant that the request is about. */
export const currentTenant: Effect.Effect<Tenant> = Effect.filterOrElse(CurrentTenant, Predicate.isNotUndefined, () =>
  Effect.die("no tenant was chosen for the request")
)

/** The tenants that the control plane rules. */
export class AllTenants extends Context.Service<AllTenants, Tenants>()("@remote-assist/http-mock/control/Registry") {}
