import { RegionName } from "@remote-assist/core/Region"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { TenantName } from "../../tenants/TenantName.ts"
import { NotFoundProblem } from "../context/Problems.ts"

/** A tenant that there is. */
export const TenantEntry = Schema.Struct({
  name: TenantName,
  /** The machine's time of its last request. */
  last_used_at: Schema.DateTimeUtcFromString,
  /** How many users each region has. */
  users: Schema.Struct({ us: Schema.Int, eu: Schema.Int }),
  /** How many e-mails each outbox dropped because it was full. */
  mails_dropped: Schema.Struct({ us: Schema.Int, eu: Schema.Int }),
  /** The registered enterprise that it is of, and where that was registered. */
  enterprise: Schema.optionalKey(
    Schema.Struct({ id: Schema.Int, name: Schema.String, registered_in: TenantName, region: RegionName })
  )
}).annotate({ identifier: "Tenant" })
export type TenantEntry = typeof TenantEntry.Type

/** The tenants of the emulator; one is made by the first request that names it. */
export const TenantsGroup = HttpApiGroup.make("tenants")
  .add(
    HttpApiEndpoint.get("list", "/tenants", { success: Schema.Array(TenantEntry) }),
    HttpApiEndpoint.delete("drop", "/tenants/:name", {
      params: { name: TenantName },
      success: Schema.Struct({ dropped: TenantName }),
      error: NotFoundProblem
    })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
