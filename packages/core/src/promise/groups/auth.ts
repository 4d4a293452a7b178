import * as Core from "../../Auth.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Secret } from "../Secret.ts"

/** What a person logs in with. */
export interface LogIn {
  /** E-mail address or user name. */
  readonly email: string
  /** The password. */
  readonly password: string | Secret
}

/** A user token. */
export interface UserToken {
  /** The token that calls carry. */
  readonly token: Secret
}

/** A user token, and what it is renewed with. */
export interface RefreshableToken extends UserToken {
  /** The refresh token; it may work once only. */
  readonly refresh: Secret
}

/** Yields tokens. Whoever wants to stay logged in uses `session`, which calls these and renews by itself. */
export interface Auth {
  /** Yields an anonymous token, shown to others as `displayName`. */
  readonly anonymous: (displayName?: string, options?: CallOptions) => CallPromise<UserToken>
  /** Logs in on `/v1`; wrong credentials reject with `ErrorV1` 401. */
  readonly logIn: (credentials: LogIn, options?: CallOptions) => CallPromise<RefreshableToken>
  /** Trades the refresh token of a user's alias for tokens of the log-in user, as workspace migrations need it. */
  readonly exchange: (aliasRefresh: string | Secret, options?: CallOptions) => CallPromise<RefreshableToken>
  /** Renews both tokens. Never repeated by itself: a refresh token may work once only. */
  readonly refresh: (refresh: string | Secret, options?: CallOptions) => CallPromise<RefreshableToken>
  /** Yields an enterprise token. */
  readonly enterprise: (credentials: LogIn, options?: CallOptions) => CallPromise<Secret>
  /** Logs in on `/v1r1`; wrong credentials reject with `ErrorV1R1`. */
  readonly logInV1R1: (credentials: LogIn, options?: CallOptions) => CallPromise<RefreshableToken>
  /** Yields tokens from a workbox invite URL. */
  readonly fromUrl: (inviteUrl: string, options?: CallOptions) => CallPromise<RefreshableToken>
  /** Yields a user token from a personal access token. */
  readonly personalAccessToken: (encoded: string | Secret, options?: CallOptions) => CallPromise<UserToken>
}

const of = Group.of(Core.AuthGroup)

const refresh = Group.hidden("the refresh token")

/** The group of what yields tokens, for `connectTo`. */
export const auth: Group.Group<Auth> = Group.make<Auth>()(Core.Auth, Core.Auth.layer, "Auth", {
  anonymous: of.call("anonymous", Group.optionalText("the display name")),
  logIn: of.call("logIn", of.body("logIn", "the credentials")),
  exchange: of.call("exchange", refresh),
  refresh: of.call("refresh", refresh),
  enterprise: of.call("enterprise", of.body("enterprise", "the credentials")),
  logInV1R1: of.call("logInV1R1", of.body("logInV1R1", "the credentials")),
  fromUrl: of.call("fromUrl", Group.text("the invite URL")),
  personalAccessToken: of.call("personalAccessToken", Group.hidden("the personal access token"))
})
