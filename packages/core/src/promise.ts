import { callerOf } from "./promise/CallSite.ts"
import { open } from "./promise/connect.ts"
import type { Connection, SessionConnection } from "./promise/connect.ts"
import { auth } from "./promise/groups/auth.ts"
import type { Auth } from "./promise/groups/auth.ts"
import { calls } from "./promise/groups/calls.ts"
import type { Calls } from "./promise/groups/calls.ts"
import { enterpriseUsers } from "./promise/groups/enterpriseUsers.ts"
import type { EnterpriseUsers } from "./promise/groups/enterpriseUsers.ts"
import { invitations } from "./promise/groups/invitations.ts"
import type { Invitations } from "./promise/groups/invitations.ts"
import { onCallGroups } from "./promise/groups/onCallGroups.ts"
import type { OnCallGroups } from "./promise/groups/onCallGroups.ts"
import { personalAccessTokens } from "./promise/groups/personalAccessTokens.ts"
import type { PersonalAccessTokens } from "./promise/groups/personalAccessTokens.ts"
import { pods } from "./promise/groups/pods.ts"
import type { Pods } from "./promise/groups/pods.ts"
import { registration } from "./promise/groups/registration.ts"
import type { Registration } from "./promise/groups/registration.ts"
import { tokens } from "./promise/groups/tokens.ts"
import type { TokenInspection } from "./promise/groups/tokens.ts"
import type { AnySettings, PartnerSettings, Settings } from "./promise/Settings.ts"

export * from "./Failure.ts"
export type * from "./promise/CallOptions.ts"
export type { CallPromise, WithResponse } from "./promise/CallPromise.ts"
export { connectTo } from "./promise/connect.ts"
export type { Connection, Groups, Methods, SessionConnection } from "./promise/connect.ts"
export {
  BodyTooLarge,
  ClientClosed,
  ConnectionFailed,
  Drifted,
  ErrorText,
  ErrorV1,
  ErrorV1R1,
  InvalidRequest,
  InvalidSettings,
  ListBroken,
  ListChanged,
  SessionEnded,
  TimedOut,
  TokenStoreFailed,
  UnexpectedAnswer,
  UnusableToken
} from "./promise/errors.ts"
export type { Drift, ErrorClass, RemoteError, RequestError } from "./promise/errors.ts"
export type { Group } from "./promise/Group.ts"
export * from "./promise/groups/auth.ts"
export type * from "./promise/groups/call.ts"
export type * from "./promise/groups/callEvents.ts"
export * from "./promise/groups/calls.ts"
export * from "./promise/groups/enterpriseUsers.ts"
export * from "./promise/groups/invitations.ts"
export * from "./promise/groups/onCallGroups.ts"
export * from "./promise/groups/personalAccessTokens.ts"
export * from "./promise/groups/pods.ts"
export type * from "./promise/groups/recentCall.ts"
export * from "./promise/groups/registration.ts"
export type { Session, StartTokens } from "./promise/groups/session.ts"
export * from "./promise/groups/tokens.ts"
export type { Logger } from "./promise/log.ts"
export type * from "./promise/Page.ts"
export { partnerKey } from "./promise/partnerKey.ts"
export type { PartnerKeySettings } from "./promise/partnerKey.ts"
export type { Request, RequestMethod, RequestOptions } from "./promise/request.ts"
export { reveal, secret } from "./promise/Secret.ts"
export type { Secret } from "./promise/Secret.ts"
export type { PartnerSettings, Settings } from "./promise/Settings.ts"
export type { PartnerKey } from "./promise/signing.ts"
export type { Tokens, TokenStore } from "./promise/tokenStore.ts"
export type { Walk } from "./promise/Walk.ts"

/** The SDK for programs that do not use Effect, without a session: a partner key signs each request. */
export interface PartnerRemote extends Connection {
  /** Yields tokens. */
  readonly auth: Auth
  /** Inspects tokens. */
  readonly tokens: TokenInspection
  /** Manages personal access tokens. */
  readonly personalAccessTokens: PersonalAccessTokens
  /** Registers accounts and enterprises. */
  readonly registration: Registration
  /** Reads and annotates calls. */
  readonly calls: Calls
  /** Lists on-call groups and marks favorites. */
  readonly onCallGroups: OnCallGroups
  /** Invites people. */
  readonly invitations: Invitations
  /** Administers the users of the enterprise. */
  readonly enterpriseUsers: EnterpriseUsers
  /** Lists the pods of the enterprise. */
  readonly pods: Pods
}

/** The SDK for programs that do not use Effect: promises, and walks for `for await`. */
export interface Remote extends PartnerRemote, SessionConnection {}

interface Connect {
  (settings: PartnerSettings): Promise<PartnerRemote>
  (settings: Settings): Promise<Remote>
}

const groups = {
  auth,
  tokens,
  personalAccessTokens,
  registration,
  calls,
  onCallGroups,
  invitations,
  enterpriseUsers,
  pods
}

/**
 * Connects to one region. Nothing is sent before the first call. Settings that are missing, unknown or of no use reject
 * with `InvalidSettings`.
 *
 * ```ts
 * await using remote = await connect({ name: "us", baseUrl: "https://us.example.com", apiKey: "..." })
 * await remote.session.logIn({ email: "ada@example.com", password: "..." })
 * for await (const user of remote.enterpriseUsers.stream()) console.log(user.email)
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
export const connect: Connect = (settings: AnySettings): Promise<any> => open(settings, groups, callerOf(connect))
