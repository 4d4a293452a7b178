import * as Clock from "effect/Clock"
import type * as CryptoError from "effect/crypto/CryptoError"
import * as KeyFormat from "effect/crypto/KeyFormat"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { SessionEnded } from "./Errors.ts"
import * as Jwt from "./Jwt.ts"
import { UserToken } from "./UserToken.ts"

/** The key pair of a site, of which the service stores the public half. */
export interface PartnerKeySettings {
  /** Private RSA key in PEM form, PKCS#8 or PKCS#1. */
  readonly privateKey: Redacted.Redacted
  readonly siteId: number
  readonly issuer: string
  readonly audience: string
  /** Life of a token in seconds; 60 unless set. */
  readonly life?: number
}

const algorithm = Signature.rsaPkcs1v15Sha256

const bytesOf = (text: string) => new TextEncoder().encode(text)

/**
 * Layer that signs a token for each request (RS256), as the administration prefers it; for `Client.layerToken`. There
 * is nothing to log in to. A key that cannot be used fails the layer.
 *
 * Source: interface §4.5, §5.
 */
export const layer = (settings: PartnerKeySettings): Layer.Layer<UserToken, CryptoError.CryptoError> =>
  Layer.effect(
    UserToken,
    Effect.gen(function* () {
      const { sign } = yield* Signature.Signature
      const pem = Redacted.value(settings.privateKey)
      const format = pem.includes("BEGIN RSA PRIVATE KEY") ? KeyFormat.pkcs1 : KeyFormat.pkcs8
      const key = yield* KeyFormat.decodePrivate(KeyFormat.pem(format), algorithm, pem)

      const token = Effect.gen(function* () {
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const claims = {
          iss: settings.issuer,
          aud: settings.audience,
          sub: `Partner:${settings.siteId}`,
          iat: now,
          exp: now + (settings.life ?? 60)
        }
        const unsigned = Jwt.signingInput({ alg: "RS256", typ: "JWT" }, claims)
        const signature = yield* sign(key, bytesOf(unsigned))
        return Redacted.make(Jwt.encode(unsigned, signature))
      }).pipe(
        Effect.mapError(({ message }) => new SessionEnded({ reason: `The partner key cannot sign (${message}).` })),
        Effect.withSpan("PartnerKey.sign")
      )

      return UserToken.of({ token, renew: () => token })
    })
  ).pipe(Layer.provide(Signature.layerWebCrypto), Layer.provide(SecureRandom.layerWebCrypto))
