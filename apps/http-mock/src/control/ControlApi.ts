import { RegionName } from "@remote-assist/core/Region"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { Fault } from "../faults/Fault.ts"
import { Limit, mostLimits } from "../faults/RateLimit.ts"
import { TenantName, isNameOf } from "../tenants/TenantName.ts"
import { DateTimeSent } from "../wire/dateTime.ts"
import { Takes } from "../world/gaps/Kind.ts"
import { CallsGroup } from "./CallsGroup.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi } from "./context/api.ts"
import { JournalGroup } from "./journal/JournalGroup.ts"
import { OutboxGroup } from "./OutboxGroup.ts"
import { StateGroup } from "./StateGroup.ts"

/** The time of a tenant: tokens, confirmations, durations, mails and `last_used_at` all follow it. */
export const Time = Schema.Struct({
  now: Schema.DateTimeUtcFromString,
  /** How many seconds pass in a second; 0 stands still. */
  scale: Schema.Finite,
  /** Whether it shows the machine's time, unchanged. */
  machine: Schema.Boolean
}).annotate({ identifier: "Time" })
export type Time = typeof Time.Type

/**
 * What to change: the time that is set, then how far it moves, then how fast it runs from there. It stops at the end of
 * the year 9999, and at the beginning of the year 1.
 */
export const TimeChange = Schema.Struct({
  /** A date-time. */
  set: Schema.optionalKey(DateTimeSent),
  /** A duration such as `31 days`, `2 hours` or `500 millis`. */
  advance: Schema.optionalKey(Schema.DurationFromString),
  scale: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))
}).annotate({ identifier: "TimeChange" })
export type TimeChange = typeof TimeChange.Type

/** Freezes, sets, moves and scales the clock of a tenant. */
export const ClockGroup = HttpApiGroup.make("clock")
  .add(
    HttpApiEndpoint.get("read", "/clock", { success: Time }).annotate(
      OpenApi.Summary,
      "Read the time of a tenant and how fast it runs"
    ),
    HttpApiEndpoint.post("change", "/clock", { payload: TimeChange, success: Time }).annotate(
      OpenApi.Summary,
      "Set the time, move it, or change how fast it runs"
    ),
    HttpApiEndpoint.delete("reset", "/clock", { success: Time }).annotate(
      OpenApi.Summary,
      "Return to the machine's time"
    )
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

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
    HttpApiEndpoint.get("list", "/tenants", { success: Schema.Array(TenantEntry) }).annotate(
      OpenApi.Summary,
      "List the tenants"
    ),
    HttpApiEndpoint.delete("drop", "/tenants/:name", {
      params: { name: TenantName },
      success: Schema.Struct({ dropped: TenantName }),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Drop a tenant")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

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
    HttpApiEndpoint.get("read", "/evidence", { success: EvidenceReport }).annotate(
      OpenApi.Summary,
      "List the documented statuses that clients have received, over all tenants"
    ),
    HttpApiEndpoint.get("table", "/evidence.txt", { success: Schema.String.pipe(HttpApiSchema.asText()) }).annotate(
      OpenApi.Summary,
      "Read the same as a table in plain text"
    )
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

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
    HttpApiEndpoint.get("list", "/faults", { success: Schema.Array(FaultEntry) }).annotate(
      OpenApi.Summary,
      "List the faults with their hits"
    ),
    HttpApiEndpoint.post("make", "/faults", { payload: Fault, success: FaultEntry, error: BadRequestProblem }).annotate(
      OpenApi.Summary,
      "Create a fault"
    ),
    HttpApiEndpoint.delete("remove", "/faults/:id", {
      params: { id: Schema.String.check(isNameOf("a fault")) },
      success: Removed,
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Remove a fault"),
    HttpApiEndpoint.delete("clear", "/faults", { success: Removed }).annotate(OpenApi.Summary, "Remove all faults")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

/** A point that the interface leaves open, and what this tenant chooses there. */
export const GapEntry = Schema.Struct({
  id: Schema.String,
  section: Schema.String,
  choice: Schema.Unknown,
  /** What is chosen unless told otherwise. */
  first: Schema.Unknown,
  /** What can be chosen, in words; absent where transitions know one choice only. */
  accepts: Schema.optionalKey(Schema.String),
  /** The same as data. */
  takes: Schema.optionalKey(Takes),
  /** What else a service could do; no transition knows it. */
  alternatives: Schema.optionalKey(Schema.String),
  reason: Schema.String,
  /** The requests of the journal whose answers rely on the choice, by their ids. */
  relied: Schema.Array(Schema.Int)
}).annotate({ identifier: "Gap" })
export type GapEntry = typeof GapEntry.Type

/** What to choose: as after the `=` of `--gap id=choice`, or as JSON. */
export const GapChoice = Schema.Struct({ choice: Schema.Json }).annotate({ identifier: "GapChoice" })
export type GapChoice = typeof GapChoice.Type

const params = { id: Schema.String.check(isNameOf("a gap")) }

/** The register of what the interface leaves open, with the choices of a tenant. */
export const GapsGroup = HttpApiGroup.make("gaps")
  .add(
    HttpApiEndpoint.get("list", "/gaps", { success: Schema.Array(GapEntry) }).annotate(
      OpenApi.Summary,
      "List the gaps of the interface and the choice at each"
    ),
    HttpApiEndpoint.get("read", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Read a gap and the requests that relied on its choice"
    ),
    HttpApiEndpoint.put("choose", "/gaps/:id", {
      params,
      payload: GapChoice,
      success: GapEntry,
      error: [NotFoundProblem, BadRequestProblem]
    }).annotate(OpenApi.Summary, "Choose at a gap, in both regions"),
    HttpApiEndpoint.delete("reset", "/gaps/:id", { params, success: GapEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Return to the first choice at a gap"
    )
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

/** What somebody has left of a limit. */
export const LimitHeld = Schema.Struct({
  region: RegionName,
  /** The place of an API key among those there are, the subject of a user token, or `unknown` for what does not work. */
  holder: Schema.String,
  remaining: Schema.Int,
  /** Until the next request passes, by the tenant's clock. */
  wait_seconds: Schema.Finite,
  /** Until all of it is there again. */
  full_seconds: Schema.Finite
}).annotate({ identifier: "RateLimitHeld" })

/** A limit that stands, and what came of it. */
export const LimitEntry = Schema.Struct({
  id: Schema.String,
  limit: Limit,
  passed: Schema.Int,
  refused: Schema.Int,
  /** The hundred who used it last, the latest first. */
  holders: Schema.Array(LimitHeld)
}).annotate({ identifier: "RateLimitEntry" })
export type LimitEntry = typeof LimitEntry.Type

const Entries = Schema.Array(LimitEntry)

const Given = Schema.Struct({
  /** Each as an object, or as a text such as `100/minute`. */
  limits: Schema.Array(Schema.Union([Schema.String, Limit])).check(Schema.isMaxLength(mostLimits))
})

/** How many requests of a tenant pass in which time. */
export const RateLimitGroup = HttpApiGroup.make("rateLimit")
  .add(
    HttpApiEndpoint.get("read", "/rate-limit", { success: Entries }).annotate(
      OpenApi.Summary,
      "List the rate limits and what is left of them"
    ),
    HttpApiEndpoint.put("set", "/rate-limit", { payload: Given, success: Entries, error: BadRequestProblem }).annotate(
      OpenApi.Summary,
      "Replace the rate limits"
    ),
    HttpApiEndpoint.delete("clear", "/rate-limit", { success: Entries }).annotate(
      OpenApi.Summary,
      "Remove the rate limits"
    ),
    HttpApiEndpoint.post("reset", "/rate-limit/reset", { success: Entries }).annotate(
      OpenApi.Summary,
      "Refill the buckets and reset the counters"
    )
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

/** The emulator's own API: puts a tenant into any state, and shows what happened there. */
export const ControlApi = emptyControlApi
  .add(TenantsGroup)
  .add(ClockGroup)
  .add(StateGroup)
  .add(OutboxGroup)
  .add(CallsGroup)
  .add(GapsGroup)
  .add(FaultsGroup)
  .add(RateLimitGroup)
  .add(JournalGroup)
  .add(EvidenceGroup)
