import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import type { Tenant } from "../../tenants/Tenant.ts"
import type { Tenants } from "../../tenants/Tenants.ts"
import type { Answer } from "../../wire/response.ts"

/** The emulator whose control plane a request is for. */
export interface Emulated {
  /** Answers any request to it. */
  readonly answer: Answer
  readonly apiKeyHeader: string
  /** Whether it is reached by HTTPS. */
  readonly secure: boolean
}

/** The emulator that the current request to the control plane is for. */
export const CurrentEmulated = Context.Reference<Emulated | undefined>(
  "@remote-assist/http-mock/control/CurrentEmulated",
  { defaultValue: () => undefined }
)

/** The emulator that the request is for. */
export const emulated: Effect.Effect<Emulated> = Effect.filterOrElse(CurrentEmulated, Predicate.isNotUndefined, () =>
  Effect.die("no emulator was named for the request")
)

/** The tenant that a request to the control plane names, by path or header. */
export const CurrentTenant = Context.Reference<Tenant | undefined>("@remote-assist/http-mock/control/CurrentTenant", {
  defaultValue: () => undefined
})

/** The tenant that the request is about. */
export const tenant: Effect.Effect<Tenant> = Effect.filterOrElse(CurrentTenant, Predicate.isNotUndefined, () =>
  Effect.die("no tenant was chosen for the request")
)

/** The tenants that the control plane rules. */
export class Registry extends Context.Service<Registry, Tenants>()("@remote-assist/http-mock/control/Registry") {}
