import { captureCaller } from "./promise/ClientRuntime.ts"
import { open } from "./promise/connect.ts"
import type { Connection, Methods, SessionConnection } from "./promise/connect.ts"
import * as groups from "./promise/groups.ts"
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
export * from "./promise/errors.ts"
export type { Group } from "./promise/Group.ts"
export * from "./promise/groups.ts"
export type { Session, StartTokens } from "./promise/session.ts"
export type { FinishedCall, Logger, Observers, OpenTelemetrySpan, OpenTelemetryTracer } from "./promise/log.ts"
export type { Page } from "./internal/list/paginate.ts"
export type { RawResponse } from "./promise/PlainTypes.ts"
export { partnerKey } from "./promise/settings.ts"
export { reveal, secret } from "./promise/Secret.ts"
export type { Secret } from "./promise/Secret.ts"
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
