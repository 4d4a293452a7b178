import { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

const hour = 3_600_000

const longestLife = Duration.days(36_500)

const Millis = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: hour }))

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

const ErrorStatus = Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 }))

/** What the body of an error says; a sentence with the fault's id and the code of the emulator unless set. */
const words = { message: Schema.optionalKey(Schema.String), code: Schema.optionalKey(Schema.Int) }

/** Which of the matching requests are hit: the nth, the first so many, or each with a probability. */
export const When = Schema.Union([
  Schema.Struct({ nth: Count }),
  Schema.Struct({ first: Count }),
  Schema.Struct({ probability: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })) })
]).annotate({ expected: "one of nth, first and probability" })
export type When = typeof When.Type

/** How long a request waits before it is taken on, in milliseconds: fixed, uniform, or lognormal. */
export const Latency = Schema.Union([
  Schema.Struct({ fixed: Millis }),
  Schema.Struct({ min: Millis, max: Millis }).check(
    Schema.makeFilter(({ max, min }) => (min <= max ? undefined : "The max is below the min."))
  ),
  Schema.Struct({ median: Millis, sigma: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5 })) })
]).annotate({ expected: "fixed, or min and max, or median and sigma" })
export type Latency = typeof Latency.Type

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

/** What a fault does to the answer. */
export const FaultEffect = Schema.Union([Status, Expired, RateLimit, Html, Malformed, Reset, Truncate, Slow]).annotate({
  expected: "a kind of status, expired, rateLimit, html, malformed, reset, truncate or slow"
})
export type FaultEffect = typeof FaultEffect.Type

const breaksTheAnswer: ReadonlySet<FaultEffect["kind"]> = new Set(["malformed", "truncate", "slow"])

/** Whether the operation happens before the fault, which then takes its answer. */
export const isAfter = ({ after, does }: Fault): boolean =>
  after ?? (does !== undefined && breaksTheAnswer.has(does.kind))

/** A fault: which requests it is for, which of them it hits, and what happens to these. */
export const Fault = Schema.Struct({
  /** Operations such as `EnterpriseUsers.list`; `*` is every one. */
  operations: Schema.NonEmptyArray(Schema.String),
  region: Schema.optionalKey(RegionName),
  /** Every matching request unless set. */
  when: Schema.optionalKey(When),
  latency: Schema.optionalKey(Latency),
  does: Schema.optionalKey(FaultEffect),
  /** Lets the operation happen and takes its answer; so do `malformed`, `truncate` and `slow` by themselves. */
  after: Schema.optionalKey(Schema.Boolean),
  /** How long it stands, by the tenant's clock. */
  ttl: Schema.optionalKey(
    Schema.DurationFromString.check(
      Schema.makeFilter((ttl) => Duration.isPositive(ttl) && Duration.isLessThanOrEqualTo(ttl, longestLife), {
        expected: "a duration such as 10 minutes, of more than nothing and 36500 days at most"
      })
    )
  )
})
  .check(
    Schema.makeFilter(({ after, does, latency, operations }) => {
      if (does === undefined && latency === undefined) return "A fault has what it does, a latency, or both."
      if (after !== undefined && does === undefined)
        return "after goes with does: a latency alone comes before the operation and leaves its answer as it is."
      if (after === false && does !== undefined && breaksTheAnswer.has(does.kind))
        return `${does.kind} breaks the answer of the operation, which must happen first: leave after out.`
      if (operations.includes("*") && operations.length > 1) return "Name operations or *, not both."
      return undefined
    })
  )
  .annotate({ identifier: "Fault" })
export type Fault = typeof Fault.Type
