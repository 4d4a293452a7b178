import * as Context from "effect/Context"

import type { Tenants } from "../../tenants/Tenants.ts"

/** The tenants that the control plane rules. */
export class Registry extends Context.Service<Registry, Tenants>()("@remote-assist/http-mock/control/Registry") {}
