import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { requestLine } from "./requestLine.ts"
import { TaggedError } from "./tagged.ts"

const mayHaveHappened = {
  /**
   * Whether the service may have done what was asked: the request had left, or may have. Always false where it only
   * reads.
   */
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
