import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { Tenant } from "../../tenants/Tenant.ts"

/** The tenant that a request to the control plane names, by path or header. */
export const CurrentTenant = Context.Reference<Tenant | undefined>("@remote-assist/http-mock/control/CurrentTenant", {
  defaultValue: () => undefined
})

/** The tenant that the request is about. */
export const tenant: Effect.Effect<Tenant> = Effect.filterOrElse(CurrentTenant, Predicate.isNotUndefined, () =>
  Effect.die("no tenant was chosen for the request")
)
