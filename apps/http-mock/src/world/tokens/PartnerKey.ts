import { createPublicKey, verify } from "node:crypto"
import type { KeyObject } from "node:crypto"

import * as Jwt from "@remote-assist/core/Jwt"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A time of a JWT (RFC 7519): seconds since the epoch, in the range of `Date`. */
export const NumericDate = Schema.Finite.check(
  Schema.isBetween({ minimum: -8_640_000_000_000, maximum: 8_640_000_000_000 })
)

const Claims = Schema.Struct({
  iss: Schema.String,
  aud: Schema.Union([Schema.String, Schema.Array(Schema.String)]),
  sub: Schema.String,
  exp: NumericDate,
  iat: Schema.optionalKey(NumericDate),
  nbf: Schema.optionalKey(NumericDate)
})
export type Claims = typeof Claims.Type

const problemOf = ({ asymmetricKeyDetails, asymmetricKeyType }: KeyObject) => {
  if (asymmetricKeyType !== "rsa") return `it contains a key of type ${asymmetricKeyType}. Use an RSA key`
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return bits < 2048 ? `its RSA key has ${bits} bits. Use a key with 2048 or more` : undefined
}

/** Returns the reason why a text is not a valid public key, or `undefined` if it is valid. */
export const validatePublicKey = (pem: string): string | undefined =>
  pem.includes("PRIVATE KEY")
    ? "it contains a private key. Use the public key (openssl pkey -pubout)"
    : Result.match(
        Result.try(() => createPublicKey(pem)),
        {
          onFailure: () => "it is not a public key in PEM format. Use the RSA public key of the site",
          onSuccess: problemOf
        }
      )

const decodeHeader = Jwt.decoder(Schema.Struct({ alg: Schema.String }))

const decodeClaims = Jwt.decoder(Claims)

/** Checks whether a token claims to be signed by a partner key. */
export const isSigned = (token: string): boolean =>
  Option.exists(Jwt.parse(token), ({ header }) =>
    Option.exists(Result.getSuccess(decodeHeader(header)), ({ alg }) => alg === "RS256")
  )

let parsed: { readonly pem: string; readonly key: KeyObject } | undefined

const keyOf = (pem: string) => {
  if (parsed?.pem !== pem) parsed = { pem, key: createPublicKey(pem) }
  return parsed.key
}

/** Verifies a token and returns its claims, expired or not. */
export const claimsOf = (publicKey: string, token: string): Result.Result<Claims, "not a token" | "not signed"> =>
  Option.match(Jwt.parse(token), {
    onNone: () => Result.fail("not a token"),
    onSome: ({ payload, signature, signingInput }) =>
      verify("RSA-SHA256", Buffer.from(signingInput), keyOf(publicKey), Buffer.from(signature, "base64url"))
        ? Result.mapError(decodeClaims(payload), () => "not a token" as const)
        : Result.fail("not signed")
  })
