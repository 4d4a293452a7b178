import type { BadSettings } from "@remote-assist/cli/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The names of the login methods, in commands and files. */
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

/** The partner key of a site, and the claims that it signs. */
export interface PartnerKeyOptions {
  /** Path of the private key, in PEM form. */
  readonly file: string
  /** Number of the site. */
  readonly siteId: string
  readonly issuer: string
  readonly audience: string
}

export type Credentials =
  | {
      readonly _tag: "Password"
      readonly email: string
      readonly password: Redacted.Redacted
      /** The path of the service (default `/v1`). */
      readonly version?: "v1r1"
    }
  | { readonly _tag: "PersonalAccessToken"; readonly token: Redacted.Redacted }
  | { readonly _tag: "InviteUrl"; readonly url: Redacted.Redacted }
  | { readonly _tag: "Anonymous"; readonly name: string | undefined }
  /** The refresh token of an alias, for the session of its log-in user. */
  | { readonly _tag: "Alias"; readonly refresh: Redacted.Redacted }
  | { readonly _tag: "Enterprise"; readonly email: string; readonly password: Redacted.Redacted }
  | ({ readonly _tag: "PartnerKey" } & PartnerKeyOptions)

/** The owner of a session and the login method, without secrets. */
export const SessionOwner = Schema.Struct({
  who: Schema.String,
  way: Schema.optionalKey(LoginMethodName),
  /** The values of the login form except secrets, by the names of its fields. */
  given: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type SessionOwner = typeof SessionOwner.Type

/** Returns the owner of the session that credentials create. */
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

/** Returns the credentials of a session with a partner key, or `undefined`. */
export const partnerKeyCredentials = ({
  given = {},
  way
}: SessionOwner): Extract<Credentials, { _tag: "PartnerKey" }> | undefined => {
  if (way !== "partner-key") return undefined
  const { audience = "", file = "", issuer = "", siteId = "" } = given
  return { _tag: "PartnerKey", file, siteId, issuer, audience }
}

/** Returns the secret of credentials, or `undefined` if they have none in memory. */
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

/** Stores the owner of a session that outlives the program. */
export interface SessionStorage {
  /** Whether sessions are stored for later commands. */
  readonly isKept: boolean
  readonly note: (whose: SessionOwner) => Effect.Effect<void, BadSettings>
  readonly forget: Effect.Effect<void, BadSettings>
}

/** The storage of the session (default: none). */
export const SessionStorage = Context.Reference<SessionStorage>("@remote-assist/tui/SessionStorage", {
  defaultValue: () => ({ isKept: false, note: () => Effect.void, forget: Effect.void })
})
