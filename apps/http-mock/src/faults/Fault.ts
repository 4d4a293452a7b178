import { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

import { oneForm } from "../world/oneForm.ts"
import { FaultEffect, needsOwnAnswer } from "./FaultEffect.ts"
import { Caller, Where } from "./matching/Where.ts"
import { Count, Millis } from "./Measures.ts"

export { FaultEffect } from "./FaultEffect.ts"

const longestLife = Duration.days(36_500)

/** Which of the matching requests are hit: the nth, the first so many, or each with a probability. */
export const When = oneForm("one of nth, first and probability", [
  Schema.Struct({ nth: Count }),
  Schema.Struct({ first: Count }),
  Schema.Struct({ probability: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })) })
])
export type When = typeof When.Type

/** How long a request waits before it is taken on, in milliseconds: fixed, uniform, or lognormal. */
export const Latency = oneForm("fixed, or min and max, or median and sigma", [
  Schema.Struct({ fixed: Millis }),
  Schema.Struct({ min: Millis, max: Millis }).check(
    Schema.makeFilter(({ max, min }) => (min <= max ? undefined : "The max is below the min."))
  ),
  Schema.Struct({ median: Millis, sigma: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5 })) })
])
export type Latency = typeof Latency.Type

/** One effect, or several, of which each hit takes the next. */
const Does = Schema.Union([FaultEffect, Schema.NonEmptyArray(FaultEffect).check(Schema.isMaxLength(1000))])

/** What a fault does, in the order of its hits. */
export const effectsOf = ({ does }: { readonly does?: typeof Does.Type | undefined }): ReadonlyArray<FaultEffect> =>
  does === undefined ? [] : "kind" in does ? [does] : does

/** Whether the operation happens before the effect, which then takes its answer. */
export const isAfter = ({ after }: { readonly after?: boolean }, does: FaultEffect): boolean =>
  after ?? needsOwnAnswer(does)

/** A fault: which requests it is for, which of them it hits, and what happens to these. */
export const Fault = Schema.Struct({
  /** Operations such as `EnterpriseUsers.list`; `*` is every one. */
  operations: Schema.NonEmptyArray(Schema.String.check(Schema.isMaxLength(100))).check(Schema.isMaxLength(100)),
  region: Schema.optionalKey(RegionName),
  caller: Schema.optionalKey(Caller),
  where: Schema.optionalKey(Where),
  /** Every matching request unless set. */
  when: Schema.optionalKey(When),
  latency: Schema.optionalKey(Latency),
  does: Schema.optionalKey(Does),
  /** What comes after the last of several effects: it stays, which it does unless set, all begin again, or no hit more. */
  afterLast: Schema.optionalKey(Schema.Literals(["stay", "repeat", "stop"])),
  /** Lets the operation happen and takes its answer; what makes something of that answer does so by itself. */
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
    Schema.makeFilter(({ after, afterLast, does, latency, operations }) => {
      if (does === undefined && latency === undefined) return "A fault has what it does, a latency, or both."
      if (after !== undefined && does === undefined)
        return "after goes with does: a latency alone comes before the operation and leaves its answer as it is."
      const breaking = after === false ? effectsOf({ does }).find(needsOwnAnswer) : undefined
      if (breaking !== undefined)
        return `${breaking.kind} breaks the answer of the operation, which must happen first: leave after out.`
      if (afterLast !== undefined && (does === undefined || "kind" in does))
        return "afterLast goes with a list of effects in does: it says what comes after the last of them."
      if (operations.includes("*") && operations.length > 1) return "Name operations or *, not both."
      return undefined
    })
  )
  .annotate({ identifier: "Fault" })
export type Fault = typeof Fault.Type

/** A fault as JSON: its `ttl` is a text. */
export type FaultGiven = typeof Fault.Encoded
