import { Jwt } from "@remote-assist/core"
import type { TokenStore } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { SessionOwner } from "./Credentials.ts"

/** The claims of a token that is a JWT. */
const Claims = Schema.Struct({
  sub: Schema.optionalKey(Schema.String),
  iat: Schema.optionalKey(Schema.Finite),
  exp: Schema.optionalKey(Schema.Finite),
  name: Schema.optionalKey(Schema.String)
})
type Claims = typeof Claims.Type

const decode = Jwt.decoder(Claims)

/** Reads the claims of a token; empty if it is not a JWT. */
export const readClaims = (token: Redacted.Redacted): Claims =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.getOrElse(() => ({}))
  )

/** Reads the id of the user whom a token belongs to, or `undefined`. */
export const readUserId = (token: Redacted.Redacted): string | undefined =>
  /^User:(\d+)$/.exec(readClaims(token).sub ?? "")?.[1]

/** The state of a session. Times are in milliseconds. */
export interface SessionStatus {
  readonly whose: SessionOwner
  /** Whom its token names. */
  readonly subject: string | undefined
  /** When its token was made, and until when it is good. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** What it is renewed with. */
  readonly renewal: "refresh" | "personalAccessToken" | "signed" | "none"
}

/** What is known of a session from the tokens that are kept of it; nothing where there are none. */
export const read = (
  whose: SessionOwner,
  { load }: Pick<TokenStore.TokenStore["Service"], "load">
): Effect.Effect<SessionStatus | undefined> => {
  if (whose.way === "partner-key") {
    const subject = `Partner:${whose.given?.["siteId"] ?? ""}`
    return Effect.succeed({ whose, subject, since: undefined, until: undefined, renewal: "signed" })
  }
  return Effect.map(Effect.option(load), (found): SessionStatus | undefined => {
    const tokens = Option.getOrUndefined(Option.flatten(found))
    if (tokens === undefined) return undefined
    const { exp, iat, sub } = readClaims(tokens.token)
    return {
      whose,
      subject: sub,
      since: iat === undefined ? undefined : iat * 1000,
      until: exp === undefined ? undefined : exp * 1000,
      renewal:
        tokens.refresh !== undefined
          ? "refresh"
          : tokens.personalAccessToken !== undefined
            ? "personalAccessToken"
            : "none"
    }
  })
}

// of what a service says a date may be made, or not
const isDate = (milliseconds: number) => Math.abs(milliseconds) <= 8.64e15

/** A time as a program reads it; `null` where there is none, or it is that of no date. */
export const formatIso = (milliseconds: number | undefined): string | null =>
  milliseconds !== undefined && isDate(milliseconds) ? new Date(milliseconds).toISOString() : null

/** A time as it is read, up to the minute. */
export const formatTime = (milliseconds: number): string =>
  isDate(milliseconds)
    ? `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`
    : "a time that is none"

const renewals: Readonly<Record<SessionStatus["renewal"], string>> = {
  refresh: "by itself, with its refresh token",
  personalAccessToken: "by itself, with the personal access token",
  signed: "none: each request is signed anew",
  none: "cannot be renewed: log in again then"
}

/** How a session is renewed. */
export const formatRenewal = ({ renewal }: Pick<SessionStatus, "renewal">): string => renewals[renewal]
