import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { Fault } from "../../faults/Fault.ts"
import { isNameOf } from "../../tenants/TenantName.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"

/** An active fault, and what came of it. */
export const FaultEntry = Schema.Struct({
  id: Schema.String,
  fault: Fault,
  /** Requests that it is for, and that no fault made before it took. */
  matches: Schema.Int,
  hits: Schema.Int,
  /** How many hits are to come; absent where their number is open. */
  remaining: Schema.optionalKey(Schema.Int),
  /** Paths of a patch that were not there, each with the number of answers; absent if there are none. */
  missed: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  /** When it ends, by the tenant's clock. */
  until: Schema.optionalKey(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "FaultEntry" })
export type FaultEntry = typeof FaultEntry.Type

const Removed = Schema.Struct({ removed: Schema.Int })

/** Makes requests fail, wait and break, for one tenant. */
export const FaultsGroup = HttpApiGroup.make("faults")
  .add(
    HttpApiEndpoint.get("list", "/faults", { success: Schema.Array(FaultEntry) }),
    HttpApiEndpoint.post("make", "/faults", { payload: Fault, success: FaultEntry, error: BadRequestProblem }),
    HttpApiEndpoint.delete("remove", "/faults/:id", {
      params: { id: Schema.String.check(isNameOf("a fault")) },
      success: Removed,
      error: NotFoundProblem
    }),
    HttpApiEndpoint.delete("clear", "/faults", { success: Removed })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
