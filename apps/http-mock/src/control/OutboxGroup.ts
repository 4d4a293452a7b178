import { RegionName } from "@remote-assist/core/Region"
import * as Duration from "effect/Duration"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { Delivery } from "../mail/Delivery.ts"
import { mailKinds } from "../world/model/rows.ts"

/** An e-mail that a region would have sent. */
export const OutboxMail = Schema.Struct({
  /** Counts from 1 in each region. */
  id: Schema.Int,
  kind: Schema.Literals(mailKinds),
  to: Schema.String,
  at: Schema.DateTimeUtcFromString,
  subject: Schema.String,
  /** What its link carries: what confirms, or the call it invites to. */
  token: Schema.optionalKey(Schema.String),
  /** Where its link leads; that of a confirmation is the address to POST to. */
  link: Schema.optionalKey(Schema.String),
  /** That of the enterprise that it is about. */
  api_key: Schema.optionalKey(Schema.String),
  /** What became of it where e-mails leave the process, by `--mail-to` and `--mail-webhook`. */
  deliveries: Schema.optionalKey(Schema.Array(Delivery))
}).annotate({ identifier: "OutboxMail" })
export type OutboxMail = typeof OutboxMail.Type

const filter = {
  /** `us` unless given. */
  region: Schema.optionalKey(RegionName),
  to: Schema.optionalKey(Schema.String),
  kind: Schema.optionalKey(Schema.Literals(mailKinds)),
  /** Only e-mails with a higher id: keep the last id seen and wait for the next, which counts no e-mail twice. */
  after: Schema.optionalKey(Schema.Int)
}

/** Which e-mails: each filter where given. */
export const OutboxQuery = Schema.Struct(filter)
export type OutboxQuery = typeof OutboxQuery.Type

/** How long {@link OutboxGroup} waits unless told. */
export const defaultWait = Duration.seconds(5)

/** The longest time to wait. */
const longestWait = Duration.minutes(1)

/** Which e-mail to wait for, and how long: a duration such as `10 seconds`, a minute at most. */
const OutboxWait = Schema.Struct({
  ...filter,
  timeout: Schema.optionalKey(
    Schema.DurationFromString.check(
      Schema.makeFilter((timeout) => Duration.between(timeout, { minimum: Duration.zero, maximum: longestWait }), {
        expected: "a duration from nothing to a minute"
      })
    )
  )
})
type OutboxWait = typeof OutboxWait.Type

/** No such e-mail came in time; `detail` says which there are. */
export class NoMailProblem extends HttpApiError.Problem<NoMailProblem>()("NoMailProblem", {
  type: "about:blank",
  status: 408,
  title: "Request Timeout"
}) {}

/** The e-mails of a tenant. */
export const OutboxGroup = HttpApiGroup.make("outbox")
  .add(
    HttpApiEndpoint.get("list", "/outbox", { query: OutboxQuery, success: Schema.Array(OutboxMail) }).annotate(
      OpenApi.Summary,
      "List the e-mails of a region"
    ),
    HttpApiEndpoint.get("wait", "/outbox/wait", {
      query: OutboxWait,
      success: OutboxMail,
      error: NoMailProblem
    }).annotate(OpenApi.Summary, "Wait for an e-mail; 408 if none comes in time")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
