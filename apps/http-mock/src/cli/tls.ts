import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

import { unusable } from "../server/Certificate.ts"
import type { KeyPair } from "../server/Certificate.ts"
import { InvalidFile, readFile } from "./InvalidFile.ts"

export class CertificateNotWritten extends Schema.TaggedError<CertificateNotWritten>()("CertificateNotWritten", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot write the certificate to ${this.file}: ${this.reason}.`
  }
}

const alone = (flag: string, file: string, missing: string) =>
  new InvalidFile({ file, flag, reason: `${missing} is not given. Give both, or --tls alone` })

interface TlsGiven {
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
}

export const optionOf = Effect.fnUntraced(function* ({ tlsCert: cert, tlsKey: key }: TlsGiven) {
  if (cert === undefined && key === undefined) return true
  if (cert === undefined) return yield* alone("--tls-key", key ?? "", "--tls-cert")
  if (key === undefined) return yield* alone("--tls-cert", cert, "--tls-key")
  const pair: KeyPair = { cert: yield* readFile(cert, "--tls-cert"), key: yield* readFile(key, "--tls-key") }
  const reason = unusable(pair)
  if (reason !== undefined)
    return yield* new InvalidFile({ file: `${cert} and ${key}`, flag: "--tls-cert and --tls-key", reason })
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
