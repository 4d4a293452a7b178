import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { isIP } from "node:net"
import { hostname, networkInterfaces } from "node:os"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { generate } from "selfsigned"

import { isLocal } from "../control/access.ts"

/** A certificate with what it is followed by, and its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

const keyOf = (pem: string): Result.Result<KeyObject, string> =>
  pem.includes("ENCRYPTED")
    ? Result.fail("the key is encrypted. Give one without a passphrase (openssl pkey -in key.pem -out plain.pem)")
    : Result.mapError(Result.try({ try: () => createPrivateKey(pem), catch: codeOf }), () =>
        pem.includes("CERTIFICATE")
          ? "the key is a certificate. Give the private key that goes with it"
          : "the key is no private key in PEM form"
      )

const certificateOf = (pem: string): Result.Result<X509Certificate, string> =>
  Result.mapError(
    Result.try(() => new X509Certificate(pem)),
    () =>
      pem.includes("PRIVATE KEY")
        ? "the certificate is a private key. Give the certificate that goes with it"
        : "the certificate is not in PEM form"
  )

/** Why a certificate and a key cannot serve, without a word of what the key holds; nothing where they can. */
export const unusable = ({ cert, key }: KeyPair): string | undefined => {
  const read = Result.all({ certificate: certificateOf(cert), privateKey: keyOf(key) })
  if (Result.isFailure(read)) return read.failure
  const { certificate, privateKey } = read.success
  return certificate.checkPrivateKey(privateKey)
    ? undefined
    : "the key is not that of the certificate. Give the two that belong together, the server's certificate first"
}

// who listens everywhere is reached by whatever names and addresses the machine has
const reachedBy = (host: string): ReadonlyArray<string> => {
  if (isLocal(host)) return []
  const isAny = isIP(host) !== 0 && /^[0:.]+$/.test(host)
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  return isAny ? [hostname(), ...addresses.filter((address) => !address.includes("%"))] : [host]
}

const altName = (name: string) =>
  isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const)

const life = Duration.toMillis(Duration.days(397))

const skew = Duration.toMillis(Duration.days(1))

/** A fresh certificate that signs itself, for this machine and the host that is listened on. */
export const generated = Effect.fnUntraced(function* (host: string): Effect.fn.Return<KeyPair> {
  // clients go by the machine's time
  const now = yield* Clock.Clock.defaultValue().currentTimeMillis
  const names = [...new Set(["localhost", "127.0.0.1", "::1", ...reachedBy(host)])]
  const made = yield* Effect.promise(() =>
    // who trusts two certificates of one name uses only one of them
    generate([{ name: "commonName", value: `remote-assist-mock ${randomUUID()}` }], {
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate: new Date(now - skew),
      notAfterDate: new Date(now + life),
      extensions: [
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true },
        { name: "subjectAltName", altNames: names.map(altName) }
      ]
    })
  )
  return { cert: made.cert, key: made.private }
})
