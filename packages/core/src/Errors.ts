import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Method and path of the request an answer belongs to; error codecs read it while they decode. */
export const RequestLine = Context.Reference<{ readonly method: string; readonly path: string }>(
  "@remote-assist/core/Errors/RequestLine",
  { defaultValue: () => ({ method: "", path: "" }) }
)

// a program may hold two copies of the SDK, bundled apart: their classes differ, their tags do not
const isTagged = (value: unknown, tag: string) =>
  Predicate.hasProperty(value, "_tag") && value._tag === tag && Predicate.hasProperty(value, "message")

const unset = Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed("")))

const requestLine = { method: unset, path: unset }

/**
 * Error of the `/v1` operations: `{code, message}` with status 401 (credentials, token or API key refused, or a
 * resource that does not exist or is not accessible) or 500 (internal error). A message of more than 1,000 characters is
 * cut.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1 extends Schema.TaggedError<ErrorV1>()("ErrorV1", {
  status: Schema.Literals([401, 500]),
  code: Schema.Int,
  message: Schema.String,
  ...requestLine
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ErrorV1 => isTagged(value, "ErrorV1")
}

/**
 * Error of the `/v1r1` operations: `{code, message, name}` with status 400, whatever went wrong. `code` 1003 means
 * that the user token has expired; no other code is public. A message of more than 1,000 characters is cut.
 *
 * Source: interface §2.1, §7.
 */
export class ErrorV1R1 extends Schema.TaggedError<ErrorV1R1>()("ErrorV1R1", {
  status: Schema.tag(400),
  code: Schema.Int,
  message: Schema.String,
  name: Schema.String,
  ...requestLine
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ErrorV1R1 => isTagged(value, "ErrorV1R1")
  static readonly tokenExpired = 1003
}

/**
 * Error whose body is a bare JSON string: 401 (invalid or expired token) and 403 (access denied) on call endpoints. A
 * message of more than 1,000 characters is cut.
 *
 * Source: interface §4.4, §7.
 */
export class ErrorText extends Schema.TaggedError<ErrorText>()("ErrorText", {
  status: Schema.Literals([401, 403]),
  message: Schema.String,
  ...requestLine
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ErrorText => isTagged(value, "ErrorText")
  static readonly tokenExpired = "Token expired"
}

const otherStatus = (expected: number, actual: number) =>
  new SchemaIssue.InvalidValue({ message: `an error of status ${expected}, got ${actual}` }, actual)

const longest = 1000

// at a space if one is near: half a word may be half a secret, which no mask would find
const cut = (text: string) =>
  text.length > longest
    ? `${text.slice(0, longest).replace(/\s\S{0,500}$|[\uD800-\uDBFF]$/, "")}… (${text.length.toLocaleString("en-US")} characters)`
    : text

/** Wire codec of {@link ErrorV1} at one status. */
export const errorV1 = (status: ErrorV1["status"]) =>
  Schema.Struct({ code: Schema.Int, message: Schema.String })
    .annotate({ identifier: "errorV1" })
    .pipe(
      Schema.decodeTo(
        Schema.toType(ErrorV1),
        SchemaTransformation.transformEffect({
          decode: ({ code, message }) =>
            Effect.map(RequestLine, (line) => new ErrorV1({ status, code, message: cut(message), ...line })),
          encode: (error) =>
            error.status === status
              ? Effect.succeed({ code: error.code, message: error.message })
              : Effect.fail(otherStatus(status, error.status))
        })
      ),
      HttpApiSchema.status(status)
    )

/** Wire codec of {@link ErrorV1R1}. */
export const errorV1R1 = Schema.Struct({ code: Schema.Int, message: Schema.String, name: Schema.String })
  .annotate({ identifier: "errorV1R1" })
  .pipe(
    Schema.decodeTo(
      Schema.toType(ErrorV1R1),
      SchemaTransformation.transformEffect({
        decode: ({ code, message, name }) =>
          Effect.map(RequestLine, (line) => new ErrorV1R1({ code, message: cut(message), name: cut(name), ...line })),
        encode: ({ code, message, name }) => Effect.succeed({ code, message, name })
      })
    ),
    HttpApiSchema.status(400)
  )

/** Wire codec of {@link ErrorText} at one status. */
export const errorText = (status: ErrorText["status"]) =>
  Schema.String.annotate({ identifier: "errorText" }).pipe(
    Schema.decodeTo(
      Schema.toType(ErrorText),
      SchemaTransformation.transformEffect({
        decode: (message) =>
          Effect.map(RequestLine, (line) => new ErrorText({ status, message: cut(message), ...line })),
        encode: (error) =>
          error.status === status ? Effect.succeed(error.message) : Effect.fail(otherStatus(status, error.status))
      })
    ),
    HttpApiSchema.status(status)
  )

/** The two errors of a `/v1` operation that takes no user token: 401 and 500 as {@link ErrorV1}. */
export const errorsV1 = [errorV1(401), errorV1(500)] as const

/** The errors of a `/v1` operation with a user token: as {@link errorsV1}, and an expired token as a bare string. */
export const errorsV1Token = [errorV1(401), errorText(401), errorV1(500)] as const

/** The errors of a call endpoint: 401 and 403 as bare strings, 500 as {@link ErrorV1}. Source: interface §4.4. */
export const errorsCall = [errorText(401), errorText(403), errorV1(500)] as const

const call = { method: Schema.String, path: Schema.String }

const mayHaveHappened = {
  /**
   * Whether the service may have done what was asked: the request had left, or may have. Always false where it only
   * reads.
   */
  mayHaveHappened: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false)))
}

const lookFirst = "The service may have done it all the same: look before you send it again."

/** No answer came: the host is unknown, refuses the connection or closed it before it answered. */
export class ConnectionFailed extends Schema.TaggedError<ConnectionFailed>()("ConnectionFailed", {
  ...call,
  origin: Schema.String,
  reason: Schema.String,
  ...mayHaveHappened
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ConnectionFailed =>
    isTagged(value, "ConnectionFailed")

  override get message() {
    const what = `${this.origin} for ${this.method} ${this.path}: ${this.reason}.`
    return this.mayHaveHappened
      ? `No answer from ${what} ${lookFirst}`
      : `No connection to ${what} Check the base address and the network.`
  }
}

/** The call, its retries included, took longer than `seconds`. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  ...call,
  seconds: Schema.Finite,
  ...mayHaveHappened
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is TimedOut => isTagged(value, "TimedOut")

  override get message() {
    return `${this.method} ${this.path} had no answer after ${this.seconds} s. ${
      this.mayHaveHappened ? lookFirst : "The service may be overloaded; try again."
    }`
  }
}

/** The answer's body is larger than `limit` bytes, decompressed; what came of it was thrown away. */
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", {
  ...call,
  limit: Schema.Int,
  ...mayHaveHappened
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is BodyTooLarge =>
    isTagged(value, "BodyTooLarge")

  override get message() {
    return `${this.method} ${this.path} answered more than ${this.limit} bytes. Ask for less, such as a smaller page, or set BodyLimit.`
  }
}

/** Nothing was sent: calls failed one after the other, and the circuit breaker holds all back for `seconds`. */
export class CircuitOpen extends Schema.TaggedError<CircuitOpen>()("CircuitOpen", {
  ...call,
  seconds: Schema.Finite
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is CircuitOpen =>
    isTagged(value, "CircuitOpen")

  override get message() {
    return `${this.method} ${this.path} was not sent: the service kept failing, so the circuit breaker is open for ${this.seconds} s more. Try again then.`
  }
}

/**
 * The service answered with a status or a body that the interface does not describe, such as the HTML page of a
 * proxy. `excerpt` holds at most the first 200 characters of the body, without what may be secret.
 */
export class UnexpectedAnswer extends Schema.TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  ...call,
  status: Schema.Int,
  reason: Schema.String,
  excerpt: Schema.String,
  /** Seconds after which the service asks to be called again. */
  retryAfter: Schema.optionalKey(Schema.Finite)
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is UnexpectedAnswer =>
    isTagged(value, "UnexpectedAnswer")

  override get message() {
    const later = this.retryAfter === undefined ? "" : ` The service asks to wait ${this.retryAfter} s.`
    return `${this.method} ${this.path} answered ${this.status}, ${this.reason}: ${this.excerpt === "" ? "(empty body)" : this.excerpt}${later}`
  }
}

/** A field of an answer that is not as the contract describes it. `got` names a kind of value, never the value. */
export interface Drift {
  readonly operation: string
  readonly path: string
  readonly expected: string
  readonly got: string
}

// all are in `drifts`; a message is to be read
const mostDriftsTold = 10

/** An answer drifted from the contract, and the call was made with strict decoding. */
export class Drifted extends Schema.TaggedError<Drifted>()("Drifted", {
  ...call,
  drifts: Schema.Array(
    Schema.Struct({ operation: Schema.String, path: Schema.String, expected: Schema.String, got: Schema.String })
  )
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is Drifted => isTagged(value, "Drifted")

  override get message() {
    const told = this.drifts.slice(0, mostDriftsTold)
    const others = this.drifts.length - told.length
    const fields = told.map(({ expected, got, path }) => `${got} at ${path} (${expected})`).join(", ")
    return `${this.method} ${this.path} answered ${fields}${others > 0 ? ` and ${others} more` : ""}. Decode tolerantly, or tell the contract's maintainers.`
  }
}

/** A setting of the client cannot be used; nothing was sent. The message names the setting and never shows its value. */
export class InvalidSettings extends Schema.TaggedError<InvalidSettings>()("InvalidSettings", {
  setting: Schema.String,
  reason: Schema.String
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is InvalidSettings =>
    isTagged(value, "InvalidSettings")

  override get message() {
    return `The setting ${this.setting} cannot be used: ${this.reason}`
  }
}

/** The input of the call does not fit the interface; nothing was sent. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  operation: Schema.String,
  reason: Schema.String
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is InvalidRequest =>
    isTagged(value, "InvalidRequest")

  override get message() {
    return `${this.operation} was not sent: ${this.reason}`
  }
}

/** The tokens of a session could not be read from or written to where they are kept. */
export class TokenStoreFailed extends Schema.TaggedError<TokenStoreFailed>()("TokenStoreFailed", {
  store: Schema.String,
  reason: Schema.String
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is TokenStoreFailed =>
    isTagged(value, "TokenStoreFailed")

  override get message() {
    return `The tokens could not be kept in ${this.store}: ${this.reason}.`
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
export class SessionEnded extends Schema.TaggedError<SessionEnded>()("SessionEnded", {
  reason: Schema.String,
  state: Schema.Literals(["none", "refused", "replaced", "closed"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("refused" as const))
  )
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is SessionEnded =>
    isTagged(value, "SessionEnded")

  override get message() {
    return `${this.reason} ${advice[this.state]}`
  }
}

/** A token that a session was to keep is empty, or no header can carry it. Nothing was kept. */
export class UnusableToken extends Schema.TaggedError<UnusableToken>()("UnusableToken", { operation: Schema.String }) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is UnusableToken =>
    isTagged(value, "UnusableToken")

  override get message() {
    return `The token for ${this.operation} is empty, or holds what no header can carry, such as a line break. Check that it was copied as it is.`
  }
}

/**
 * Errors of what a call with a user token does before it is sent: the session has ended, or its token has expired and
 * could not be renewed just now. Then the session goes on; {@link ErrorV1} is the 500 of `POST /v1/auth/refresh`.
 */
export type SessionError = SessionEnded | UnusableToken | TokenStoreFailed | ErrorV1

/**
 * A list cannot be walked to its end: it has no end, or the service answers other pages than those asked for. What was
 * yielded before is right; what comes after it is not known.
 */
export class ListBroken extends Schema.TaggedError<ListBroken>()("ListBroken", { reason: Schema.String }) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ListBroken => isTagged(value, "ListBroken")

  override get message() {
    return `The list cannot be walked to its end: ${this.reason}`
  }
}

/**
 * A list got shorter while its pages were read, from `before` entries to `after`: others moved up in their place, and
 * some may have been on no page when it was read.
 */
export class ListChanged extends Schema.TaggedError<ListChanged>()("ListChanged", {
  before: Schema.Int,
  after: Schema.Int
}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ListChanged =>
    isTagged(value, "ListChanged")

  override get message() {
    return `The list got shorter while its pages were read, from ${this.before} entries to ${this.after}: some may be on no page that was read. Read it again, or take its entries from stream, which reads again what moved.`
  }
}

/** The client was closed before the call ended, or before it was made; what had not been sent was not sent. */
export class ClientClosed extends Schema.TaggedError<ClientClosed>()("ClientClosed", {}) {
  static override readonly [Symbol.hasInstance] = (value: unknown): value is ClientClosed =>
    isTagged(value, "ClientClosed")

  override get message() {
    return "The client was closed. Make another one to go on."
  }
}

/** Errors that any call can meet. */
export type CallError =
  | ConnectionFailed
  | TimedOut
  | BodyTooLarge
  | CircuitOpen
  | UnexpectedAnswer
  | Drifted
  | InvalidRequest
