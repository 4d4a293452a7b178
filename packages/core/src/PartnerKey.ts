import * as Clock from "effect/Clock"
import * as KeyFormat from "effect/crypto/KeyFormat"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Signature from "effect/crypto/Signature"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { InvalidSettings, SessionEnded } from "./Errors.ts"
import * as Jwt from "./Jwt.ts"
import { UserToken } from "./UserToken.ts"

/** The key pair of a site, whose public half the service stores. */
export interface PartnerKeySettings {
  /** Private RSA key in PEM format, PKCS#8 or PKCS#1. */
  readonly privateKey: Redacted.Redacted
  /** Number of the site. */
  readonly siteId: number
  /** Issuer of the tokens. */
  readonly issuer: string
  /** Audience of the tokens. */
  readonly audience: string
  /** Lifetime of a token in seconds (default 60). */
  readonly life?: number | undefined
}

const isText = (value: unknown) => Predicate.isString(value) && value !== ""

type Rule = readonly [field: keyof PartnerKeySettings, isValid: (value: unknown) => boolean, wanted: string]

const rules: ReadonlyArray<Rule> = [
  ["privateKey", (value) => Redacted.isRedacted(value) && isText(Redacted.value(value)), "a secret text in PEM format"],
  ["siteId", Number.isSafeInteger, "the number of the site"],
  ["issuer", isText, "a text that is not empty"],
  ["audience", isText, "a text that is not empty"],
  [
    "life",
    (value) => value === undefined || (Number.isFinite(value) && Number(value) > 0),
    "a number of seconds above 0"
  ]
]

const invalid = (reason: string) => new InvalidSettings({ setting: "partnerKey", reason })

const validate = (settings: PartnerKeySettings) => {
  const broken = rules.find(([field, isValid]) => !isValid(settings[field]))
  return broken === undefined
    ? Effect.succeed(settings)
    : Effect.fail(invalid(`its ${broken[0]} must be ${broken[2]}.`))
}

const algorithm = Signature.rsaPkcs1v15Sha256

const toBytes = (text: string) => new TextEncoder().encode(text)

/**
 * Layer that signs a token for each request (RS256), as the administration recommends; for `Client.layerToken`. There is no
 * log-in. An invalid key, or another invalid setting, fails the layer.
 *
 * Source: interface §4.5, §5.
 */
export const layer = (settings: PartnerKeySettings): Layer.Layer<UserToken, InvalidSettings> =>
  Layer.effect(
    UserToken,
    Effect.gen(function* () {
      const { audience, issuer, life = 60, privateKey, siteId } = yield* validate(settings)
      const { sign } = yield* Signature.Signature
      const pem = Redacted.value(privateKey)
      const format = pem.includes("BEGIN RSA PRIVATE KEY") ? KeyFormat.pkcs1 : KeyFormat.pkcs8
      const key = yield* KeyFormat.decodePrivate(KeyFormat.pem(format), algorithm, pem).pipe(
        Effect.mapError(() => invalid("it cannot sign: give a private RSA key in PEM format, PKCS#8 or PKCS#1."))
      )

      const token = Effect.gen(function* () {
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const claims = {
          iss: issuer,
          aud: audience,
          sub: `Partner:${siteId}`,
          iat: now,
          exp: now + life
        }
        const unsigned = Jwt.signingInput({ alg: "RS256", typ: "JWT" }, claims)
        const signature = yield* sign(key, toBytes(unsigned))
        return Redacted.make(Jwt.encode(unsigned, signature))
      }).pipe(
        Effect.mapError(({ message }) => new SessionEnded({ reason: `The partner key cannot sign (${message}).` })),
        Effect.withSpan("PartnerKey.sign")
      )

      return UserToken.of({ token, renew: () => token })
    })
  ).pipe(Layer.provide(Signature.layerWebCrypto), Layer.provide(SecureRandom.layerWebCrypto))
