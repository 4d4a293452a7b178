import * as Errors from "../Errors.ts"

/** What all errors of the SDK have. */
export interface RemoteError<Tag extends string> extends Error {
  /** Name of the class, for a `switch`. */
  readonly _tag: Tag
  /** Name of the class. */
  readonly name: string
  /** What happened, where, and what to do. */
  readonly message: string
}

/** What an error has that belongs to a request. */
export interface RequestError<Tag extends string> extends RemoteError<Tag> {
  /** Method of the request, such as `GET`. */
  readonly method: string
  /** Path of the request, without its query. */
  readonly path: string
}

/** A class of errors. `instanceof` tells by the tag, so that it works between copies of the SDK too. */
export interface ErrorClass<E, Fields extends keyof E> {
  /** Makes such an error, for a test. */
  new (fields: Pick<E, Fields>): E
  readonly prototype: E
}

/** The service refused, on `/v1`: credentials, a token or the API key (401), a resource nobody may see (401), or it failed (500). */
export interface ErrorV1 extends RequestError<"ErrorV1"> {
  /** Status of the answer. */
  readonly status: 401 | 500
  /** The service's number for the error. */
  readonly code: number
}

/** The service refused, on `/v1`. */
export const ErrorV1: ErrorClass<ErrorV1, "status" | "code" | "message" | "method" | "path"> = Errors.ErrorV1

/** The service refused, on `/v1r1`, where every refusal has status 400. */
export interface ErrorV1R1 extends RequestError<"ErrorV1R1"> {
  /** Status of the answer. */
  readonly status: 400
  /** The service's number for the error; 1003 says that the user token has expired. */
  readonly code: number
}

/** The service refused, on `/v1r1`. */
export const ErrorV1R1: ErrorClass<ErrorV1R1, "code" | "message" | "name" | "method" | "path"> = Errors.ErrorV1R1

/** The service refused with a bare text: an invalid or expired token (401), or a call of others (403). */
export interface ErrorText extends RequestError<"ErrorText"> {
  /** Status of the answer. */
  readonly status: 401 | 403
}

/** The service refused with a bare text. */
export const ErrorText: ErrorClass<ErrorText, "status" | "message" | "method" | "path"> = Errors.ErrorText

/** No answer came: the host is unknown, refuses the connection or closed it before it answered. */
export interface ConnectionFailed extends RequestError<"ConnectionFailed"> {
  /** Where the request went, such as `https://us.example.com`. */
  readonly origin: string
  /** What the platform says of it. */
  readonly reason: string
  /** Whether the request had left, or a part of it may have. */
  readonly wasSent: boolean
  /** Whether the service may have done what was asked all the same: look before you send it again. */
  readonly mayHaveHappened: boolean
}

/** No answer came. */
export const ConnectionFailed: ErrorClass<
  ConnectionFailed,
  "method" | "path" | "origin" | "reason" | "wasSent" | "mayHaveHappened"
> = Errors.ConnectionFailed

/** The call, its repeats included, took longer than it may. */
export interface TimedOut extends RequestError<"TimedOut"> {
  /** How long it may take. */
  readonly seconds: number
  /** Whether the request had left, or a part of it may have; where not, the call waited for the tokens of its session. */
  readonly wasSent: boolean
  /** Whether the service may have done what was asked all the same: look before you send it again. */
  readonly mayHaveHappened: boolean
}

/** The call took longer than it may. */
export const TimedOut: ErrorClass<TimedOut, "method" | "path" | "seconds" | "wasSent" | "mayHaveHappened"> =
  Errors.TimedOut

/** The answer's body is larger than it may be; what came of it was thrown away. */
export interface BodyTooLarge extends RequestError<"BodyTooLarge"> {
  /** How many bytes it may have, decompressed. */
  readonly limit: number
  /** Whether the service may have done what was asked all the same: look before you send it again. */
  readonly mayHaveHappened: boolean
}

/** The answer's body is larger than it may be. */
export const BodyTooLarge: ErrorClass<BodyTooLarge, "method" | "path" | "limit" | "mayHaveHappened"> =
  Errors.BodyTooLarge

/** The service answered with a status or a body that the interface does not describe, such as the page of a proxy. */
export interface UnexpectedAnswer extends RequestError<"UnexpectedAnswer"> {
  /** Status of the answer. */
  readonly status: number
  /** What is not as expected. */
  readonly reason: string
  /** Beginning of the body, without what may be secret. */
  readonly excerpt: string
  /** Seconds after which the service asks to be called again. */
  readonly retryAfter?: number
}

/** The service answered what the interface does not describe. */
export const UnexpectedAnswer: ErrorClass<
  UnexpectedAnswer,
  "method" | "path" | "status" | "reason" | "excerpt" | "retryAfter"
> = Errors.UnexpectedAnswer

/** A field of an answer that is not as the contract describes it. */
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

/** An answer is not as the contract describes it, and the client is `strict`. */
export interface Drifted extends RequestError<"Drifted"> {
  /** The fields that differ. */
  readonly drifts: ReadonlyArray<Drift>
}

/** An answer is not as the contract describes it. */
export const Drifted: ErrorClass<Drifted, "method" | "path" | "drifts"> = Errors.Drifted

/** What was asked for does not fit the interface; nothing was sent. */
export interface InvalidRequest extends RemoteError<"InvalidRequest"> {
  /** Such as `EnterpriseUsers.list`. */
  readonly operation: string
  /** What does not fit, and what would. */
  readonly reason: string
}

/** What was asked for does not fit the interface. */
export const InvalidRequest: ErrorClass<InvalidRequest, "operation" | "reason"> = Errors.InvalidRequest

/** The tokens of a session could not be read from or written to where they are kept. */
export interface TokenStoreFailed extends RemoteError<"TokenStoreFailed"> {
  /** Where they are kept. */
  readonly store: string
  /** What went wrong. */
  readonly reason: string
}

/** The tokens could not be read or written. */
export const TokenStoreFailed: ErrorClass<TokenStoreFailed, "store" | "reason"> = Errors.TokenStoreFailed

/** There is no session to make the call with. */
export interface SessionEnded extends RemoteError<"SessionEnded"> {
  /** Why there is none. */
  readonly reason: string
  /**
   * Nobody is logged in (`none`), the service `refused` to renew it, another log-in or a log-out `replaced` it while the
   * call was under way, or the client was `closed`.
   */
  readonly state: "none" | "refused" | "replaced" | "closed"
}

/** Nobody is logged in, or no more. */
export const SessionEnded: ErrorClass<SessionEnded, "reason" | "state"> = Errors.SessionEnded

/** A token that a session was to keep is empty, or no header can carry it. Nothing was kept. */
export interface UnusableToken extends RemoteError<"UnusableToken"> {
  /** What it was given to, such as `Session.start`. */
  readonly operation: string
}

/** A token is empty, or no header can carry it. */
export const UnusableToken: ErrorClass<UnusableToken, "operation"> = Errors.UnusableToken

/** A list cannot be walked to its end: it has none, or the service answers other pages than those asked for. */
export interface ListBroken extends RemoteError<"ListBroken"> {
  /** What is wrong with it. */
  readonly reason: string
}

/** A list cannot be walked to its end. */
export const ListBroken: ErrorClass<ListBroken, "reason"> = Errors.ListBroken

/** A list got shorter while its pages were read: some entries may have been on no page when it was read. */
export interface ListChanged extends RemoteError<"ListChanged"> {
  /** How many entries it had. */
  readonly before: number
  /** How many it has now. */
  readonly after: number
}

/** A list got shorter while its pages were read. */
export const ListChanged: ErrorClass<ListChanged, "before" | "after"> = Errors.ListChanged

/** A setting is missing, unknown or of no use; no client was made. */
export interface InvalidSettings extends RemoteError<"InvalidSettings"> {
  /** Name of the setting. */
  readonly setting: string
  /** What is wrong with it, and what to do. */
  readonly reason: string
}

/** A setting is missing, unknown or of no use. */
export const InvalidSettings: ErrorClass<InvalidSettings, "setting" | "reason"> = Errors.InvalidSettings

/** The client was closed before the call ended, or before it was made. */
export interface ClientClosed extends RemoteError<"ClientClosed"> {}

/** The client was closed. */
export const ClientClosed: ErrorClass<ClientClosed, never> = Errors.ClientClosed
