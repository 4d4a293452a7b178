import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Schema from "effect/Schema"

import { StubMapping } from "../../stubs/mapping/StubMapping.ts"
import { NotFoundProblem } from "../context/Problems.ts"

const Seen = { operation: Schema.String, status: Schema.Int, answers: Schema.Int }

/** How what an upstream answers differs from the contract and from what the emulator answers. */
export const DriftReport = Schema.Struct({
  differences: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      status: Schema.Int,
      /** As a JSONPath, or `status` or `content-type`. */
      path: Schema.String,
      expected: Schema.String,
      got: Schema.String,
      against: Schema.Literals(["contract", "emulator"])
    })
  ),
  compared: Schema.Array(Schema.Struct(Seen)),
  not_compared: Schema.Array(Schema.Struct({ ...Seen, why: Schema.String }))
}).annotate({ identifier: "DriftReport" })

/** Stub mappings of what meets no operation, and why some of it is not among them. */
export const Recorded = Schema.Struct({
  mappings: Schema.Array(StubMapping),
  left_out: Schema.Array(Schema.Struct({ why: Schema.String, requests: Schema.Int }))
}).annotate({ identifier: "Recorded" })

/** What is known of the services that requests are passed on to, of all tenants. */
export const UpstreamGroup = HttpApiGroup.make("upstream")
  .add(
    HttpApiEndpoint.get("drift", "/drift", { success: DriftReport, error: NotFoundProblem }),
    HttpApiEndpoint.get("recorded", "/recorded", { success: Recorded, error: NotFoundProblem }),
    HttpApiEndpoint.delete("forget", "/recorded", {
      success: Schema.Struct({ mappings: Schema.Int }),
      error: NotFoundProblem
    })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
