import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { fitsHeader, isEmptyToken, tokenFormat } from "../control/access.ts"
import type { ServerOptions } from "../library/Emulator.ts"
import { CommandError } from "./CommandError.ts"
import type { EmulatorArgs } from "./Flags.ts"
import { table } from "./flagTable.ts"
import { optionsOfSeed } from "./seed.ts"

const tokenError = (reason: string) =>
  new CommandError({ message: `The token of --control-token, or of ${table.controlToken.variable}, ${reason}` })

const checkToken = (token: Redacted.Redacted | undefined) => {
  // Config ignores an empty variable
  const exported = process.env[table.controlToken.variable ?? ""]
  if (isEmptyToken(token ?? (exported === undefined ? undefined : Redacted.make(exported))))
    return tokenError("is empty. Set it, or remove both.")
  return token === undefined || fitsHeader(token)
    ? Effect.void
    : tokenError(`does not fit in a header. Use ${tokenFormat}.`)
}

// loaded on demand, to keep the start fast
const files = Effect.promise(() => import("./files.ts"))

/** Writes the certificate to a file, if both exist. */
export const writeCertificate = (file: string | undefined, certificate: string | undefined) =>
  file === undefined || certificate === undefined
    ? Effect.void
    : Effect.flatMap(files, ({ writeCertificate }) => writeCertificate(file, certificate))

export const optionsOf = Effect.fnUntraced(function* (args: Omit<EmulatorArgs, "log">) {
  const { faults, handlers, partnerKey, seed, tls, tlsCert, tlsCertOut, tlsKey, ...options } = args
  yield* checkToken(options.controlToken)
  if (options.upstreamOperations.length > 0 && Object.keys(options.upstream).length === 0)
    return yield* new CommandError({
      message:
        "The flag --upstream-operations needs --upstream. Add --upstream us=https://service.example, or remove the operations."
    })
  const isSecure = tls || [tlsCert, tlsCertOut, tlsKey].some((file) => file !== undefined)
  return {
    ...options,
    ...(yield* optionsOfSeed(seed)),
    partnerKey: partnerKey === undefined ? undefined : yield* (yield* files).readPartnerKey(partnerKey),
    faults: faults === undefined ? undefined : yield* (yield* files).readFaultsFile(faults),
    handlers: handlers === undefined ? undefined : yield* (yield* files).readHandlersFile(handlers),
    rateLimit: options.rateLimit.length === 0 ? undefined : options.rateLimit,
    tls: isSecure ? yield* (yield* files).readTls({ tlsCert, tlsKey }) : undefined
  } satisfies ServerOptions
})
