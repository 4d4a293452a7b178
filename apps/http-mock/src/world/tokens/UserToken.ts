import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto"

import * as Jwt from "@remote-assist/core/Jwt"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { memoize } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { LRUCache } from "lru-cache"

// cached, as creating the key takes longer than the HMAC
const secretOf = memoize((key: Uint8Array) => createSecretKey(key))

export const signatureOf = (key: Uint8Array, text: string): Buffer =>
  createHmac("sha256", secretOf(key)).update(text).digest()

export const isSignature = (key: Uint8Array, text: string, signature: string): boolean => {
  // compared as text: different last characters can decode to the same bytes
  const expected = Buffer.from(signatureOf(key, text).toString("base64url"))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * The claims of a token: `pem` are the permissions, `name` is the display name of an anonymous user, `pat` the id of the
 * personal access token that it was created from, `deactivations` the number of earlier deactivations of the user. `line`,
 * `patLine` and `deactivatedIn` are the branches of history of the user, the personal access token and the last
 * deactivation; each is omitted for the root.
 */
export const Claims = Schema.Struct({
  iat: Schema.Int,
  exp: Schema.Int,
  nbf: Schema.Int,
  jti: Schema.String,
  iss: Schema.String,
  aud: Schema.String,
  sub: Schema.String,
  typ: Schema.Literal("access"),
  pem: Schema.Array(Schema.String),
  name: Schema.optionalKey(Schema.String),
  pat: Schema.optionalKey(PersonalAccessTokenId),
  deactivations: Schema.optionalKey(Schema.Int),
  line: Schema.optionalKey(Schema.String),
  patLine: Schema.optionalKey(Schema.String),
  deactivatedIn: Schema.optionalKey(Schema.String)
})
export type Claims = typeof Claims.Type

export const signingKey = (seed: number, tenant: string, region: string): Uint8Array =>
  createHash("sha256").update(`remote-assist emulator ${seed} ${tenant} ${region}`).digest()

const header = { alg: "HS256", typ: "JWT" }

export const sign = (key: Uint8Array, claims: Claims): string => {
  const signingInput = Jwt.signingInput(header, claims)
  return Jwt.encode(signingInput, signatureOf(key, signingInput))
}

const decodeClaims = Jwt.decoder(Claims)

type Verified = Result.Result<Claims, "not a token" | "not signed here">

const check = (key: Uint8Array, token: string): Verified =>
  Option.match(Jwt.parse(token), {
    onNone: () => Result.fail("not a token"),
    onSome: ({ payload, signature, signingInput }) =>
      isSignature(key, signingInput, signature)
        ? Result.mapError(decodeClaims(payload), () => "not a token" as const)
        : Result.fail("not signed here")
  })

export const maxVerified = 1024

// repeated tokens are not verified again
const verifiedBy = memoize((_: Uint8Array) => new LRUCache<string, Verified>({ max: maxVerified }))

export const verifiedCount = (key: Uint8Array): number => verifiedBy(key).size

/** Verifies a token and returns its claims, expired or not. */
export const verify = (key: Uint8Array, token: string): Verified => {
  const verified = verifiedBy(key)
  const known = verified.get(token)
  if (known !== undefined) return known
  const claims = check(key, token)
  if (Result.isSuccess(claims)) verified.set(token, claims)
  return claims
}

const userSubjectPattern = /^User:(\d+)$/

export const userSubject = (id: number): string => `User:${id}`

/** Parses the id of a user from a subject, or returns `undefined`. */
export const parseUserId = (subject: string): number | undefined => {
  const id = userSubjectPattern.exec(subject)?.[1]
  return id === undefined ? undefined : Number(id)
}
