import * as Schema from "effect/Schema"

import { requestLine } from "./requestLine.ts"
import { TaggedError } from "./tagged.ts"

/**
 * The service answered with a status or a body that the interface does not describe, such as the HTML page of a
 * proxy. `excerpt` holds at most the first 200 characters of the body, without what may be secret.
 */
export class UnexpectedAnswer extends TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  ...requestLine,
  /** Status of the answer. */
  status: Schema.Int,
  /** What is not as expected. */
  reason: Schema.String,
  /** Beginning of the body, without what may be secret. */
  excerpt: Schema.String,
  /** Seconds after which the service asks to be called again. */
  retryAfter: Schema.optionalKey(Schema.Finite),
  /** Whether the call was not sent: `status` is what another call of its operation was answered. */
  notSent: Schema.optionalKey(Schema.Boolean)
}) {
  override get message() {
    const later = this.retryAfter === undefined ? "" : ` The service asks to wait ${this.retryAfter} s.`
    if (this.notSent === true)
      return `${this.method} ${this.path} was not sent: another call of its kind was answered ${this.status}, and this one ends sooner.${later}`
    return `${this.method} ${this.path} answered ${this.status}, ${this.reason}: ${this.excerpt === "" ? "(empty body)" : this.excerpt}${later}`
  }
}

/** A field of an answer that is not as the contract describes it. `got` names a kind of value, never the value. */
export interface Drift {
  /** Such as `EnterpriseUsers.list`. */
  readonly operation: string
  /** Where the field stands, such as `entries.3.email`. */
  readonly path: string
  /** What the contract says. */
  readonly expected: string
  /** What kind of value came; never the value. */
  readonly got: string
}

// all are in `drifts`; a message is to be read
const mostDriftsTold = 10

/** An answer drifted from the contract, and the call was made with strict decoding. */
export class Drifted extends TaggedError<Drifted>()("Drifted", {
  ...requestLine,
  /** The fields that differ. */
  drifts: Schema.Array(
    Schema.Struct({ operation: Schema.String, path: Schema.String, expected: Schema.String, got: Schema.String })
  )
}) {
  override get message() {
    const told = this.drifts.slice(0, mostDriftsTold)
    const others = this.drifts.length - told.length
    const fields = told.map(({ expected, got, path }) => `${got} at ${path} (${expected})`).join(", ")
    return `${this.method} ${this.path} answered ${fields}${others > 0 ? ` and ${others} more` : ""}. Decode tolerantly, or tell the contract's maintainers.`
  }
}
