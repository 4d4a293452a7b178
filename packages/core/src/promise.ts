import * as Errors from "./Errors.ts"
import { captureCaller } from "./promise/ClientRuntime.ts"
import { open } from "./promise/connect.ts"
import type { Connection, Methods, SessionConnection } from "./promise/connect.ts"
import * as groups from "./promise/groups.ts"
import type { ErrorClass, PlainError } from "./promise/PlainTypes.ts"
import type { AnySettings, PartnerSettings, Settings } from "./promise/settings.ts"

export * from "./Failure.ts"
export type {
  BareStreamOptions,
  CallOptions,
  Extra,
  Position,
  Query,
  Shrink,
  StreamOptions,
  WaitOptions
} from "./promise/options.ts"
export type { CallPromise, WithResponse } from "./promise/ClientRuntime.ts"
export { connectTo } from "./promise/connect.ts"
export type {
  Connection,
  Groups,
  Methods,
  Request,
  RequestMethod,
  RequestOptions,
  SessionConnection
} from "./promise/connect.ts"
export type { Drift } from "./Errors.ts"
export type { ErrorClass } from "./promise/PlainTypes.ts"
export type { Group } from "./promise/Group.ts"
export * from "./promise/groups.ts"
export type { Session, StartTokens } from "./promise/session.ts"
export type { FinishedCall, Logger, Observers, OpenTelemetrySpan, OpenTelemetryTracer } from "./promise/log.ts"
export type { Page } from "./internal/list/paginate.ts"
export type { RawResponse } from "./promise/PlainTypes.ts"
export { partnerKey } from "./promise/settings.ts"
export { reveal, secret } from "./promise/PlainValues.ts"
export type { Secret } from "./promise/PlainValues.ts"
export type { PartnerKey, PartnerKeySettings, PartnerSettings, Settings } from "./promise/settings.ts"
export type { TokenAccess, Tokens, TokenStore } from "./promise/tokenStore.ts"
export type { Paginator, ToArrayOptions } from "./promise/Paginator.ts"

/** The SDK without Effect and without a session: a partner key signs each request. */
export interface PartnerRemote extends Connection, Methods<typeof groups> {}

/** The SDK without Effect: promises, and paginators for `for await`. */
export interface Remote extends PartnerRemote, SessionConnection {}

interface Connect {
  (settings: PartnerSettings): Promise<PartnerRemote>
  (settings: Settings): Promise<Remote>
}

/**
 * Connects to one region. Nothing is sent before the first call. Missing, unknown or invalid settings reject with
 * `InvalidSettings`.
 *
 * ```ts
 * await using remote = await connect({ name: "us", baseUrl: "https://us.example.com", apiKey: "..." })
 * await remote.session.logIn({ email: "ada@example.com", password: "..." })
 * for await (const user of remote.enterpriseUsers.stream()) console.log(user.email)
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
export const connect: Connect = (settings: AnySettings): Promise<any> => open(settings, groups, captureCaller(connect))

/** The service rejected a `/v1` call: credentials, a token, the API key or a resource without access (401), or it failed (500). */
export interface ErrorV1 extends PlainError<typeof Errors.ErrorV1> {}
export const ErrorV1: ErrorClass<typeof Errors.ErrorV1> = Errors.ErrorV1

/** The service rejected a `/v1r1` call, where every error has status 400. */
export interface ErrorV1R1 extends PlainError<typeof Errors.ErrorV1R1> {}
export const ErrorV1R1: ErrorClass<typeof Errors.ErrorV1R1> = Errors.ErrorV1R1

/** The service rejected a call with a bare text: an invalid or expired token (401), or a call of another user (403). */
export interface ErrorText extends PlainError<typeof Errors.ErrorText> {}
export const ErrorText: ErrorClass<typeof Errors.ErrorText> = Errors.ErrorText

/** No answer came: the host is unknown, refused the connection, or closed it before it answered. */
export interface ConnectionFailed extends PlainError<typeof Errors.ConnectionFailed> {}
export const ConnectionFailed: ErrorClass<typeof Errors.ConnectionFailed> = Errors.ConnectionFailed

/** The call, its retries included, exceeded its timeout. */
export interface TimedOut extends PlainError<typeof Errors.TimedOut> {}
export const TimedOut: ErrorClass<typeof Errors.TimedOut> = Errors.TimedOut

/** The body of the answer exceeds the limit; it was discarded. */
export interface BodyTooLarge extends PlainError<typeof Errors.BodyTooLarge> {}
export const BodyTooLarge: ErrorClass<typeof Errors.BodyTooLarge> = Errors.BodyTooLarge

/** The service answered with a status or a body that the interface does not describe, such as the page of a proxy. */
export interface UnexpectedAnswer extends PlainError<typeof Errors.UnexpectedAnswer> {}
export const UnexpectedAnswer: ErrorClass<typeof Errors.UnexpectedAnswer> = Errors.UnexpectedAnswer

/** An answer differs from the contract, and the client is `strict`. */
export interface Drifted extends PlainError<typeof Errors.Drifted> {}
export const Drifted: ErrorClass<typeof Errors.Drifted> = Errors.Drifted

/** The arguments of the call are invalid; nothing was sent. */
export interface InvalidRequest extends PlainError<typeof Errors.InvalidRequest> {}
export const InvalidRequest: ErrorClass<typeof Errors.InvalidRequest> = Errors.InvalidRequest

/** The tokens of a session could not be read from, or written to, their store. */
export interface TokenStoreFailed extends PlainError<typeof Errors.TokenStoreFailed> {}
export const TokenStoreFailed: ErrorClass<typeof Errors.TokenStoreFailed> = Errors.TokenStoreFailed

/** There is no session to make the call with. */
export interface SessionEnded extends PlainError<typeof Errors.SessionEnded> {}
export const SessionEnded: ErrorClass<typeof Errors.SessionEnded> = Errors.SessionEnded

/** A token for a session is empty, or no header can carry it. Nothing was stored. */
export interface UnusableToken extends PlainError<typeof Errors.UnusableToken> {}
export const UnusableToken: ErrorClass<typeof Errors.UnusableToken> = Errors.UnusableToken

/** A list has no end, or the service answers other pages than requested. */
export interface ListBroken extends PlainError<typeof Errors.ListBroken> {}
export const ListBroken: ErrorClass<typeof Errors.ListBroken> = Errors.ListBroken

/** A list shrank while its pages were read: some entries may be missing. */
export interface ListChanged extends PlainError<typeof Errors.ListChanged> {}
export const ListChanged: ErrorClass<typeof Errors.ListChanged> = Errors.ListChanged

/** A setting is missing, unknown or invalid; no client was made. */
export interface InvalidSettings extends PlainError<typeof Errors.InvalidSettings> {}
export const InvalidSettings: ErrorClass<typeof Errors.InvalidSettings> = Errors.InvalidSettings

/** The client was closed before the call ended, or before it started. */
export interface ClientClosed extends PlainError<typeof Errors.ClientClosed> {}
export const ClientClosed: ErrorClass<typeof Errors.ClientClosed> = Errors.ClientClosed
