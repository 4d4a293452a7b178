import { resolve } from "node:path"

import { Agent } from "@effect/platform-node/Undici"
import { startCommand } from "@remote-assist/cli/Process"
import { shellQuote } from "@remote-assist/core/Text"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { originOf } from "../server/Listener.ts"
import { CommandError } from "./CommandError.ts"
import type { EnvArgs } from "./Flags.ts"
import { table } from "./flagTable.ts"
import { proxyVariables, toEnvironment } from "./start.ts"

const findEmulator = Effect.fnUntraced(function* ({ controlToken, host, port, tenant }: EnvArgs) {
  const origin = originOf(host, port)
  const path = tenant === undefined ? "" : `/t/${tenant}`
  const { answering, base, index } = yield* probeHttpAndHttps(`${origin}${path}`, controlToken)
  if (controlToken !== undefined && index !== undefined && index.demo === undefined)
    return yield* new CommandError({
      message: `The token of --control-token, or of ${table.controlToken.variable}, is not the one of the emulator at ${origin}. Correct it.`
    })
  if (index === undefined)
    return yield* new CommandError({
      message: `No emulator is running at ${origin} (${answering} answers). Start one with ${startCommand("remote-assist-mock", "mock")} start, or set --port.`
    })
  return { base, index }
})

const exports = {
  sh: (name: string, value: string) => `export ${name}=${shellQuote(value)}`,
  fish: (name: string, value: string) => `set -gx ${name} ${shellQuote(value)}`,
  powershell: (name: string, value: string) => `$env:${name} = '${value.replaceAll("'", "''")}'`
}

export const env = Effect.fnUntraced(function* (args: EnvArgs) {
  const { shell, tlsCertOut } = args
  const { base, index } = yield* findEmulator(args)
  const { certificate } = index
  if (tlsCertOut !== undefined && certificate === undefined)
    yield* Console.error(`# ${tlsCertOut} is not written, as the emulator uses HTTP. Start it with --tls.`)
  else if (tlsCertOut !== undefined && certificate !== undefined) {
    const { writeCertificate } = yield* Effect.promise(() => import("./files.ts"))
    yield* writeCertificate(tlsCertOut, certificate)
  }
  const baseUrl = { us: `${base}/us`, eu: `${base}/eu` }
  const environment = {
    ...toEnvironment({ baseUrl, demo: index.demo }, index.api_key_header),
    ...proxyVariables(base),
    ...(certificate === undefined || tlsCertOut === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(tlsCertOut) })
  }
  if (index.demo === undefined)
    yield* Console.error(
      "# The API key and the credentials are unknown, as the emulator is public. Set --control-token to the token of its control plane."
    )
  yield* Console.log(
    Object.entries(environment)
      .map(([name, value]) => exports[shell](name, value))
      .join("\n")
  )
})

const Index = Schema.Struct({
  service: Schema.Literal("remote-assistance service, emulated"),
  api_key_header: Schema.String,
  /** The certificate of an HTTPS server in PEM format. */
  certificate: Schema.optionalKey(Schema.String),
  /** Absent on a public host without the token of the control plane. */
  demo: Schema.optionalKey(
    Schema.Struct({
      apiKey: Schema.String,
      email: Schema.String,
      password: Schema.String,
      personalAccessToken: Schema.String
    })
  )
})

const decodeIndex = Schema.decodeUnknownOption(Schema.fromJsonString(Index))

interface Sent {
  readonly verifiesCertificate?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The body of a POST (default: a GET). */
  readonly body?: string
}

/** Sends a request, without a proxy and with a timeout of a second. Returns `undefined` if nothing answers. */
export const send = (url: string, { body, headers = {}, verifiesCertificate = true }: Sent = {}) =>
  Effect.tryPromise((signal) => {
    const { origin, pathname: path } = new URL(url)
    const agent = new Agent({ connect: { rejectUnauthorized: verifiesCertificate } })
    const method = body === undefined ? "GET" : "POST"
    return agent
      .request({ origin, path, method, headers, body: body ?? null, signal })
      .then(({ body, statusCode: status }) => body.text().then((text) => ({ status, text })))
      .finally(() => agent.destroy())
  }).pipe(
    Effect.timeout("1 second"),
    Effect.orElseSucceed(() => undefined)
  )

/** Looks for an emulator or a tenant at a URL. */
export const probe = (base: string, verifiesCertificate = true, token?: Redacted.Redacted) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${Redacted.value(token)}` }
  return Effect.map(send(`${base}/`, { verifiesCertificate, headers }), (received) => {
    const index = received && Option.getOrUndefined(decodeIndex(received.text))
    return { index, answering: index ? "emulator" : received ? "something else" : "nothing" }
  })
}

/** Looks for an emulator at a URL, by HTTPS with any certificate, and by HTTP. Returns the URL at which it is found. */
export const probeHttpAndHttps = Effect.fnUntraced(function* (base: string, token?: Redacted.Redacted) {
  const first = yield* probe(base, true, token)
  if (first.answering === "emulator") return { ...first, base }
  for (const scheme of ["https:", "http:"]) {
    const other = base.replace(/^https?:/, scheme)
    const probed = yield* probe(other, false, token)
    if (probed.answering === "emulator") return { ...probed, base: other }
  }
  return { ...first, base }
})
