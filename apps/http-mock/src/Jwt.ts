import { createHash, createHmac, timingSafeEqual } from "node:crypto"

import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * The claims of a token. `pem` are its permissions, `name` the display name of an anonymous user, `pat` is the id of the
 * personal access token it was made from.
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
  pat: Schema.optionalKey(PersonalAccessTokenId)
})
export type Claims = typeof Claims.Type

/** The key that a region of a seed signs with. */
export const signingKey = (seed: number, region: string): Uint8Array =>
  createHash("sha256").update(`remote-assist emulator ${seed} ${region}`).digest()

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url")

const signature = (key: Uint8Array, signed: string) => createHmac("sha256", key).update(signed).digest()

export const sign = (key: Uint8Array, claims: Claims): string => {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  return `${signed}.${signature(key, signed).toString("base64url")}`
}

const decodeClaims = Schema.decodeUnknownResult(Schema.fromJsonString(Claims))

/** The claims of a token that the key signed, expired or not. */
export const verify = (key: Uint8Array, token: string): Result.Result<Claims, "not a token" | "not signed here"> => {
  const [head, payload, given, ...more] = token.split(".")
  if (head === undefined || payload === undefined || given === undefined || more.length > 0)
    return Result.fail("not a token")
  const expected = signature(key, `${head}.${payload}`)
  const actual = Buffer.from(given, "base64url")
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return Result.fail("not signed here")
  return Result.mapError(decodeClaims(Buffer.from(payload, "base64url").toString()), () => "not a token" as const)
}
