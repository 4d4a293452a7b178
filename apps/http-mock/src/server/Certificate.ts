import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import { hostname, networkInterfaces } from "node:os"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { generate } from "selfsigned"

import { isLocal } from "../wire/request.ts"

/** A certificate with its chain, and its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** Explains why a certificate and a key cannot be used, or returns `undefined`. It does not show the key. */
export const keyPairError = ({ cert, key }: KeyPair): string | undefined => {
  if (key.includes("ENCRYPTED"))
    return "the key is encrypted. Give one without a passphrase (openssl pkey -in key.pem -out plain.pem)"
  const privateKey = Result.try(() => createPrivateKey(key))
  const certificate = Result.try(() => new X509Certificate(cert))
  if (Result.isFailure(certificate))
    return cert.includes("PRIVATE KEY")
      ? "the certificate is a private key. Give the certificate that belongs to it"
      : "the certificate is not in PEM form. Give one that begins with -----BEGIN CERTIFICATE-----"
  if (Result.isFailure(privateKey))
    return key.includes("CERTIFICATE")
      ? "the key is a certificate. Give the private key that belongs to it"
      : "the key is not a private key in PEM form. Give one that begins with -----BEGIN PRIVATE KEY-----"
  return certificate.success.checkPrivateKey(privateKey.success)
    ? undefined
    : "the key does not belong to the certificate. Give a pair, with the certificate of the server first"
}

/** Returns the names and addresses at which clients reach a host. */
const namesOf = (host: string): ReadonlyArray<string> => {
  if (isLocal(host)) return []
  const isAny = isIP(host) !== 0 && /^[0:.]+$/.test(host)
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  return isAny ? [hostname(), ...addresses.filter((address) => !address.includes("%"))] : [host]
}

const altName = (name: string) =>
  isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const)

const lifetime = Duration.toMillis(Duration.days(397))

const clockSkew = Duration.toMillis(Duration.days(1))

const commonName = "remote-assist-mock "

/** Whether a certificate in PEM format was generated for an emulator. */
export const isGenerated = (certificate: string): boolean => {
  const parsed = Result.try(() => new X509Certificate(certificate))
  return Result.isSuccess(parsed) && parsed.success.subject.startsWith(`CN=${commonName}`)
}

/** Generates a self-signed certificate for this machine and a host. */
export const generateKeyPair = Effect.fnUntraced(function* (host: string): Effect.fn.Return<KeyPair> {
  // clients check the machine's time
  const now = yield* Clock.Clock.defaultValue().currentTimeMillis
  const names = [...new Set(["localhost", "127.0.0.1", "::1", ...namesOf(host)])]
  const generated = yield* Effect.promise(() =>
    // a unique name: a client that trusts two certificates of one name uses only one of them
    generate([{ name: "commonName", value: `${commonName}${randomUUID()}` }], {
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate: new Date(now - clockSkew),
      notAfterDate: new Date(now + lifetime),
      extensions: [
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true },
        { name: "subjectAltName", altNames: names.map(altName) }
      ]
    })
  )
  return { cert: generated.cert, key: generated.private }
})
