import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { answerFields, causeFields, requestLine, sentence, TaggedError, undescribedStatus } from "./Errors/tagged.ts"
import type { ErrorV1, ErrorV1R1 } from "./Errors/wire.ts"
import { pluralize } from "./Text.ts"

export * from "./Errors/wire.ts"

/** A setting of the client is invalid; nothing was sent. The message names the setting, and never shows its value. */
export class InvalidSettings extends TaggedError<InvalidSettings>()("InvalidSettings", {
  /** Name of the setting. */
  setting: Schema.String,
  /** The problem, and what to do. */
  reason: Schema.String,
  /** The value to set, if it may be missing. */
  wanted: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `The setting ${this.setting} cannot be used: ${sentence(this.reason)}`
  }
}

/** The arguments of the call are invalid; nothing was sent. */
export class InvalidRequest extends TaggedError<InvalidRequest>()("InvalidRequest", {
  /** Such as `EnterpriseUsers.list`. */
  operation: Schema.String,
  /** The problem, and what to do. */
  reason: Schema.String
}) {
  override get message() {
    return `${this.operation} was not sent: ${sentence(this.reason)}`
  }
}

/** The client was closed before the call ended, or before it started. A request that was not sent yet is not sent. */
export class ClientClosed extends TaggedError<ClientClosed>()("ClientClosed", {}) {
  override get message() {
    return "The client was closed. Make a new client to continue."
  }
}

const mayHaveHappened = {
  /** Whether the service may have executed the request. Always false for operations that only read. */
  mayHaveHappened: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false)))
}

const checkFirst = "The service may have executed it. Check before you send it again."

/** No answer came: the host is unknown, refused the connection, or closed it before it answered. */
export class ConnectionFailed extends TaggedError<ConnectionFailed>()("ConnectionFailed", {
  ...requestLine,
  /** Origin of the request, such as `https://us.example.com`. */
  origin: Schema.String,
  /** The message of the platform. */
  reason: Schema.String,
  /** Whether the request, or a part of it, may have been sent. */
  wasSent: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  ...mayHaveHappened,
  ...causeFields
}) {
  override get message() {
    const what = `${this.origin} for ${this.method} ${this.path}: ${sentence(this.reason)}`
    if (this.mayHaveHappened) return `No answer from ${what} ${checkFirst}`
    return this.wasSent
      ? `No answer from ${what} It can be sent again.`
      : `No connection to ${what} Check the base address and the network.`
  }
}

// a timeout below a second, or of a part of one, was given in milliseconds
const formatSeconds = (seconds: number) =>
  Number.isInteger(seconds) ? `${seconds} s` : `${Math.round(seconds * 1000)} ms`

/** The call, its retries included, exceeded its timeout of `seconds`. */
export class TimedOut extends TaggedError<TimedOut>()("TimedOut", {
  ...requestLine,
  /** The timeout. */
  seconds: Schema.Finite,
  /** Whether the request, or a part of it, may have been sent. */
  wasSent: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(true))),
  /** Whether it waited for the tokens of its session: for their store, its lock, or a renewal. */
  waitedForTokens: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  ...mayHaveHappened
}) {
  override get message() {
    const cause = this.waitedForTokens
      ? "The token store, its lock, or a renewal of the token takes too long"
      : this.wasSent
        ? "The service may be overloaded"
        : "It was not sent"
    const advice = this.mayHaveHappened
      ? `${this.waitedForTokens ? `${cause}. ` : ""}${checkFirst}`
      : `${cause}; try again.`
    // methods of the session have no path
    return `${`${this.method} ${this.path}`.trimEnd()} had no answer after ${formatSeconds(this.seconds)}. ${advice}`
  }
}

/** The body of the answer exceeds `limit` bytes, decompressed; it was discarded. */
export class BodyTooLarge extends TaggedError<BodyTooLarge>()("BodyTooLarge", {
  ...requestLine,
  /** Maximum number of bytes, decompressed. */
  limit: Schema.Int,
  ...mayHaveHappened,
  ...answerFields
}) {
  override get message() {
    const done = this.mayHaveHappened ? checkFirst : "Request less, such as a smaller page."
    return `${this.method} ${this.path} answered more than ${pluralize(this.limit, "byte")}. ${done} To read it, raise bodyLimit (with Effect: BodyLimit).`
  }
}

/** Nothing was sent: too many calls in a row failed, and the circuit breaker blocks all calls for `seconds`. */
export class CircuitOpen extends TaggedError<CircuitOpen>()("CircuitOpen", {
  ...requestLine,
  seconds: Schema.Finite
}) {
  override get message() {
    return `${this.method} ${this.path} was not sent: the service kept failing, so the circuit breaker is open for ${this.seconds} s. Try again after that.`
  }
}

const htmlPage = /^\s*<(?:!doctype\s+)?html\b[^]*/i

const describeStatus = (status: number) => {
  if (status === 401 || status === 403) return "Access is denied. Check the API key and the permissions of the user."
  if (status === 429) return "Too many calls. Try again later."
  if (status === 407) return "The proxy requires credentials. Check the settings of the proxy."
  return status >= 500 ? "The service is down or overloaded." : undefined
}

const adviceFor = ({ excerpt, headers, requestId, status }: UnexpectedAnswer) => {
  if (status >= 300 && status < 400) return "Set the base address to where the service is."
  if (status === 404) return "Check the base address, and the id if the call has one."
  if (/\/html\b/.test(headers?.["content-type"] ?? "") || excerpt.includes("a page of HTML") || htmlPage.test(excerpt))
    return "A proxy or another server answered. Check the base address."
  return `Report it to the maintainers of the service${requestId === undefined ? "" : `, with the request id ${requestId}`}.`
}

/**
 * The service answered with a status or a body that the interface does not describe, such as the HTML page of a proxy.
 * `excerpt` holds at most the first 200 characters of the body, without possible secrets.
 */
export class UnexpectedAnswer extends TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  ...requestLine,
  /** Status of the answer. */
  status: Schema.Int,
  /** What is unexpected. */
  reason: Schema.String,
  /** Beginning of the body, without possible secrets. */
  excerpt: Schema.String,
  /** Seconds after which the service asks to retry. */
  retryAfter: Schema.optionalKey(Schema.Finite),
  /** Number of requests, if the call was retried. */
  attempts: Schema.optionalKey(Schema.Int),
  /** Whether the call was not sent: `status` is that of the answer to another call of its operation. */
  notSent: Schema.optionalKey(Schema.Boolean),
  ...mayHaveHappened,
  ...answerFields
}) {
  override get message() {
    const later = this.retryAfter === undefined ? "" : ` The service asks to wait ${this.retryAfter} s.`
    if (this.notSent === true)
      return `${this.method} ${this.path} was not sent: another call of the operation was answered ${this.status}.${later}`
    const body = this.excerpt === "" ? "(empty body)" : this.excerpt.replace(htmlPage, "(a page of HTML)")
    const what = `${this.method} ${this.path} answered ${this.status}${this.attempts === undefined ? "" : ` after ${pluralize(this.attempts, "attempt")}`}`
    const known = this.reason === undescribedStatus ? describeStatus(this.status) : undefined
    const next = this.mayHaveHappened ? ` ${checkFirst}` : this.status >= 500 ? " Try again later." : ""
    return `${what}${known === undefined ? `, ${this.reason}` : ""}: ${sentence(body)} ${known ?? adviceFor(this)}${next}${later}`
  }
}

const Difference = Schema.Struct({
  /** Such as `EnterpriseUsers.list`. */
  operation: Schema.String,
  /** Path of the field, such as `entries.3.email`. */
  path: Schema.String,
  /** The rule of the contract. */
  expected: Schema.String,
  /** Kind of the received value. */
  got: Schema.String
})

/** A difference between an answer and the contract. `got` names the kind of a value, never the value. */
export interface Drift extends Schema.Schema.Type<typeof Difference> {}

// the others are in `drifts`
const maxDriftsShown = 10

/** An answer differs from the contract, and the call uses strict decoding. */
export class Drifted extends TaggedError<Drifted>()("Drifted", {
  ...requestLine,
  /** The fields that differ. */
  drifts: Schema.Array(Difference),
  ...answerFields
}) {
  override get message() {
    const fields = new Set(
      this.drifts.map(
        ({ expected, got, path }) => `${got} at ${path.replaceAll(/(?<![^.])\d+(?![^.])/g, "*")} instead of ${expected}`
      )
    )
    const others = fields.size - maxDriftsShown
    const shown = [...fields].slice(0, maxDriftsShown).join(", ")
    return `${this.method} ${this.path} answered ${shown}${others > 0 ? ` and ${others} more` : ""}. Use tolerant decoding, or report it to the maintainers of the contract.`
  }
}

/** A list has no end, or the service answers other pages than requested. Entries yielded before are valid. */
export class ListBroken extends TaggedError<ListBroken>()("ListBroken", { reason: Schema.String }) {
  override get message() {
    return `The list has no valid end: ${sentence(this.reason)}`
  }
}

/** A list shrank, from `before` entries to `after`, while its pages were read: some entries may be missing. */
export class ListChanged extends TaggedError<ListChanged>()("ListChanged", {
  /** Number of entries before. */
  before: Schema.Int,
  /** Number of entries now. */
  after: Schema.Int
}) {
  override get message() {
    return `The list shrank while its pages were read, from ${pluralize(this.before, "entry", "entries")} to ${this.after}, so some entries may be missing. Read it again, or use stream, which reads moved entries again.`
  }
}

/** The tokens of a session could not be read from, or written to, their store. */
export class TokenStoreFailed extends TaggedError<TokenStoreFailed>()("TokenStoreFailed", {
  /** Name of the store. */
  store: Schema.String,
  /** Why. */
  reason: Schema.String,
  ...causeFields
}) {
  override get message() {
    return `The tokens could not be read or stored in ${this.store}: ${sentence(this.reason)}`
  }
}

const advice = {
  none: "Log in first.",
  refused: "Log in again.",
  replaced: "Call again if the call is for the current user.",
  closed: "Make a new client."
}

/**
 * The call has no session. `state` says why: there is `none`, the service `refused` to renew it, another log-in or a log-out
 * `replaced` it during the call, or the client was `closed`.
 */
export class SessionEnded extends TaggedError<SessionEnded>()("SessionEnded", {
  /** Why. */
  reason: Schema.String,
  /** The refusal of the service, if the session could not be renewed. */
  cause: Schema.optionalKey(Schema.Unknown),
  state: Schema.Literals(["none", "refused", "replaced", "closed"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("refused" as const))
  )
}) {
  override get message() {
    return `${this.reason} ${advice[this.state]}`
  }
}

/** A token for a session is empty, or no header can carry it. Nothing was stored. */
export class UnusableToken extends TaggedError<UnusableToken>()("UnusableToken", { operation: Schema.String }) {
  override get message() {
    return `The token for ${this.operation} is empty, or has a character that no header can carry, such as a line break. Copy it again.`
  }
}

/**
 * Errors of a call with a user token before it is sent: the session has ended, or its expired token could not be renewed. In the
 * second case the session continues; {@link ErrorV1} and {@link ErrorV1R1} are errors of the refresh, or of the personal access
 * token, for another reason than the token itself: a failure of the service, or the API key.
 */
export type SessionError = SessionEnded | UnusableToken | TokenStoreFailed | ErrorV1 | ErrorV1R1

/** Errors of every call. */
export type CallError =
  | ConnectionFailed
  | TimedOut
  | BodyTooLarge
  | CircuitOpen
  | UnexpectedAnswer
  | Drifted
  | InvalidRequest
