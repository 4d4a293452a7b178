import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

const line = { operation: Schema.String, status: Schema.Int }

const shown = {
  /** Whether the service itself answered it. */
  served: Schema.Boolean,
  /** Whether a fault answered it in place of the service. */
  injected: Schema.Boolean,
  /** The kinds of clients that had it: `sdk`, `raw`, or what they say in the header x-mock-driver. */
  drivers: Schema.Array(Schema.String)
}

/** What shows that the documented statuses can be had, since the emulator began, of all tenants. */
export const EvidenceReport = Schema.Struct({
  /** Every documented status of every operation; one that nothing shows has no drivers. */
  documented: Schema.Array(Schema.Struct({ ...line, ...shown })),
  /** Answers with statuses that the interface does not document for their operation. */
  undocumented: Schema.Array(Schema.Struct({ ...line, ...shown })),
  /** Fields that requests of the journals sent and no handler reads. */
  unread: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      in: Schema.Literals(["body", "query"]),
      field: Schema.String,
      requests: Schema.Int
    })
  )
}).annotate({ identifier: "EvidenceReport" })
export type EvidenceReport = typeof EvidenceReport.Type

/** Which operations and statuses the clients of the emulator have had. */
export const EvidenceGroup = HttpApiGroup.make("evidence")
  .add(
    HttpApiEndpoint.get("read", "/evidence", { success: EvidenceReport }),
    HttpApiEndpoint.get("table", "/evidence.txt", { success: Schema.String.pipe(HttpApiSchema.asText()) })
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
