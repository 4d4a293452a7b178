import { resolve } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { shellQuote } from "../wire/shellQuote.ts"
import { demo } from "../world/seed/demo.ts"
import { environmentOf } from "./clientSettings.ts"
import type { EnvGiven } from "./Flags.ts"
import { writeCertificate } from "./options.ts"
import { running } from "./running/running.ts"

const exports = {
  sh: (name: string, value: string) => `export ${name}=${shellQuote(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${shellQuote(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

/** Prints the settings of clients of the emulator that runs at a port. */
export const env = Effect.fnUntraced(function* ({ shell, tlsCertOut, ...address }: EnvGiven) {
  const { base, certificate, index } = yield* running(address)
  yield* writeCertificate(tlsCertOut, certificate)
  const baseUrl = { us: `${base}/us`, eu: `${base}/eu` }
  const environment = {
    ...environmentOf({ baseUrl, demo: index.demo ?? demo }, index.api_key_header),
    ...(certificate === undefined || tlsCertOut === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(tlsCertOut) })
  }
  yield* Console.log(
    Object.entries(environment)
      .map(([name, value]) => exports[shell](name, value))
      .join("\n")
  )
})
