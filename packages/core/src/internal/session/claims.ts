import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

/** What a token says of itself, if it is a JWT: whose it is, and when it expires, in milliseconds. */
export interface Claims {
  readonly subject: string | undefined
  readonly expiresAt: number | undefined
}

// the bytes pass for Latin-1: subjects are but compared
const payloadOf = (token: string) =>
  Result.getOrUndefined(
    Result.try((): unknown =>
      JSON.parse(globalThis.atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""))
    )
  )

export const claimsOf = (token: string): Claims => {
  const claims = payloadOf(token)
  return {
    subject: Predicate.hasProperty(claims, "sub") && Predicate.isString(claims.sub) ? claims.sub : undefined,
    expiresAt:
      Predicate.hasProperty(claims, "exp") && Predicate.isNumber(claims.exp) && Number.isFinite(claims.exp)
        ? claims.exp * 1000
        : undefined
  }
}
