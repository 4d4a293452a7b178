import type { RegionRequest } from "../wire/request.ts"
import type { Exchange } from "./Journal.ts"
import type { RegionState, Tenant } from "./Tenant.ts"

/** A request to a region of a tenant, with everything that the steps of the pipeline note on it. */
export interface RequestContext extends RegionRequest {
  readonly tenant: Tenant
  readonly state: RegionState
  /** The journal entry, or `undefined` if no journal is kept. */
  exchange: Exchange | undefined
}
