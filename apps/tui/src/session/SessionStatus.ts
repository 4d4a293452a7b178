import { Jwt } from "@remote-assist/core"
import type { Errors, TokenStore } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { formatMinute } from "../text/format.ts"
import type { SessionOwner } from "./Credentials.ts"

const Claims = Schema.Struct({
  sub: Schema.optionalKey(Schema.String),
  iat: Schema.optionalKey(Schema.Finite),
  exp: Schema.optionalKey(Schema.Finite)
})
type Claims = typeof Claims.Type

const decode = Jwt.decoder(Claims)

/** Reads the claims of a token; empty if it is not a JWT. */
export const readClaims = (token: Redacted.Redacted): Claims =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.getOrElse(() => ({}))
  )

/** Reads the id of the user that a token belongs to, or `undefined`. */
export const readUserId = (token: Redacted.Redacted): string | undefined =>
  /^User:(\d+)$/.exec(readClaims(token).sub ?? "")?.[1]

/** The state of a session. Times are in milliseconds. */
export interface SessionStatus {
  readonly whose: SessionOwner
  readonly subject: string | undefined
  /** When the token was issued, and when it expires. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** What renews the token. */
  readonly renewal: "refresh" | "personalAccessToken" | "signed" | "none"
}

const toMillis = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

/** Reads the status of a session from its stored tokens, or `undefined` without tokens. */
export const read = (
  whose: SessionOwner,
  { load }: Pick<TokenStore.TokenStore["Service"], "load">
): Effect.Effect<SessionStatus | undefined, Errors.TokenStoreFailed> => {
  if (whose.way === "partner-key") {
    const subject = `Partner:${whose.given?.["siteId"] ?? ""}`
    return Effect.succeed({ whose, subject, since: undefined, until: undefined, renewal: "signed" })
  }
  return Effect.map(load, (found): SessionStatus | undefined => {
    const tokens = Option.getOrUndefined(found)
    if (tokens === undefined) return undefined
    const { exp, iat, sub } = readClaims(tokens.token)
    const { personalAccessToken, refresh } = tokens
    const renewal =
      refresh !== undefined ? "refresh" : personalAccessToken !== undefined ? "personalAccessToken" : "none"
    return { whose, subject: sub, since: toMillis(iat), until: toMillis(exp), renewal }
  })
}

/** Formats a time of a token to the minute; empty if there is none. */
export const formatTime = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return ""
  const minute = formatMinute(milliseconds)
  return minute === "" ? "an invalid time" : `${minute} UTC`
}

const renewals: Readonly<Record<SessionStatus["renewal"], string>> = {
  refresh: "automatic, with the refresh token",
  personalAccessToken: "automatic, with the personal access token",
  signed: "not needed: each request is signed",
  none: "not possible: log in again when it expires"
}

/** Describes how a session is renewed. */
export const formatRenewal = ({ renewal }: Pick<SessionStatus, "renewal">): string => renewals[renewal]
