import { resolve } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { originOf } from "../server/Listener.ts"
import { shellQuote } from "../wire/shellQuote.ts"
import { demo } from "../world/seed/named.ts"
import { environmentOf } from "./clientSettings.ts"
import type { EnvGiven } from "./Flags.ts"
import { writeCertificate } from "./options.ts"
import { probeEither } from "./probe.ts"

export class NotRunning extends Schema.TaggedError<NotRunning>()("NotRunning", {
  origin: Schema.String,
  answering: Schema.Literals(["emulator", "something else", "nothing"])
}) {
  override get message() {
    return `No emulator runs at ${this.origin}: ${this.answering} answers there. Start one with remote-assist-mock start, or give its --port.`
  }
}

interface Address {
  readonly host: string
  readonly port: number
  readonly tenant: Option.Option<string>
}

/** The emulator that runs at a port, or a tenant of it: its address, and what it says of itself. */
export const running = Effect.fnUntraced(function* ({ host, port, tenant }: Address) {
  const origin = originOf(host, port)
  const asked = Option.match(tenant, { onNone: () => origin, onSome: (name) => `${origin}/t/${name}` })
  const { answering, base, certificate, index } = yield* probeEither(asked)
  return index === undefined ? yield* new NotRunning({ origin, answering }) : { base, certificate, index }
})

const exports = {
  sh: (name: string, value: string) => `export ${name}=${shellQuote(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${shellQuote(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

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
