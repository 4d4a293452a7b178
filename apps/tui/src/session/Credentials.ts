import type { BadSettings } from "@remote-assist/cli/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The ways to log in, as commands and files name them. */
export const LoginMethodName = Schema.Literals([
  "password",
  "password-v1r1",
  "pat",
  "url",
  "anonymous",
  "alias",
  "enterprise",
  "partner-key"
])
export type LoginMethodName = typeof LoginMethodName.Type

/** Where the partner key of a site is, and what is signed with it. */
export interface PartnerKeyOptions {
  /** Path of the private key, in PEM form. */
  readonly file: string
  /** The number of the site. */
  readonly siteId: string
  readonly issuer: string
  readonly audience: string
}

/** What one logs in with. */
export type Credentials =
  | {
      readonly _tag: "Password"
      readonly email: string
      readonly password: Redacted.Redacted
      /** Under which of its two paths the service is asked; `/v1` unless given. */
      readonly version?: "v1r1"
    }
  | { readonly _tag: "PersonalAccessToken"; readonly token: Redacted.Redacted }
  | { readonly _tag: "InviteUrl"; readonly url: Redacted.Redacted }
  | { readonly _tag: "Anonymous"; readonly name: string | undefined }
  /** The refresh token of an alias, for the session of its log-in user. */
  | { readonly _tag: "Alias"; readonly refresh: Redacted.Redacted }
  | { readonly _tag: "Enterprise"; readonly email: string; readonly password: Redacted.Redacted }
  | ({ readonly _tag: "PartnerKey" } & PartnerKeyOptions)

/** Whose a session is, and how they logged in: nothing of it is secret. */
export const SessionOwner = Schema.Struct({
  who: Schema.String,
  way: Schema.optionalKey(LoginMethodName),
  /** What was given besides secrets, by the names of the form's fields. */
  given: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type SessionOwner = typeof SessionOwner.Type

/** Whose the session will be. */
export const sessionOwner = (credentials: Credentials): SessionOwner => {
  switch (credentials._tag) {
    case "Password": {
      const { email, version } = credentials
      return { who: email, way: version === undefined ? "password" : "password-v1r1", given: { email } }
    }
    case "PersonalAccessToken":
      return { who: "personal access token", way: "pat" }
    case "InviteUrl":
      return { who: "invite URL", way: "url" }
    case "Anonymous": {
      const { name } = credentials
      return name === undefined
        ? { who: "anonymous", way: "anonymous" }
        : { who: `${name} (anonymous)`, way: "anonymous", given: { name } }
    }
    case "Alias":
      return { who: "log-in user of an alias", way: "alias" }
    case "Enterprise": {
      const { email } = credentials
      return { who: `enterprise of ${email}`, way: "enterprise", given: { email } }
    }
    case "PartnerKey": {
      const { audience, file, issuer, siteId } = credentials
      return { who: `partner key of site ${siteId}`, way: "partner-key", given: { file, siteId, issuer, audience } }
    }
  }
}

/** The partner key that a session is of, which all that was noted of it leads to. */
export const partnerKeyCredentials = ({
  given = {},
  way
}: SessionOwner): Extract<Credentials, { _tag: "PartnerKey" }> | undefined => {
  if (way !== "partner-key") return undefined
  const { audience = "", file = "", issuer = "", siteId = "" } = given
  return { _tag: "PartnerKey", file, siteId, issuer, audience }
}

/** What of them is secret; nothing where a key stays in its file, or none is needed. */
export const credentialsSecret = (credentials: Credentials): Redacted.Redacted | undefined => {
  switch (credentials._tag) {
    case "Password":
    case "Enterprise":
      return credentials.password
    case "PersonalAccessToken":
      return credentials.token
    case "InviteUrl":
      return credentials.url
    case "Alias":
      return credentials.refresh
    case "Anonymous":
    case "PartnerKey":
      return undefined
  }
}

/** What is noted of a session that outlives the program: whose it is. */
export interface SessionStorage {
  /** Whether sessions are kept for the commands that follow. */
  readonly isKept: boolean
  readonly note: (whose: SessionOwner) => Effect.Effect<void, BadSettings>
  readonly forget: Effect.Effect<void, BadSettings>
}

/** Keeps nothing unless set. */
export const SessionStorage = Context.Reference<SessionStorage>("@remote-assist/tui/Keeper", {
  defaultValue: () => ({ isKept: false, note: () => Effect.void, forget: Effect.void })
})
