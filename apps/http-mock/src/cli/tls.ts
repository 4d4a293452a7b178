import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

import { unusable } from "../server/Certificate.ts"
import type { KeyPair } from "../server/Certificate.ts"

export class UnusableCertificate extends Schema.TaggedError<UnusableCertificate>()("UnusableCertificate", {
  files: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.files}: ${this.reason}.`
  }
}

export class CertificateNotWritten extends Schema.TaggedError<CertificateNotWritten>()("CertificateNotWritten", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot write the certificate to ${this.file}: ${this.reason}.`
  }
}

const read = Effect.fnUntraced(function* (flag: string, file: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(
    files.readFileString(file),
    ({ reason }) =>
      new UnusableCertificate({ files: `${file} as ${flag}`, reason: `it cannot be read (${reason._tag})` })
  )
})

const alone = (flag: string, file: string, missing: string) =>
  new UnusableCertificate({ files: `${file} as ${flag}`, reason: `${missing} is not given. Give both, or --tls alone` })

interface TlsGiven {
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
}

export const optionOf = Effect.fnUntraced(function* ({ tlsCert: cert, tlsKey: key }: TlsGiven) {
  if (cert === undefined && key === undefined) return true
  if (cert === undefined) return yield* alone("--tls-key", key ?? "", "--tls-cert")
  if (key === undefined) return yield* alone("--tls-cert", cert, "--tls-key")
  const pair: KeyPair = { cert: yield* read("--tls-cert", cert), key: yield* read("--tls-key", key) }
  const reason = unusable(pair)
  if (reason !== undefined)
    return yield* new UnusableCertificate({ files: `${cert} and ${key} as --tls-cert and --tls-key`, reason })
  return pair
})

const isCertificate = (text: string) => text.trim() === "" || text.startsWith("-----BEGIN CERTIFICATE-----")

export const write = Effect.fnUntraced(function* (file: string, certificate: string) {
  const files = yield* FileSystem.FileSystem
  const before = yield* Effect.orElseSucceed(files.readFileString(file), () => "")
  if (!isCertificate(before))
    return yield* new CertificateNotWritten({ file, reason: "there is something else in it. Give another name" })
  if (yield* Effect.orElseSucceed(files.exists(`${file}/.`), () => false))
    return yield* new CertificateNotWritten({ file, reason: "it is a folder. Name a file in it" })
  return yield* Effect.mapError(
    files.writeFileString(file, certificate),
    ({ reason }) => new CertificateNotWritten({ file, reason: `${reason._tag}. Check that its folder is there` })
  )
})
