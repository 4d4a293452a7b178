import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto"

import * as Jwt from "@remote-assist/core/Jwt"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { memoize } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { LRUCache } from "lru-cache"

// made once: an HMAC with the bytes makes one each time, which takes longer than the rest of it
const secretOf = memoize((key: Uint8Array) => createSecretKey(key))

export const signatureOf = (key: Uint8Array, text: string): Buffer =>
  createHmac("sha256", secretOf(key)).update(text).digest()

export const isSignature = (key: Uint8Array, text: string, signature: string): boolean => {
  // as text: some changes of the last letter leave the bytes that it stands for alone
  const expected = Buffer.from(signatureOf(key, text).toString("base64url"))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * The claims of a token. `pem` are its permissions, `name` the display name of an anonymous user, `pat` is the id of the
 * personal access token it was made from, `deactivations` says how often its user had been deactivated before. `line`,
 * `patLine` and `deactivatedIn` are the lines of history that the user and the personal access token were made in, and that
 * the user was last deactivated in; each is left out for the first.
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

export const mostKept = 1024

// what a key says of a token never changes: who sends one again and again is not checked by HMAC each time
const verifiedBy = memoize((_: Uint8Array) => new LRUCache<string, Verified>({ max: mostKept }))

export const keptOf = (key: Uint8Array): number => verifiedBy(key).size

/** The claims of a token that the key signed, expired or not. */
export const verify = (key: Uint8Array, token: string): Verified => {
  const known = verifiedBy(key)
  const kept = known.get(token)
  if (kept !== undefined) return kept
  const claims = check(key, token)
  if (Result.isSuccess(claims)) known.set(token, claims)
  return claims
}

const userSubjectPattern = /^User:(\d+)$/

export const userSubject = (id: number): string => `User:${id}`

/** The id of the user that a subject names; nothing where it names another kind. */
export const parseUserId = (subject: string): number | undefined => {
  const id = userSubjectPattern.exec(subject)?.[1]
  return id === undefined ? undefined : Number(id)
}
