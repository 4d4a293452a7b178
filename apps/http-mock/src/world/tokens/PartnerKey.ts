import { createPublicKey, verify } from "node:crypto"
import type { KeyObject } from "node:crypto"

import * as Jwt from "@remote-assist/core/Jwt"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A time of a JWT (RFC 7519): seconds since the epoch, of which a date can be made. */
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
  if (asymmetricKeyType !== "rsa") return `it holds a key of type ${asymmetricKeyType}. Give an RSA key`
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return bits < 2048 ? `its RSA key has ${bits} bits. Give one of 2048 or more` : undefined
}

/** Why a text is no public key that a site can register. */
export const unusable = (pem: string): string | undefined =>
  pem.includes("PRIVATE KEY")
    ? "it holds a private key. Give the public half (openssl pkey -pubout)"
    : Result.match(
        Result.try(() => createPublicKey(pem)),
        { onFailure: () => "it holds no public key in PEM form", onSuccess: problemOf }
      )

const decodeHeader = Jwt.decoder(Schema.Struct({ alg: Schema.String }))

const decodeClaims = Jwt.decoder(Claims)

/** Whether a token says that a partner key signed it. */
export const isSigned = (token: string): boolean =>
  Option.exists(Jwt.parse(token), ({ header }) =>
    Option.exists(Result.getSuccess(decodeHeader(header)), ({ alg }) => alg === "RS256")
  )

let parsed: { readonly pem: string; readonly key: KeyObject } | undefined

const keyOf = (pem: string) => {
  if (parsed?.pem !== pem) parsed = { pem, key: createPublicKey(pem) }
  return parsed.key
}

/** The claims of a token that the private half of the key signed, expired or not. */
export const claimsOf = (publicKey: string, token: string): Result.Result<Claims, "not a token" | "not signed"> =>
  Option.match(Jwt.parse(token), {
    onNone: () => Result.fail("not a token"),
    onSome: ({ payload, signature, signingInput }) =>
      verify("RSA-SHA256", Buffer.from(signingInput), keyOf(publicKey), Buffer.from(signature, "base64url"))
        ? Result.mapError(decodeClaims(payload), () => "not a token" as const)
        : Result.fail("not signed")
  })
