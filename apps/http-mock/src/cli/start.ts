import { exceptFor } from "@remote-assist/cli/Proxy"
import { shellQuote } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Formatter from "effect/Formatter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import { kebabCase } from "effect/String"

import { fitsHeader, isEmptyToken, tokenFormat } from "../control/access.ts"
import { Emulator } from "../library/Emulator.ts"
import type { ServerOptions, Demo, EmulatedTenant } from "../library/Emulator.ts"
import { findUnmet } from "../library/Options.ts"
import { RequestLog } from "../server/journal.ts"
import { isLocal } from "../wire/request.ts"
import { CommandError } from "./CommandError.ts"
import type { EmulatorArgs, StartArgs } from "./Flags.ts"
import { table } from "./flagTable.ts"
import type { FlagHelp } from "./flagTable.ts"
import * as MemoryAtRest from "./memoryAtRest.ts"
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

/** Returns the variables with which programs trust a certificate, until the scope closes. */
export const certificateVariables = (certificate: string | undefined) =>
  certificate === undefined
    ? Effect.succeed({})
    : Effect.flatMap(files, ({ certificateVariables }) => certificateVariables(certificate))

/** Writes the certificate, and reloads the files of faults and handlers when they change, until the scope closes. */
export const useFiles = (args: Pick<EmulatorArgs, "faults" | "handlers" | "tlsCertOut">) =>
  args.faults === undefined && args.handlers === undefined && args.tlsCertOut === undefined
    ? Effect.void
    : Effect.flatMap(files, ({ useFiles }) => useFiles(args))

export const optionsOf = Effect.fnUntraced(function* (args: Omit<EmulatorArgs, "log">) {
  const { faults, handlers, partnerKey, seed, tls, tlsCert, tlsCertOut, tlsKey, ...options } = args
  yield* checkToken(options.controlToken)
  const unmet = findUnmet(args)
  if (unmet !== undefined) {
    const [flag, needed] = [kebabCase(unmet.name), kebabCase(unmet.needs)]
    const { variable } = Object.values<FlagHelp>(table).find(({ name }) => name === flag) ?? {}
    const isExported = variable !== undefined && process.env[variable] !== undefined
    const subject = isExported ? variable : `--${flag}`
    return yield* new CommandError({
      message: `The ${isExported ? "variable" : "flag"} ${subject} needs --${needed}. Add it, or remove ${subject}.`
    })
  }
  const isSecure = tls || [tlsCert, tlsCertOut, tlsKey].some((file) => file !== undefined)
  return {
    ...options,
    ...(yield* optionsOfSeed(seed)),
    partnerKey: partnerKey === undefined ? undefined : yield* (yield* files).readPartnerKey(partnerKey),
    faults: faults === undefined ? undefined : yield* (yield* files).readFaults(faults),
    handlers: handlers === undefined ? undefined : yield* (yield* files).readHandlersFile(handlers),
    rateLimit: options.rateLimit.length === 0 ? undefined : options.rateLimit,
    tls: isSecure ? yield* (yield* files).readTls({ tlsCert, tlsKey }) : undefined
  } satisfies ServerOptions
})

// without the number of the fiber and the spans, which say nothing to a reader
const formatJson = Logger.map(Logger.formatStructured, ({ annotations, fiberId: _fiber, spans: _spans, ...line }) =>
  Formatter.formatJson(Object.keys(annotations).length === 0 ? line : { ...line, annotations })
)

const formatPretty = Logger.map(Logger.formatLogFmt, (line) => line.replace(/ fiber=#\d+/, ""))

const formatPlain = Logger.make<unknown, string>(({ cause, date, logLevel, message }) => {
  const parts = [message].flat().map((part) => (typeof part === "string" ? part : Formatter.format(part)))
  const causes = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  return [`[${date.toISOString().slice(11, -1)}] ${logLevel.toUpperCase()}:`, ...parts, ...causes].join(" ")
})

const formats = { json: formatJson, pretty: formatPretty, plain: formatPlain }

/** Logs to standard error: standard output is for the banner, and for the output of the command of `exec`. */
export const logLayer = (format: StartArgs["log"]): Layer.Layer<never> =>
  Layer.merge(
    Logger.layer([Logger.withConsoleError<unknown, unknown>(formats[format ?? "plain"])]),
    Layer.succeed(RequestLog, format !== undefined)
  )

type BannerArgs = Pick<StartArgs, "apiKeyHeader" | "controlToken" | "host" | "tlsCertOut">

const publicNote = ({ controlToken, host }: BannerArgs) =>
  isLocal(host)
    ? controlToken === undefined
      ? ""
      : `
The token of --control-token is not used, as only this machine can connect to ${host}.
`
    : `
It listens on ${host}, so other machines can connect. The control plane under /__mock ${controlToken === undefined ? "is closed. Use --control-token to open it" : "needs the token of --control-token"}.
`

const certificateNote = (certificate: string | undefined, file: string | undefined) => {
  if (certificate === undefined) return ""
  return file === undefined
    ? `
Clients do not trust its certificate yet: use curl -k, or write it to a file with --tls-cert-out <file>.
`
    : `
Its certificate is in ${file}. Clients trust it with NODE_EXTRA_CA_CERTS=${shellQuote(file)} or curl --cacert.
`
}

const curlOf = (certificate: string | undefined, file: string | undefined) =>
  certificate === undefined ? "curl -s" : file === undefined ? "curl -sk" : `curl -s --cacert ${shellQuote(file)}`

const banner = ({ baseUrl, certificate, demo }: Emulator["Service"], args: BannerArgs): string =>
  `The emulator is ready. Press Ctrl-C to stop it.

  US        ${baseUrl.us}
  EU        ${baseUrl.eu}
  Console   ${new URL("/__mock/", baseUrl.us).href}
  Docs      ${new URL("/__mock/docs", baseUrl.us).href}
  API key   ${demo.apiKey} (header ${args.apiKeyHeader})
  log-in    ${demo.email}, password ${demo.password}
  PAT       ${demo.personalAccessToken}
${publicNote(args)}${certificateNote(certificate, args.tlsCertOut)}
Try:
  ${curlOf(certificate, args.tlsCertOut)} ${baseUrl.us}/api/v1r1/auth -H '${args.apiKeyHeader}: ${demo.apiKey}' -H 'content-type: application/json' -d '{"email":"${demo.email}","password":"${demo.password}"}'
`

export const start = Effect.fnUntraced(
  function* ({ banner: format, log, untilStdinCloses, ...given }: StartArgs) {
    const announce = (emulator: Emulator["Service"]) => {
      if (format !== undefined)
        return Effect.flatMap(certificateVariables(emulator.certificate), (trusted) =>
          Console.log(
            JSON.stringify({
              ...toEnvironment(emulator, given.apiKeyHeader),
              ...proxyVariables(emulator.baseUrl.us),
              ...trusted
            })
          )
        )
      return Console.log(banner(emulator, given))
    }
    const ready = Effect.tap(Emulator, (emulator) => Effect.andThen(useFiles(given), announce(emulator)))
    const serving = Effect.suspend(() => MemoryAtRest.collectWhenIdle(MemoryAtRest.here()))
    return yield* Effect.andThen(ready, untilStdinCloses ? Effect.raceFirst(serving, stdinClosed) : serving).pipe(
      Effect.provide(Emulator.layerServer(yield* optionsOf(given)))
    )
  },
  (running, { log }) => Effect.provide(running, logLayer(log)),
  Effect.scoped
)

interface ClientSource extends Pick<EmulatedTenant, "baseUrl"> {
  readonly demo: Pick<Demo, "apiKey" | "email" | "password" | "personalAccessToken"> | undefined
}

const clientSettings = {
  REMOTE_ASSIST_REGION: () => "us",
  REMOTE_ASSIST_US_URL: ({ baseUrl }) => baseUrl.us,
  REMOTE_ASSIST_EU_URL: ({ baseUrl }) => baseUrl.eu,
  REMOTE_ASSIST_API_KEY: ({ demo }) => demo?.apiKey,
  REMOTE_ASSIST_API_KEY_HEADER: (_, apiKeyHeader) => apiKeyHeader,
  REMOTE_ASSIST_EMAIL: ({ demo }) => demo?.email,
  REMOTE_ASSIST_PASSWORD: ({ demo }) => demo?.password,
  REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: ({ demo }) => demo?.personalAccessToken,
  REMOTE_ASSIST_MOCK_URL: ({ baseUrl }) => baseUrl.us.replace(/\/us$/, "")
} satisfies Readonly<Record<string, (source: ClientSource, apiKeyHeader: string) => string | undefined>>

/** Returns the variables with which programs use no proxy for the emulator, in addition to other hosts, if they use one. */
export const proxyVariables = (url: string, isAlways = false): Readonly<Record<string, string>> => {
  const isUsed = isAlways || Object.keys(process.env).some((name) => /^(?:https?|all)_proxy$/i.test(name))
  return isUsed ? exceptFor(new URL(url).hostname) : {}
}

/** The environment variables with the settings of a client. */
export const variables = Object.keys(clientSettings)

/** Returns the settings of a client by environment variable, without the unknown ones. */
export const toEnvironment = (source: ClientSource, apiKeyHeader: string): Readonly<Record<string, string>> =>
  Record.filter(
    Record.map(clientSettings, (valueOf) => valueOf(source, apiKeyHeader)),
    Predicate.isNotUndefined
  )

/** Completes when standard input closes; its data is ignored. */
const stdinClosed: Effect.Effect<void> = Effect.callback((resume) => {
  const { stdin } = process
  const closed = () => resume(Effect.void)
  // a closed terminal is an error
  for (const end of ["end", "close", "error"]) stdin.once(end, closed)
  stdin.resume()
  return Effect.sync(() => {
    for (const end of ["end", "close", "error"]) stdin.off(end, closed)
    stdin.pause()
  })
})
