import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { requestLine, TaggedError } from "./Errors/tagged.ts"
import type { ErrorV1, ErrorV1R1 } from "./Errors/wire.ts"

export * from "./Errors/wire.ts"

/** A setting of the client cannot be used; nothing was sent. The message names the setting and never shows its value. */
export class InvalidSettings extends TaggedError<InvalidSettings>()("InvalidSettings", {
  /** Name of the setting. */
  setting: Schema.String,
  /** What is wrong with it, and what to do. */
  reason: Schema.String,
  /** What to set it to, where it may be missing. */
  wanted: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    return `The setting ${this.setting} cannot be used: ${this.reason}`
  }
}

/** The input of the call does not fit the interface; nothing was sent. */
export class InvalidRequest extends TaggedError<InvalidRequest>()("InvalidRequest", {
  /** Such as `EnterpriseUsers.list`. */
  operation: Schema.String,
  /** What does not fit, and what would. */
  reason: Schema.String
}) {
  override get message() {
    return `${this.operation} was not sent: ${this.reason}`
  }
}

/** The client was closed before the call ended, or before it was made; what had not been sent was not sent. */
export class ClientClosed extends TaggedError<ClientClosed>()("ClientClosed", {}) {
  override get message() {
    return "The client was closed. Make another one to go on."
  }
}

const mayHaveHappened = {
  /** Whether the service may have done what was asked. Always false where it only reads. */
  mayHaveHappened: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false)))
}

const lookFirst = "The service may have done it all the same: look before you send it again."

/** No answer came: the host is unknown, refuses the connection or closed it before it answered. */
export class ConnectionFailed extends TaggedError<ConnectionFailed>()("ConnectionFailed", {
  ...requestLine,
  /** Where the request went, such as `https://us.example.com`. */
  origin: Schema.String,
  /** What the platform says of it. */
  reason: Schema.String,
  /** Whether the request had left, or a part of it may have. */
  wasSent: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false))),
  ...mayHaveHappened
}) {
  override get message() {
    const what = `${this.origin} for ${this.method} ${this.path}: ${this.reason}.`
    if (this.mayHaveHappened) return `No answer from ${what} ${lookFirst}`
    return this.wasSent
      ? `No answer from ${what} It changes nothing: send it again.`
      : `No connection to ${what} Check the base address and the network.`
  }
}

/** The call, its retries included, took longer than `seconds`. */
export class TimedOut extends TaggedError<TimedOut>()("TimedOut", {
  ...requestLine,
  /** How long it may take. */
  seconds: Schema.Finite,
  /** Whether the request had left, or a part of it may have; where not, the call waited for the tokens of its session. */
  wasSent: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(true))),
  ...mayHaveHappened
}) {
  override get message() {
    // a session waits for more than requests, and has no path
    return `${`${this.method} ${this.path}`.trimEnd()} had no answer after ${this.seconds} s. ${
      this.mayHaveHappened
        ? lookFirst
        : this.wasSent
          ? "The service may be overloaded; try again."
          : "The token store, or a renewal of the token, takes longer; try again."
    }`
  }
}

/** The answer's body is larger than `limit` bytes, decompressed; what came of it was thrown away. */
export class BodyTooLarge extends TaggedError<BodyTooLarge>()("BodyTooLarge", {
  ...requestLine,
  /** How many bytes it may have, decompressed. */
  limit: Schema.Int,
  ...mayHaveHappened
}) {
  override get message() {
    const done = this.mayHaveHappened ? lookFirst : "Ask for less, such as a smaller page, or set BodyLimit."
    return `${this.method} ${this.path} answered more than ${this.limit} bytes. ${done}`
  }
}

/** Nothing was sent: calls failed one after the other, and the circuit breaker holds all back for `seconds`. */
export class CircuitOpen extends TaggedError<CircuitOpen>()("CircuitOpen", {
  ...requestLine,
  seconds: Schema.Finite
}) {
  override get message() {
    return `${this.method} ${this.path} was not sent: the service kept failing, so the circuit breaker is open for ${this.seconds} s more. Try again then.`
  }
}

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

/** A list has no end, or the service answers other pages than those asked for. What was yielded before is right. */
export class ListBroken extends TaggedError<ListBroken>()("ListBroken", { reason: Schema.String }) {
  override get message() {
    return `The list cannot be walked to its end: ${this.reason}`
  }
}

/** A list got shorter, from `before` entries to `after`, while its pages were read: some entries may be missing. */
export class ListChanged extends TaggedError<ListChanged>()("ListChanged", {
  /** How many entries it had. */
  before: Schema.Int,
  /** How many it has now. */
  after: Schema.Int
}) {
  override get message() {
    return `The list got shorter while its pages were read, from ${this.before} entries to ${this.after}: some may be on no page that was read. Read it again, or take its entries from stream, which reads again what moved.`
  }
}

/** The tokens of a session could not be read from or written to where they are kept. */
export class TokenStoreFailed extends TaggedError<TokenStoreFailed>()("TokenStoreFailed", {
  /** Where they are kept. */
  store: Schema.String,
  /** What went wrong. */
  reason: Schema.String
}) {
  override get message() {
    return `The tokens could be neither read nor kept in ${this.store}: ${this.reason}.`
  }
}

const advice = {
  none: "Log in again.",
  refused: "Log in again.",
  replaced: "Call again if it is meant for who is logged in now.",
  closed: "Make a new client."
}

/**
 * No session to make the call with. The `state` tells them apart: `none` is there, the service `refused` to renew it,
 * another log-in or a log-out `replaced` it while the call was under way, or the client was `closed`.
 */
export class SessionEnded extends TaggedError<SessionEnded>()("SessionEnded", {
  /** Why there is none. */
  reason: Schema.String,
  state: Schema.Literals(["none", "refused", "replaced", "closed"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("refused" as const))
  )
}) {
  override get message() {
    return `${this.reason} ${advice[this.state]}`
  }
}

/** A token that a session was to keep is empty, or no header can carry it. Nothing was kept. */
export class UnusableToken extends TaggedError<UnusableToken>()("UnusableToken", { operation: Schema.String }) {
  override get message() {
    return `The token for ${this.operation} is empty, or holds what no header can carry, such as a line break. Check that it was copied as it is.`
  }
}

/**
 * Errors of what a call with a user token does before it is sent: the session has ended, or its token has expired and
 * could not be renewed just now. Then the session goes on; {@link ErrorV1} and {@link ErrorV1R1} are what the service
 * refuses a refresh and a personal access token with for another reason than the token: its own failure, or the API key.
 */
export type SessionError = SessionEnded | UnusableToken | TokenStoreFailed | ErrorV1 | ErrorV1R1

/** Errors that any call can meet. */
export type CallError =
  | ConnectionFailed
  | TimedOut
  | BodyTooLarge
  | CircuitOpen
  | UnexpectedAnswer
  | Drifted
  | InvalidRequest
