import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { Exported } from "../persistence/Codec.ts"
import { mostChanges } from "../tenants/State.ts"
import { isNameOf, TenantName } from "../tenants/TenantName.ts"
import { BadRequestProblem, NotFoundProblem } from "./context/api.ts"

/** The name that always means the state of now; no snapshot can have it. */
export const current = "current"

/** The name that means the state that the tenant began with. */
export const initial = "initial"

/** The name of a snapshot: of the same letters as that of a tenant. */
const SnapshotName = Schema.String.check(isNameOf("a snapshot")).annotate({ identifier: "SnapshotName" })

/** A snapshot that there is. */
export const SnapshotEntry = Schema.Struct({
  name: SnapshotName,
  /** In the time of the tenant. */
  taken_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "Snapshot" })
export type SnapshotEntry = typeof SnapshotEntry.Type

const Operation = Schema.Union([
  Schema.Struct({ op: Schema.Literal("add"), path: Schema.String, value: Schema.Json }),
  Schema.Struct({ op: Schema.Literal("remove"), path: Schema.String }),
  Schema.Struct({ op: Schema.Literal("replace"), path: Schema.String, value: Schema.Json })
])

/** What differs, as a JSON Patch (RFC 6902) of the view of each region. */
export const Differences = Schema.Struct({
  us: Schema.Array(Operation),
  eu: Schema.Array(Operation)
}).annotate({ identifier: "Differences" })
export type Differences = typeof Differences.Type

/** How many changes were taken back, and what they had changed. */
const Undone = Schema.Struct({
  count: Schema.Int,
  ...Differences.fields,
  /** False where the states have too many generated users apart to be compared; no change is listed then. */
  compared: Schema.optionalKey(Schema.Literal(false))
}).annotate({ identifier: "Undone" })

/** What can go back: the state as a whole, a part of it, or what is beside it. */
export const Part = Schema.Literals([
  "state",
  "clock",
  "outbox",
  "gaps",
  "faults",
  "rate-limit",
  "handlers",
  "journal",
  "history"
])
export type Part = typeof Part.Type

/** What goes back, and to where. */
export const Reset = Schema.Struct({
  /** A snapshot; `initial` unless given. */
  to: Schema.optionalKey(SnapshotName),
  /** The state alone unless given; `all` is the state and what is beside it. */
  parts: Schema.optionalKey(Schema.Union([Schema.Literal("all"), Schema.NonEmptyArray(Part)])),
  /** Whether the snapshots go too, or which of them stay; all stay unless given. */
  snapshots: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Struct({ keep: Schema.Array(SnapshotName).check(Schema.isMaxLength(1000)) })])
  )
}).annotate({ identifier: "Reset" })
export type Reset = typeof Reset.Type

// what an empty body is decoded as
const noBody = Schema.Null

const params = { name: SnapshotName }

/** Keeps states of a tenant, goes back to them, and tells them apart. */
export const StateGroup = HttpApiGroup.make("state")
  .add(
    HttpApiEndpoint.get("snapshots", "/snapshots", { success: Schema.Array(SnapshotEntry) }).annotate(
      OpenApi.Summary,
      "List the snapshots"
    ),
    HttpApiEndpoint.put("take", "/snapshots/:name", {
      params,
      success: SnapshotEntry,
      error: BadRequestProblem
    }).annotate(OpenApi.Summary, "Take a snapshot"),
    HttpApiEndpoint.delete("forget", "/snapshots/:name", {
      params,
      success: Schema.Struct({ forgotten: SnapshotName }),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Remove a snapshot"),
    HttpApiEndpoint.post("restore", "/snapshots/:name/restore", {
      params,
      success: Schema.Struct({ restored: SnapshotName }),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Restore a snapshot"),
    HttpApiEndpoint.post("branch", "/snapshots/:name/branch", {
      params,
      payload: Schema.Struct({ tenant: TenantName }),
      success: Schema.Struct({ tenant: TenantName }),
      error: [NotFoundProblem, BadRequestProblem]
    }).annotate(OpenApi.Summary, "Start another tenant from a snapshot"),
    HttpApiEndpoint.get("diff", "/diff", {
      query: { from: Schema.optionalKey(SnapshotName), to: Schema.optionalKey(SnapshotName) },
      success: Differences,
      error: [NotFoundProblem, BadRequestProblem]
    }).annotate(OpenApi.Summary, "Compare two snapshots, as a JSON Patch for each region"),
    HttpApiEndpoint.post("undo", "/undo", {
      payload: [
        Schema.Struct({
          count: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostChanges })))
        }),
        noBody
      ],
      success: Undone,
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Undo the last changes"),
    HttpApiEndpoint.post("reset", "/reset", {
      payload: [Reset, noBody],
      success: Schema.Struct({ reset: TenantName }),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Reset the tenant, or parts of it"),
    HttpApiEndpoint.get("save", "/state", { success: Exported }).annotate(OpenApi.Summary, "Export the state as JSON"),
    HttpApiEndpoint.put("load", "/state", {
      payload: Exported,
      success: Schema.Struct({ loaded: TenantName })
    }).annotate(OpenApi.Summary, "Replace the state; this cannot be undone")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
