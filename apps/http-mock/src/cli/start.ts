import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

import { isLocal } from "../control/access.ts"
import { Emulator } from "../library/Emulator.ts"
import type { Demo, EmulatedTenant } from "../library/Emulator.ts"
import { RequestLog } from "../server/journal.ts"
import { shellQuote } from "../world/json.ts"
import type { StartGiven } from "./Flags.ts"
import * as MemoryAtRest from "./memoryAtRest.ts"
import { optionsOf, writeCertificate } from "./options.ts"

type LogFormat = "json" | "pretty"

const loggers = {
  json: Logger.withConsoleError(Logger.formatJson),
  pretty: Logger.withConsoleError(Logger.formatLogFmt)
}

export const logLayer = (format: LogFormat | undefined): Layer.Layer<never> =>
  format === undefined
    ? // standard output has what programs read: the banner, and what the command of exec prints
      Layer.succeed(Logger.LogToStderr, true)
    : Layer.merge(Logger.layer([loggers[format]]), Layer.succeed(RequestLog, true))

/** Who reaches an emulator beyond its machine, whether it has a token for its control plane, and where its certificate is. */
interface Reach {
  readonly host: string
  readonly hasToken: boolean
  readonly certificate: string | undefined
}

const beyond = ({ hasToken, host }: Reach) =>
  isLocal(host)
    ? ""
    : `
It listens on ${host}, so that other machines reach it by their names for this one. Its control plane under /__mock ${hasToken ? "asks for the token of --control-token" : "is closed, here too: start it with --control-token to use it"}.
`

const trust = (certificate: string | undefined, file: string | undefined) => {
  if (certificate === undefined) return ""
  return file === undefined
    ? `
Its certificate is known to nobody: curl -k asks all the same, and --tls-cert-out <file> writes it to a file for clients to trust.
`
    : `
Its certificate is in ${file}, for clients to trust: NODE_EXTRA_CA_CERTS=${shellQuote(file)}, or curl --cacert.
`
}

const curlOf = (certificate: string | undefined, file: string | undefined) =>
  certificate === undefined ? "curl -s" : file === undefined ? "curl -sk" : `curl -s --cacert ${shellQuote(file)}`

const banner = ({ baseUrl, certificate, demo }: Emulator["Service"], apiKeyHeader: string, reach: Reach): string =>
  `The emulator is ready. Ctrl-C stops it.

  US        ${baseUrl.us}
  EU        ${baseUrl.eu}
  Docs      ${new URL("/__mock/docs", baseUrl.us).href}
  API key   ${demo.apiKey} (header ${apiKeyHeader})
  log-in    ${demo.email}, password ${demo.password}
  PAT       ${demo.personalAccessToken}
${beyond(reach)}${trust(certificate, reach.certificate)}
Try:
  ${curlOf(certificate, reach.certificate)} ${baseUrl.us}/api/v1r1/auth -H '${apiKeyHeader}: ${demo.apiKey}' -H 'content-type: application/json' -d '{"email":"${demo.email}","password":"${demo.password}"}'
`

export const start = Effect.fnUntraced(function* ({ banner: format, log, untilStdinCloses, ...given }: StartGiven) {
  const { apiKeyHeader, controlToken, host, tlsCertOut } = given
  const reach = { host, hasToken: controlToken !== undefined, certificate: tlsCertOut }
  const told = (emulator: Emulator["Service"]) => {
    if (format !== undefined) return Console.log(JSON.stringify(toEnvironment(emulator, apiKeyHeader)))
    return log !== undefined
      ? Effect.annotateLogs(Effect.logInfo("ready"), emulator.baseUrl)
      : Console.log(banner(emulator, apiKeyHeader, reach))
  }
  const ready = Effect.tap(Emulator, (emulator) =>
    Effect.andThen(writeCertificate(tlsCertOut, emulator.certificate), told(emulator))
  )
  const serving = Effect.suspend(() => MemoryAtRest.giveBack(MemoryAtRest.here()))
  return yield* Effect.andThen(ready, untilStdinCloses ? Effect.raceFirst(serving, stdinClosed) : serving).pipe(
    Effect.provide(Layer.provideMerge(Emulator.layerServer(yield* optionsOf(given)), logLayer(log)))
  )
})

/** Where an emulator is, and what its default world knows. */
interface Known extends Pick<EmulatedTenant, "baseUrl"> {
  readonly demo: Pick<Demo, "apiKey" | "email" | "password" | "personalAccessToken">
}

const clientSettings = {
  REMOTE_ASSIST_REGION: () => "us",
  REMOTE_ASSIST_US_URL: ({ baseUrl }) => baseUrl.us,
  REMOTE_ASSIST_EU_URL: ({ baseUrl }) => baseUrl.eu,
  REMOTE_ASSIST_API_KEY: ({ demo }) => demo.apiKey,
  REMOTE_ASSIST_API_KEY_HEADER: (_, apiKeyHeader) => apiKeyHeader,
  REMOTE_ASSIST_EMAIL: ({ demo }) => demo.email,
  REMOTE_ASSIST_PASSWORD: ({ demo }) => demo.password,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: ({ demo }) => demo.personalAccessToken,
  REMOTE_ASSIST_MOCK_URL: ({ baseUrl }) => baseUrl.us.replace(/\/us$/, "")
} satisfies Readonly<Record<string, (known: Known, apiKeyHeader: string) => string>>

/** The names that the tools of the platform read the settings of a client from. */
export const variables = Object.keys(clientSettings)

/** The settings of a client of the emulator, by their {@link variables}. */
export const toEnvironment = (known: Known, apiKeyHeader: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(clientSettings).map(([name, of]) => [name, of(known, apiKeyHeader)]))

/** Yields when standard input is closed; what comes there before is dropped. */
const stdinClosed: Effect.Effect<void> = Effect.callback((resume) => {
  const { stdin } = process
  const closed = () => resume(Effect.void)
  // a terminal that is gone is an error of it
  for (const end of ["end", "close", "error"]) stdin.once(end, closed)
  stdin.resume()
  return Effect.sync(() => {
    for (const end of ["end", "close", "error"]) stdin.off(end, closed)
    stdin.pause()
  })
})
