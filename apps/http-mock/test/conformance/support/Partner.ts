import { createSign, generateKeyPairSync } from "node:crypto"

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A site with a partner key of its own: the options of the emulator that knows it, and the tokens it signs (RS256). */
export const newPartner = () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" }
  })
  return {
    options: { partnerKey: publicKey, siteId: 42, issuer: "tests", audience: "emulated" },
    token: ({ lifeInSeconds = 60 } = {}) =>
      Effect.map(Clock.currentTimeMillis, (millis) => {
        const now = Math.floor(millis / 1000)
        const claims = { iss: "tests", aud: "emulated", sub: "Partner:42", iat: now, exp: now + lifeInSeconds }
        const unsigned = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`
        return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url")}`
      })
  }
}
