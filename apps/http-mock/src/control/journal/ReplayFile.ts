import { RegionName } from "@remote-assist/core/Region"
import * as Schema from "effect/Schema"

import { DateTimeSent } from "../../wire/dateTime.ts"
import { RecordedAnswer, Content, Headers } from "./RecordedAnswer.ts"

/** A request of a replay. */
export const ReplayRequest = Schema.Struct({
  /** Its id in the journal that it was taken from. */
  id: Schema.Int,
  /** The time at which the clock stands while it runs. */
  at: DateTimeSent,
  region: RegionName,
  method: Schema.String,
  /** From the region on, with the query as sent. */
  path: Schema.String,
  headers: Headers,
  /** Where its sender found the region, with which addresses in its answer begin: `http://127.0.0.1:4010/us`. */
  base: Schema.optionalKey(Schema.String),
  body: Content,
  /** The state that its region is put into first; absent where it is what the request before left. */
  world: Schema.optionalKey(Schema.Unknown),
  /** What the service answered; null where it never did. */
  answer: Schema.NullOr(RecordedAnswer)
})
export type ReplayRequest = typeof ReplayRequest.Type

/** Requests in the order in which they reached the world, and all that their answers follow from. */
export const ReplayFile = Schema.Struct({
  format: Schema.Literal("remote-assist-mock replay"),
  version: Schema.Literal(1),
  requests: Schema.Array(ReplayRequest)
}).annotate({ identifier: "ReplayFile" })
export type ReplayFile = typeof ReplayFile.Type

/** Where an answer differs: the status, a header, or the body from a byte on. */
export const Difference = Schema.Struct({
  /** Such as `status`, `header content-type` or `body from byte 17 on`. */
  what: Schema.String,
  recorded: Schema.String,
  replayed: Schema.String
})
export type Difference = typeof Difference.Type

/** What became of a request: its answer is equal, it differs, or none was recorded to compare. */
export const ReplayOutcome = Schema.Struct({
  id: Schema.Int,
  method: Schema.String,
  path: Schema.String,
  result: Schema.Literals(["equal", "different", "not compared"]),
  differences: Schema.Array(Difference)
})
export type ReplayOutcome = typeof ReplayOutcome.Type

/** What a replay came to. */
export const ReplayReport = Schema.Struct({
  /** The tenant that it ran on, which stays. */
  tenant: Schema.String,
  equal: Schema.Int,
  different: Schema.Int,
  not_compared: Schema.Int,
  requests: Schema.Array(ReplayOutcome)
}).annotate({ identifier: "ReplayReport" })
export type ReplayReport = typeof ReplayReport.Type
