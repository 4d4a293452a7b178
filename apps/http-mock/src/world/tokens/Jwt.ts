import { createHash, createHmac, timingSafeEqual } from "node:crypto"

import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * The claims of a token. `pem` are its permissions, `name` the display name of an anonymous user, `pat` is the id of the
 * personal access token it was made from, `deactivations` says how often its user had been deactivated before.
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
  deactivations: Schema.optionalKey(Schema.Int)
})
export type Claims = typeof Claims.Type

/** The key that a region of a tenant signs with. */
export const signingKey = (seed: number, tenant: string, region: string): Uint8Array =>
  createHash("sha256").update(`remote-assist emulator ${seed} ${tenant} ${region}`).digest()

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url")

const signature = (key: Uint8Array, signed: string) => createHmac("sha256", key).update(signed).digest()

export const sign = (key: Uint8Array, claims: Claims): string => {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  return `${signed}.${signature(key, signed).toString("base64url")}`
}

const decodeClaims = Schema.decodeUnknownResult(Schema.fromJsonString(Claims))

type Verified = Result.Result<Claims, "not a token" | "not signed here">

const check = (key: Uint8Array, token: string): Verified => {
  const [head, payload, given, ...more] = token.split(".")
  if (head === undefined || payload === undefined || given === undefined || more.length > 0)
    return Result.fail("not a token")
  // as text: some changes of the last letter leave the bytes that it stands for alone
  const expected = Buffer.from(signature(key, `${head}.${payload}`).toString("base64url"))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return Result.fail("not signed here")
  return Result.mapError(decodeClaims(Buffer.from(payload, "base64url").toString()), () => "not a token" as const)
}

/** The most tokens of a key whose claims are kept. */
export const mostKept = 1024

// what a key says of a token never changes: who sends one again and again is not checked by HMAC each time
const verified = new WeakMap<Uint8Array, Map<string, Verified>>()

/** The tokens of a key whose claims are kept at present. */
export const keptOf = (key: Uint8Array): number => verified.get(key)?.size ?? 0

/** The claims of a token that the key signed, expired or not. */
export const verify = (key: Uint8Array, token: string): Verified => {
  const known = verified.get(key) ?? new Map<string, Verified>()
  const kept = known.get(token)
  if (kept !== undefined) return kept
  const claims = check(key, token)
  if (Result.isFailure(claims)) return claims
  if (known.size >= mostKept) known.clear()
  known.set(token, claims)
  verified.set(key, known)
  return claims
}
