import * as Auth from "../../Auth.ts"
import { Session as Core } from "../../Session.ts"
import { Tokens as CoreTokens } from "../../TokenStore.ts"
import { ofCalls } from "../CallOptions.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { Door } from "../Door.ts"
import * as Fields from "../Fields.ts"
import * as Group from "../Group.ts"
import { methodsOf } from "../methods.ts"
import type { Method } from "../methods.ts"
import type { Secret } from "../Secret.ts"
import type { LogIn } from "./auth.ts"

/** Tokens obtained elsewhere. */
export interface StartTokens {
  /** The user token that calls carry. */
  readonly token: string | Secret
  /** What it is renewed with. */
  readonly refresh?: string | Secret | undefined
  /** The personal access token that it was made from, and is renewed with. */
  readonly personalAccessToken?: string | Secret | undefined
}

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export interface Session {
  /** Logs in with e-mail address or user name and password and keeps the tokens; a session before it is replaced. */
  readonly logIn: (credentials: LogIn, options?: CallOptions) => Promise<void>
  /** Logs in with a personal access token, which is kept to renew the session with. */
  readonly logInWithToken: (personalAccessToken: string | Secret, options?: CallOptions) => Promise<void>
  /** Logs in as nobody in particular, shown to others as `displayName`. The session cannot be renewed. */
  readonly logInAnonymously: (displayName?: string, options?: CallOptions) => Promise<void>
  /** Logs in with a workbox invite URL. */
  readonly logInFromUrl: (inviteUrl: string, options?: CallOptions) => Promise<void>
  /** Logs in as the log-in user of an alias, with the alias's refresh token. */
  readonly logInFromAlias: (aliasRefresh: string | Secret, options?: CallOptions) => Promise<void>
  /** Logs in as the enterprise. The session cannot be renewed. */
  readonly logInAsEnterprise: (credentials: LogIn, options?: CallOptions) => Promise<void>
  /** Starts a session from tokens obtained elsewhere. */
  readonly start: (tokens: StartTokens, options?: CallOptions) => Promise<void>
  /** Yields the user token to send; renewed first when it is about to expire. */
  readonly token: (options?: CallOptions) => Promise<Secret>
  /** Renews a token that was found expired, once for any number of concurrent calls, and yields the current one. */
  readonly renew: (expired: string | Secret, options?: CallOptions) => Promise<Secret>
  /** Forgets the tokens. */
  readonly logOut: (options?: CallOptions) => Promise<void>
}

const of = Group.of(Auth.AuthGroup)

const method = (...inputs: Method["inputs"]): Method => ({
  inputs,
  answer: () => "open",
  isWalk: false,
  hasBody: true,
  options: ofCalls
})

const table: Group.Table<Core["Service"]> = {
  logIn: method(of.body("logIn", "the credentials")),
  logInWithToken: method(Group.hidden("the personal access token")),
  logInAnonymously: method(Group.optionalText("the display name")),
  logInFromUrl: method(Group.text("the invite URL")),
  logInFromAlias: method(Group.hidden("the refresh token")),
  logInAsEnterprise: method(of.body("enterprise", "the credentials")),
  start: method({ at: "the session", fields: () => Fields.ofSchemas([CoreTokens]) }),
  token: method(),
  renew: method(Group.hidden("the token")),
  logOut: method()
}

/** Makes the session's methods. */
export const sessionOf = (door: Door, session: Core["Service"]): Session => methodsOf(door, "Session", session, table)
