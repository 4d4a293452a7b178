import { resolve } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { originOf } from "../server/Listener.ts"
import { shellQuote } from "../wire/shellQuote.ts"
import { demo } from "../world/seed/demo.ts"
import { environmentOf } from "./clientSettings.ts"
import type { EnvGiven } from "./CommandFlags.ts"
import { writeCertificate } from "./options.ts"
import { probeEither } from "./probe.ts"

/** No emulator runs where one was looked for. */
export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", {
  origin: Schema.String,
  answering: Schema.Literals(["emulator", "something else", "nothing"])
}) {
  override get message() {
    return `No emulator runs at ${this.origin}: ${this.answering} answers there. Start one with remote-assist-mock start, or give its --port.`
  }
}

const exports = {
  sh: (name: string, value: string) => `export ${name}=${shellQuote(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${shellQuote(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

/** Prints the settings of clients of the emulator that runs at a port. */
export const env = Effect.fnUntraced(function* ({ host, port, shell, tenant, tlsCertOut }: EnvGiven) {
  const origin = originOf(host, port)
  const asked = Option.match(tenant, { onNone: () => origin, onSome: (name) => `${origin}/t/${name}` })
  const { answering, base, certificate, index } = yield* probeEither(asked)
  if (index === undefined) return yield* new NotRunning({ origin, answering })
  yield* writeCertificate(tlsCertOut, certificate)
  const baseUrl = { us: `${base}/us`, eu: `${base}/eu` }
  const environment = {
    ...environmentOf({ baseUrl, demo: index.demo ?? demo }, index.api_key_header),
    ...(certificate === undefined || Option.isNone(tlsCertOut)
      ? {}
      : { NODE_EXTRA_CA_CERTS: resolve(tlsCertOut.value) })
  }
  yield* Console.log(
    Object.entries(environment)
      .map(([name, value]) => exports[shell](name, value))
      .join("\n")
  )
})
