import { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { numberOf, textOf } from "../world/json.ts"
import { durationOf } from "../world/timestamp.ts"
import { isPointer } from "./patch.ts"
import { Count } from "./RateLimit.ts"

/** Returns the fields that a form does not have. */
const unknownFields = (issue: SchemaIssue.Issue): ReadonlyArray<string> => {
  if (issue._tag === "Composite") return issue.issues.flatMap(unknownFields)
  return issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey" ? issue.path.map(String) : []
}

/** Replaces the error of a union by the one of the form that has all fields of the input, or by the expected forms. */
const clarify = (issue: SchemaIssue.Issue, expected: string): SchemaIssue.Issue => {
  if (issue._tag !== "AnyOf" || issue.issues.length === 0) return issue
  const [matching, ...others] = issue.issues.filter((one) => unknownFields(one).length === 0)
  if (matching !== undefined && others.length === 0) return matching
  const names = [...new Set(issue.issues.flatMap(unknownFields))].slice(0, 5).map((name) => name.slice(0, 100))
  const rejected = matching === undefined ? `, not ${names.join(" and ")}` : ""
  return new SchemaIssue.InvalidValue({ message: `Expected ${expected}${rejected}` })
}

/** Makes a union of forms with different fields. An error describes the matching form, or names all forms if none matches. */
const oneForm = <Forms extends ReadonlyArray<Schema.Constraint>>(expected: string, forms: Forms) =>
  Schema.Union(forms)
    .annotate({ expected })
    .pipe(Schema.catchDecoding((issue) => Effect.fail(clarify(issue, expected))))

const Millis = numberOf("of milliseconds such as 200", 0, 3_600_000)

const ErrorStatus = Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 }))

const AnyStatus = Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))

/** Which of the matching requests are hit: the nth one, the first ones, or each with a probability. */
const When = oneForm("one of nth, first and probability", [
  Schema.Struct({ nth: Count }),
  Schema.Struct({ first: Count }),
  Schema.Struct({ probability: numberOf("from 0 to 1 such as 0.05", 0, 1) })
])
export type When = typeof When.Type

/** The latency of a request in milliseconds: fixed, uniform or lognormal. */
const Latency = oneForm("fixed, or min and max, or median and sigma", [
  Schema.Struct({ fixed: Millis }),
  Schema.Struct({ min: Millis, max: Millis }).check(
    Schema.makeFilter(({ max, min }) => (min <= max ? undefined : "The max is below the min."))
  ),
  Schema.Struct({ median: Millis, sigma: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5 })) })
])
export type Latency = typeof Latency.Type

const Text = Schema.String.check(Schema.isMaxLength(10_000))

/** A condition on a value. A plain value is short for `equals`. */
const Condition = oneForm("a value, or one of equals, contains, matches and absent", [
  Schema.Union([Text, Schema.Finite, Schema.Boolean, Schema.Null]),
  Schema.Struct({ equals: Schema.Json }),
  Schema.Struct({ contains: Text }),
  Schema.Struct({ matches: Schema.String.check(Schema.isMaxLength(500)) }),
  Schema.Struct({ absent: Schema.Boolean })
])
export type Condition = typeof Condition.Type

const maxEntries = <Value>(noun: string, max: number) =>
  Schema.makeFilter((values: Readonly<Record<string, Value>>) => Object.keys(values).length <= max, {
    expected: `at most ${max} ${noun}`
  })

const expectedPointer = "a JSON Pointer such as /entries/0/name, with * for every entry or field"

const Pointer = textOf(isPointer, expectedPointer).check(Schema.isMaxLength(500))

const conditionsByName = Schema.optionalKey(Schema.Record(Schema.String, Condition).check(maxEntries("conditions", 50)))

/** Conditions that a request must all meet. */
export const Where = Schema.Struct({
  headers: conditionsByName,
  query: conditionsByName,
  /** Path parameters by the names of the contract, such as `user_id`. */
  params: conditionsByName,
  /** Values of the JSON body by JSON Pointer. One of several values is enough. */
  body: Schema.optionalKey(
    Schema.Record(Schema.String, Condition).check(
      maxEntries("conditions", 50),
      Schema.makeFilter((conditions) => {
        if (Object.keys(conditions).some((pointer) => pointer.length > 500))
          return "Expected JSON Pointers of at most 500 characters"
        const other = Object.keys(conditions).find((pointer) => !isPointer(pointer))
        return other === undefined
          ? undefined
          : `Expected ${expectedPointer}, not ${JSON.stringify(other.slice(0, 100))}`
      })
    )
  )
})
export type Where = typeof Where.Type

/** The user of a request's token: an id, a username, an e-mail address, a subject, or `anonymous`. */
const Caller = Schema.Union([Schema.NonEmptyString.check(Schema.isMaxLength(300)), Schema.Int]).annotate({
  expected: "a text or an id"
})
export type Caller = typeof Caller.Type

/** Headers of an answer by name; null removes a header. */
const Headers = Schema.Record(Schema.String, Schema.NullOr(Schema.String.check(Schema.isMaxLength(8192)))).check(
  maxEntries("headers", 50)
)
export type Headers = typeof Headers.Type

/** An edit of JSON Patch (RFC 6902). `*` in a path is every entry of a list, or every field. */
const Edit = Schema.Union([
  Schema.Struct({ op: Schema.Literal("add"), path: Pointer, value: Schema.Json }),
  Schema.Struct({ op: Schema.Literal("replace"), path: Pointer, value: Schema.Json }),
  Schema.Struct({
    op: Schema.Literal("remove"),
    path: Pointer.check(
      Schema.isNonEmpty({ expected: "the path of a field, or the effect body without fields for an empty answer" })
    )
  })
]).annotate({ expected: "an edit with op add, replace or remove" })
type Edit = typeof Edit.Type

/** These have no body in HTTP. */
export const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** The operation's own answer, edited. */
export const Override = Schema.Struct({
  kind: Schema.Literal("override"),
  /** Edits of the JSON in their order. An edit whose path is missing is skipped and counted. */
  patch: Schema.optionalKey(Schema.Array(Edit).check(Schema.isMaxLength(100))),
  headers: Schema.optionalKey(Headers),
  status: Schema.optionalKey(AnyStatus),
  /** Which answers are edited (default `successes`, below 400). */
  of: Schema.optionalKey(Schema.Literals(["successes", "errors", "all"]))
}).check(
  Schema.makeFilter(({ headers, patch, status }) => {
    if (patch !== undefined && patch.length > 0 && status !== undefined && statusesWithoutBody.has(status))
      return `The status ${status} has no body in HTTP. Remove patch, or use another status.`
    return [headers, patch, status].some((edit) => edit !== undefined)
      ? undefined
      : "An override has at least one of patch, headers and status."
  })
)
export type Override = typeof Override.Type

/** A whole answer: JSON, a text, bytes as Base64, or empty. */
const Body = Schema.Struct({
  kind: Schema.Literal("body"),
  json: Schema.optionalKey(Schema.Json),
  text: Schema.optionalKey(Schema.String),
  base64: Schema.optionalKey(Schema.String.check(Schema.isBase64())),
  /** The default is that of JSON, plain text or bytes. */
  contentType: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(200))),
  /** Default 200. */
  status: Schema.optionalKey(AnyStatus),
  headers: Schema.optionalKey(Headers)
}).check(
  Schema.makeFilter(({ base64, json, status = 200, text }) => {
    const { length } = [base64, json, text].filter((one) => one !== undefined)
    if (length > 1) return "A body has one of json, text and base64."
    return length === 1 && statusesWithoutBody.has(status)
      ? `The status ${status} has no body in HTTP. Remove json, text and base64, or use another status.`
      : undefined
  })
)
export type Body = typeof Body.Type

const toggle = Schema.optionalKey(Schema.Boolean)

/** The worst answer that the contract allows: in the ways that are true, or in all ways that are not false. */
export const Worst = Schema.Struct({
  kind: Schema.Literal("worst"),
  /** Optional fields are absent. */
  absent: toggle,
  /** Lists are empty. */
  empty: toggle,
  /** Nullable values are null. */
  null: toggle,
  /** Texts are as long as allowed, at most 10,000 characters. */
  long: toggle,
  /** Numbers are alternately the largest and the smallest allowed. */
  extreme: toggle,
  /** Values of several types have the last one. */
  rare: toggle
})
export type Worst = typeof Worst.Type

/** The message of an error (default: one with the id of the fault) and its code (default: that of the emulator). */
const errorFields = { message: Schema.optionalKey(Schema.String), code: Schema.optionalKey(Schema.Int) }

/** How a fault changes an answer. */
export const FaultEffect = Schema.Union([
  /** An error with a status, in the error form of the operation. */
  Schema.Struct({ kind: Schema.Literal("status"), status: ErrorStatus, ...errorFields }),
  /** The user token has expired, in the error form of the operation. */
  Schema.Struct({ kind: Schema.Literal("expired") }),
  /** 429 with `Retry-After`, in seconds (default) or as a date of the tenant's clock. */
  Schema.Struct({
    kind: Schema.Literal("rateLimit"),
    retryAfter: numberOf("of seconds such as 5", 0, 86_400).check(Schema.isInt()),
    as: Schema.optionalKey(Schema.Literals(["seconds", "date"])),
    ...errorFields
  }),
  /** The error page of a proxy (default 502). */
  Schema.Struct({ kind: Schema.Literal("html"), status: Schema.optionalKey(ErrorStatus) }),
  /** The JSON of the answer cut off (default), or JSON of another shape. */
  Schema.Struct({ kind: Schema.Literal("malformed"), shape: Schema.optionalKey(Schema.Literals(["cut", "other"])) }),
  /** The connection is reset without an answer. */
  Schema.Struct({ kind: Schema.Literal("reset") }),
  /** The connection closes after some bytes of the body (default half), although the headers announce all. */
  Schema.Struct({
    kind: Schema.Literal("truncate"),
    bytes: Schema.optionalKey(numberOf("of bytes such as 512", 0, Number.MAX_SAFE_INTEGER).check(Schema.isInt()))
  }),
  /** The body comes in chunks of bytes (default 16), at intervals of milliseconds (default 100). */
  Schema.Struct({
    kind: Schema.Literal("slow"),
    chunk: Schema.optionalKey(Count),
    every: Schema.optionalKey(Millis)
  }),
  Override,
  Body,
  Worst
]).annotate({
  expected: "an effect",
  message: "set kind to status, expired, rateLimit, html, malformed, reset, truncate, slow, override, body or worst"
})
export type FaultEffect = typeof FaultEffect.Type

const changesAnswer: ReadonlySet<FaultEffect["kind"]> = new Set(["malformed", "truncate", "slow", "override", "worst"])

/** One effect, or several: each hit uses the next one. */
const Does = Schema.Union([FaultEffect, Schema.NonEmptyArray(FaultEffect).check(Schema.isMaxLength(1000))])

/** Returns the effects of a fault in the order of its hits. */
export const effectsOf = ({ does }: { readonly does?: typeof Does.Type | undefined }): ReadonlyArray<FaultEffect> =>
  does === undefined ? [] : "kind" in does ? [does] : does

/** Whether the operation runs before the effect replaces its answer. */
export const isAfter = ({ after }: { readonly after?: boolean }, { kind }: FaultEffect): boolean =>
  after ?? changesAnswer.has(kind)

/** A fault: the requests it matches, which of them it hits, and its effects. */
export const Fault = Schema.Struct({
  /** Operations such as `EnterpriseUsers.list`, or `*` for all. */
  operations: Schema.NonEmptyArray(Schema.String.check(Schema.isMaxLength(100))).check(Schema.isMaxLength(100)),
  region: Schema.optionalKey(RegionName),
  caller: Schema.optionalKey(Caller),
  where: Schema.optionalKey(Where),
  /** The default is every matching request. */
  when: Schema.optionalKey(When),
  latency: Schema.optionalKey(Latency),
  does: Schema.optionalKey(Does),
  /** After the last of several effects: use it again (default), repeat all, or stop. */
  afterLast: Schema.optionalKey(Schema.Literals(["stay", "repeat", "stop"])),
  /** Runs the operation and replaces its answer (always, if the effect changes the answer). */
  after: Schema.optionalKey(Schema.Boolean),
  /** How long the fault lasts, by the tenant's clock. */
  ttl: Schema.optionalKey(
    durationOf(
      (ttl) => Duration.isPositive(ttl) && Duration.isLessThanOrEqualTo(ttl, Duration.days(36_500)),
      "a positive duration of at most 36500 days, such as 10 minutes"
    )
  )
})
  .check(
    Schema.makeFilter(({ after, afterLast, does, latency, operations }) => {
      if (does === undefined && latency === undefined) return "A fault has no effect. Set does, latency, or both"
      if (after !== undefined && does === undefined)
        return "after needs does: a latency alone does not change the answer."
      const changing = after === false ? effectsOf({ does }).find(({ kind }) => changesAnswer.has(kind)) : undefined
      if (changing !== undefined)
        return `${changing.kind} changes the answer of the operation, which must run first: leave after out.`
      if (afterLast !== undefined && (does === undefined || "kind" in does))
        return "afterLast needs a list of effects in does."
      if (operations.includes("*") && operations.length > 1) return "Name operations or *, not both."
      return undefined
    })
  )
  .annotate({ identifier: "Fault" })
export type Fault = typeof Fault.Type

/** A fault as JSON, with a text as `ttl`. */
export type FaultInput = typeof Fault.Encoded
