import * as Schema from "effect/Schema"

import { Body, Override, Worst } from "./bending/Bending.ts"
import { Count, Millis } from "./Measures.ts"

const ErrorStatus = Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 }))

/** What the body of an error says; a sentence with the fault's id and the code of the emulator unless set. */
const words = { message: Schema.optionalKey(Schema.String), code: Schema.optionalKey(Schema.Int) }

/** An error with a status, in the error form of the operation. */
const Status = Schema.Struct({ kind: Schema.Literal("status"), status: ErrorStatus, ...words })

/** The user token has expired: in whichever of the two forms the operation has. */
const Expired = Schema.Struct({ kind: Schema.Literal("expired") })

/** 429 with `Retry-After`, in seconds or as a date of the tenant's clock. */
const RateLimit = Schema.Struct({
  kind: Schema.Literal("rateLimit"),
  retryAfter: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })),
  as: Schema.optionalKey(Schema.Literals(["seconds", "date"])),
  ...words
})

/** The page of a proxy; 502 unless set. */
const Html = Schema.Struct({ kind: Schema.Literal("html"), status: Schema.optionalKey(ErrorStatus) })

/** The answer's JSON cut off, which it is unless set, or JSON of another shape. */
const Malformed = Schema.Struct({
  kind: Schema.Literal("malformed"),
  shape: Schema.optionalKey(Schema.Literals(["cut", "other"]))
})

/** The connection is reset without an answer. */
const Reset = Schema.Struct({ kind: Schema.Literal("reset") })

/** The connection closes after some bytes of the body, half of it unless set; the head promises all. */
const Truncate = Schema.Struct({
  kind: Schema.Literal("truncate"),
  bytes: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
})

/** The body comes in chunks of bytes, 16 unless set, with milliseconds between them, 100 unless set. */
const Slow = Schema.Struct({
  kind: Schema.Literal("slow"),
  chunk: Schema.optionalKey(Count),
  every: Schema.optionalKey(Millis)
})

/** What a fault does to an answer. */
export const FaultEffect = Schema.Union([
  Status,
  Expired,
  RateLimit,
  Html,
  Malformed,
  Reset,
  Truncate,
  Slow,
  Override,
  Body,
  Worst
]).annotate({
  expected: "a kind of status, expired, rateLimit, html, malformed, reset, truncate, slow, override, body or worst"
})
export type FaultEffect = typeof FaultEffect.Type

const ofOwnAnswer: ReadonlySet<FaultEffect["kind"]> = new Set(["malformed", "truncate", "slow", "override", "worst"])

/** Whether it makes something of the answer of the operation, which happens then. */
export const needsOwnAnswer = ({ kind }: FaultEffect): boolean => ofOwnAnswer.has(kind)
