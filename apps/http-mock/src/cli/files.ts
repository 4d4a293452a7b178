import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

import { replaceText, statFile } from "@remote-assist/cli/Files"
import { startCommand } from "@remote-assist/cli/Process"
import { explainFileError } from "@remote-assist/core/FileError"
import { explainJsonError } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { compileFaults, UnusableFaults } from "../faults/compile.ts"
import { Fault } from "../faults/Fault.ts"
import { Emulator, withDefaults } from "../library/Emulator.ts"
import type { KeyPair } from "../server/Certificate.ts"
import { isHandler, ownFrames, withOwnFrames } from "../tenants/Handlers.ts"
import { isUtf8 } from "../wire/response.ts"
import { shellWord } from "../world/json.ts"
import { makeWorldTransform } from "../world/seed/applyWorldFile.ts"
import { UnusableWorld, decode } from "../world/seed/WorldFile.ts"
import { validatePublicKey } from "../world/tokens/PartnerKey.ts"
import { CommandError } from "./CommandError.ts"

const invalidFile = ({ file, flag, reason }: Readonly<Record<"file" | "flag" | "reason", string>>) =>
  new CommandError({ message: `Cannot use ${file} as ${flag}: ${reason}.` })

/** Reads a UTF-8 text, or fails with the reason. */
export const readText = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const bytes = yield* Effect.mapError(files.readFile(file), (error) => explainFileError(error))
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : yield* Effect.fail("it is not UTF-8. Save it as UTF-8")
})

const readFile = (file: string, flag: string) =>
  Effect.mapError(readText(file), (reason) => invalidFile({ file, flag, reason }))

/** Reads the public key of a site. Errors do not show the content, as it may be a private key. */
export const readPartnerKey = Effect.fnUntraced(function* (file: string) {
  const pem = yield* readFile(file, "--partner-key")
  const reason = validatePublicKey(pem)
  return reason === undefined ? pem : yield* invalidFile({ file, flag: "--partner-key", reason })
})

const readJson = <E>(text: string, example: string, errorOf: (reason: string) => E) =>
  Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))(text), () =>
    errorOf(explainJsonError(text, `Write JSON, such as ${example}`))
  )

const isShare = (text: string) => /^[^/\\]*%$/.test(text)

/** Returns the fault of a share of all requests, such as `5%`, as JSON. */
const faultOfShare = (text: string) => {
  const [, share] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
  if (share === undefined || Number(share) > 100)
    return invalidFile({
      file: text,
      flag: "--faults",
      reason: "it is not a percentage. Use one from 0% to 100%, such as 2.5%"
    })
  const when = { probability: Number(share) / 100 }
  return Effect.succeed(JSON.stringify([{ operations: ["*"], does: { kind: "status", status: 503 }, when }]))
}

export const readFaults = Effect.fnUntraced(function* (file: string) {
  const source = `${file} as --faults`
  const text = yield* isShare(file) ? faultOfShare(file) : readFile(file, "--faults")
  const value = yield* readJson(text, "[]", (reason) => new UnusableFaults({ source, reason }))
  const compiled = yield* compileFaults(value, source)
  return yield* Effect.orDie(Schema.encodeEffect(Schema.Array(Fault))(compiled.map(({ fault }) => fault)))
})

const importHint = (file: string) =>
  `create a world file with ${startCommand("remote-assist-mock", "mock")} import ${shellWord(file)} --out world.json`

export const readWorldFile = Effect.fnUntraced(function* (file: string) {
  const source = `${file} as --seed`
  const text = yield* readFile(file, "--seed")
  const value = yield* readJson(text, "{}", (reason) => new UnusableWorld({ source, reason }))
  if (Array.isArray(value) || Predicate.hasProperty(value, "entries"))
    return yield* new UnusableWorld({ source, reason: `it is a list; ${importHint(file)}` })
  const world = yield* Effect.fromResult(decode(value, source))
  const now = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(makeWorldTransform(world, source, withDefaults({ world }), now))
  return world
})

// the stack of a syntax error begins with its file, which a reload gives a version, its line, and, except at the end of the file, a mark below its column
const place = /^(?!\w*Error\b)(.+?)(?:\?\S*)?:(\d+)\n(?:(?:.*\n)*?( *)\^)?/

const placeIn = (text: string, url?: string) => {
  const [, named, line, indent] = place.exec(text) ?? []
  if (named === undefined) return undefined
  const path = url ?? named
  const file = path.startsWith("file:") ? fileURLToPath(path) : path
  return { file, position: `line ${line}${indent === undefined ? "" : `, column ${indent.length + 1}`}` }
}

/** The loaded modules in JavaScript. Node names the place of a syntax error in one only if it is asked to check it. */
const modules = new Set<string>()

const checkSyntax = (url: string): string => {
  const input = readFileSync(new URL(url))
  return spawnSync(process.execPath, ["--check", "--input-type=module", "-"], { encoding: "utf8", input }).stderr
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.?(?:\n[^]*)?$/, "") : String(error)

// errors of linking, and of TypeScript that Node does not run
const validSyntax = /The requested module|^TypeScript .* not supported/

/** Explains why a module cannot be loaded, and says what to do. */
const explainLoadError = (error: unknown, handlersFile: string): string => {
  const message = messageOf(error)
  const [, missing] = /^Cannot find package '((?:@[^/\\']+[/\\])?[^/\\']+)'/.exec(message) ?? []
  if (missing !== undefined) return `${message}. Install it with npm install --save-dev ${missing}`
  if (!(error instanceof Error)) return `${message}. Correct the file`
  const own = ownFrames(error).find((frame) => !frame.startsWith(import.meta.dirname))
  const known = placeIn(error.stack ?? "")
  const isUnchecked = known === undefined && own === undefined && error instanceof SyntaxError
  const unchecked = isUnchecked ? [...modules].toReversed() : []
  const found = unchecked.reduce((earlier, url) => earlier ?? placeIn(checkSyntax(url), url), known)
  if (found === undefined) return `${message}${own === undefined ? "" : ` (${own})`}. Correct the file`
  const { file, position } = found
  if (validSyntax.test(message)) return `${message} (${file}, ${position}). Correct the file`
  const language = file.endsWith("ts") ? "TypeScript" : "JavaScript"
  return `${file === resolve(handlersFile) ? "it" : file} is not ${language} from ${position} (${message}). Correct it there`
}

// the syntax of a module that is not CommonJS
const moduleSyntax = /^\s*(?:import\b(?!\s*[(.])|export\b)/m

/**
 * Lets modules import `msw` and this package, even if they are not installed there. Loads a file with `import` or `export` as a
 * module, even if its package.json says `"type": "commonjs"`.
 */
const providePackages = Effect.sync(() => {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      const { format, source } = loaded
      if (!/^(?:commonjs|module)/.test(format ?? "") || url.includes("/node_modules/")) return loaded
      const text = Predicate.isString(source) ? source : new TextDecoder().decode(source)
      const actual = moduleSyntax.test(text) ? format?.replace("commonjs", "module") : format
      if (actual === "module") modules.add(url)
      return { ...loaded, format: actual }
    },
    resolve: (specifier, context, next) => {
      const found = Result.try(() => next(specifier, context))
      if (Result.isSuccess(found) || !/^(?:msw|@remote-assist\/)/.test(specifier)) return Result.getOrThrow(found)
      const provided = Result.try(() => next(specifier, { ...context, parentURL: import.meta.url }))
      // the first error names the file that imports it
      return Result.getOrThrow(Result.isSuccess(provided) ? provided : found)
    }
  })
})

/** Logs errors of a file of handlers after a response or while it is loaded, which would end the process; returns how to stop. */
const logLateErrors = (file: string) =>
  Effect.map(Effect.context(), (context) => {
    const log = (error: Error) => {
      const message = `Code of ${file} failed outside of a request. The emulator keeps running.`
      Effect.runForkWith(context)(Effect.logError(message, Cause.die(withOwnFrames(error))))
    }
    process.on("uncaughtException", log)
    return Effect.sync(() => process.off("uncaughtException", log))
  })

const loadTimeout = "10 seconds"

/** Loads a module whose default export, or export `handlers`, is a list of MSW handlers. Another version loads it again. */
const loadHandlers = Effect.fnUntraced(function* (file: string, version = 0) {
  const invalid = (reason: string) => invalidFile({ file, flag: "--handlers", reason })
  yield* readFile(file, "--handlers")
  const { href } = pathToFileURL(resolve(file))
  const module = yield* Effect.tryPromise({
    try: () => import(version === 0 ? href : `${href}?version=${version}`),
    catch: (error) => invalid(explainLoadError(error, file))
  }).pipe(
    Effect.timeoutOrElse({
      duration: loadTimeout,
      orElse: () => invalid(`loading it takes more than ${loadTimeout}. Let it export the handlers without waiting`)
    })
  )
  const exported: unknown = [Reflect.get(module, "default"), Reflect.get(module, "handlers")].find(Array.isArray)
  if (!Array.isArray(exported))
    return yield* invalid(
      "it does not export a list of handlers. Add: export default [http.get(path, resolver)], with http from msw"
    )
  const handlers: ReadonlyArray<unknown> = exported
  const wrong = handlers.findIndex((handler) => !isHandler(handler))
  return handlers.every(isHandler)
    ? handlers
    : yield* invalid(`[${wrong}] of its list is not a handler of requests. Create each with http from msw`)
})

export const readHandlersFile = Effect.fnUntraced(function* (file: string) {
  yield* providePackages
  const stop = yield* logLateErrors(file)
  return yield* Effect.tapError(loadHandlers(file), () => stop)
})

// an editor may write a file in several steps
const settleTime = "100 millis"

/** Loads a file again after each change. The folder is watched, as editors replace files. */
const watchFile = Effect.fnUntraced(function* <E extends { readonly message: string }, R>(
  file: string,
  load: Effect.Effect<void, E, R>
) {
  const path = resolve(file)
  const files = yield* FileSystem.FileSystem
  const watching = yield* Deferred.make<void>()
  const reload = Effect.matchEffect(load, {
    onFailure: ({ message }) => Effect.logWarning(`${message} The previous ones stay.`),
    onSuccess: () => Effect.logInfo(`Reloaded ${file}.`)
  })
  yield* files.watch(dirname(path), { onReady: () => Deferred.doneUnsafe(watching, Exit.void) }).pipe(
    Stream.filter((event) => basename(event.path) === basename(path)),
    Stream.debounce(settleTime),
    Stream.runForEach(() => reload),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logWarning(
            `Cannot watch ${file}: ${messageOf(Cause.squash(cause))}. Restart the emulator to load its changes.`
          )
    ),
    Effect.ensuring(Deferred.done(watching, Exit.void)),
    Effect.forkScoped
  )
  // no change after the start is missed
  yield* Deferred.await(watching)
})

/** Writes the certificate, and reloads the files of faults and handlers when they change, until the scope closes. */
export const useFiles = Effect.fnUntraced(function* ({
  faults,
  handlers,
  tlsCertOut
}: Readonly<Record<"faults" | "handlers" | "tlsCertOut", string | undefined>>) {
  const { certificate, reload } = yield* Emulator
  if (tlsCertOut !== undefined && certificate !== undefined) yield* writeCertificate(tlsCertOut, certificate)
  if (faults !== undefined && !isShare(faults))
    yield* watchFile(
      faults,
      Effect.flatMap(readFaults(faults), (faults) => reload({ faults }))
    )
  if (handlers === undefined) return
  let version = 0
  const load = Effect.suspend(() => loadHandlers(handlers, ++version))
  yield* watchFile(
    handlers,
    Effect.flatMap(load, (handlers) => reload({ handlers }))
  )
})

const cannotWriteCertificate = (file: string, reason: string) =>
  new CommandError({ message: `Cannot write the certificate to ${file}: ${reason}.` })

export const readTls = Effect.fnUntraced(function* ({
  tlsCert: cert,
  tlsKey: key
}: Readonly<Record<"tlsCert" | "tlsKey", string | undefined>>) {
  if (cert === undefined || key === undefined) return true
  const pair: KeyPair = { cert: yield* readFile(cert, "--tls-cert"), key: yield* readFile(key, "--tls-key") }
  const { keyPairError } = yield* Effect.promise(() => import("../server/Certificate.ts"))
  const reason = keyPairError(pair)
  if (reason !== undefined)
    return yield* invalidFile({ file: `${cert} and ${key}`, flag: "--tls-cert and --tls-key", reason })
  return pair
})

// a file may have a certificate and its key
const isCertificate = (text: string) =>
  text.trim() === "" || (text.startsWith("-----BEGIN CERTIFICATE-----") && !text.includes("PRIVATE KEY"))

/** Returns a certificate and those of NODE_EXTRA_CA_CERTS, without the generated one with which a replaced file begins. */
const withTrusted = Effect.fnUntraced(function* (certificate: string, replaced = "") {
  const files = yield* FileSystem.FileSystem
  const before = yield* Effect.orElseSucceed(files.readFileString(process.env["NODE_EXTRA_CA_CERTS"] ?? ""), () => "")
  const { isGenerated } = yield* Effect.promise(() => import("../server/Certificate.ts"))
  const trusted = before.match(/-----BEGIN ([A-Z\d ]*CERTIFICATE)-----[^-]+-----END \1-----/g) ?? []
  const isOld = (other: string) => certificate.includes(other) || (replaced.startsWith(other) && isGenerated(other))
  return [certificate.trim(), ...trusted.filter((other) => !isOld(other)), ""].join("\n")
})

/** Writes a certificate beside the trusted ones. */
export const writeCertificate = Effect.fnUntraced(function* (file: string, certificate: string) {
  const files = yield* FileSystem.FileSystem
  const explained = Effect.mapError((error: PlatformError.PlatformError) =>
    cannotWriteCertificate(file, explainFileError(error, true))
  )
  yield* explained(statFile(file))
  const before = yield* Effect.orElseSucceed(files.readFileString(file), () => "")
  if (!isCertificate(before)) return yield* cannotWriteCertificate(file, "it has other content. Use another file")
  yield* explained(replaceText(file, yield* withTrusted(certificate, before)))
})

/** Returns the variable with which Node programs trust the certificate, in addition to others, until the scope closes. */
export const certificateVariables = Effect.fnUntraced(
  function* (certificate: string) {
    const files = yield* FileSystem.FileSystem
    const file = `${yield* files.makeTempDirectoryScoped({ prefix: "remote-assist-mock-" })}/certificates.pem`
    yield* files.writeFileString(file, yield* withTrusted(certificate))
    return { NODE_EXTRA_CA_CERTS: file }
  },
  Effect.mapError((error) =>
    cannotWriteCertificate(`${tmpdir()}, the folder of temporary files (TMPDIR)`, explainFileError(error, true))
  )
)
