import { Jwt } from "@remote-assist/core"
import type { TokenStore } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Whose } from "./Credentials.ts"

/** What a token says of itself, where it is a JWT. */
const Claims = Schema.Struct({
  sub: Schema.optionalKey(Schema.String),
  iat: Schema.optionalKey(Schema.Finite),
  exp: Schema.optionalKey(Schema.Finite),
  name: Schema.optionalKey(Schema.String)
})
type Claims = typeof Claims.Type

const decode = Jwt.decoder(Claims)

/** The claims of a token; none where it tells none. */
export const claimsOf = (token: Redacted.Redacted): Claims =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(decode(payload))),
    Option.getOrElse(() => ({}))
  )

/** What is known of a session. Times are in milliseconds. */
export interface Standing {
  readonly whose: Whose
  /** Whom its token names. */
  readonly subject: string | undefined
  /** When its token was made, and until when it is good. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** What it is renewed with. */
  readonly renewal: "refresh" | "personalAccessToken" | "signed" | "none"
}

/** What is known of a session from the tokens that are kept of it; nothing where there are none. */
export const of = (
  whose: Whose,
  { load }: Pick<TokenStore.TokenStore["Service"], "load">
): Effect.Effect<Standing | undefined> => {
  if (whose.way === "partner-key") {
    const subject = `Partner:${whose.given?.["siteId"] ?? ""}`
    return Effect.succeed({ whose, subject, since: undefined, until: undefined, renewal: "signed" })
  }
  return Effect.map(Effect.option(load), (found): Standing | undefined => {
    const tokens = Option.getOrUndefined(Option.flatten(found))
    if (tokens === undefined) return undefined
    const { exp, iat, sub } = claimsOf(tokens.token)
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
export const iso = (milliseconds: number | undefined): string | null =>
  milliseconds !== undefined && isDate(milliseconds) ? new Date(milliseconds).toISOString() : null

/** A time as it is read, up to the minute. */
export const time = (milliseconds: number): string =>
  isDate(milliseconds)
    ? `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`
    : "a time that is none"

const renewals: Readonly<Record<Standing["renewal"], string>> = {
  refresh: "by itself, with its refresh token",
  personalAccessToken: "by itself, with the personal access token",
  signed: "none: each request is signed anew",
  none: "cannot be renewed: log in again then"
}

/** How a session is renewed. */
export const renewalText = ({ renewal }: Pick<Standing, "renewal">): string => renewals[renewal]
