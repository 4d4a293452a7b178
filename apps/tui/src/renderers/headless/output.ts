import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

import { systemReason } from "../../Problem.ts"
import { Requests } from "../../requests/Requests.ts"
import { screenReader } from "../../Settings.ts"
import { numberFormat } from "../../text/format.ts"
import { CommandError, usageError } from "./CommandError.ts"

/** The reader of the output, such as `head`, has exited. The command is done. */
export class ReaderGone extends Data.TaggedError("ReaderGone") {}

/** Writes text as fast as its reader takes it. */
export interface Output<E> {
  readonly write: (text: string) => Effect.Effect<void, E>
  /** Number of columns, or `undefined` if it is not a terminal. */
  readonly width: number | undefined
}

const goneCodes = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"])

const ignore = () => undefined

// without a listener, an error of the stream would end the process
const ignoreErrors = (stream: NodeJS.WriteStream) => {
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore)
}

const put = (text: string): Effect.Effect<void, NodeJS.ErrnoException> =>
  text === ""
    ? Effect.void
    : Effect.callback((resume) => {
        ignoreErrors(process.stdout)
        process.stdout.write(text, (error) => resume(error == null ? Effect.void : Effect.fail(error)))
      })

const codeOf = ({ code, message }: NodeJS.ErrnoException) => code ?? message

export const stdout: Output<ReaderGone | CommandError> = {
  write: (text) =>
    Effect.mapError(put(text), (error) =>
      goneCodes.has(codeOf(error)) ? new ReaderGone() : usageError(`Cannot write the output (${codeOf(error)}).`)
    ),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  }
}

/** Formats a value as JSON on one line, without control characters. */
export const toJson = (value: unknown): string => escapeJson(JSON.stringify(value))

const reveal = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(reveal)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reveal(inner)]))
    : value
}

/** Formats a value as JSON with its secrets. */
export const toRevealedJson = (value: unknown): string => toJson(reveal(value))

/** Writes the results of changes. An error does not stop the changes. */
export interface ResultOutput {
  readonly write: (text: string) => Effect.Effect<void>
  /** Code of the first error, or `undefined`. */
  readonly failure: () => string | undefined
}

/** Writes results to the standard output until it fails. From here on no output ends the process. */
export const resultOutput = Effect.sync((): ResultOutput => {
  for (const stream of [process.stdout, process.stderr]) ignoreErrors(stream)
  let failure: string | undefined
  return {
    write: (text) =>
      Effect.suspend(() =>
        failure === undefined
          ? Effect.catch(put(text), (error) => Effect.sync(() => void (failure = codeOf(error))))
          : Effect.void
      ),
    failure: () => failure
  }
})

/** Fails if results could not be written. */
export const requireWritten = Effect.fnUntraced(function* ({ failure }: ResultOutput) {
  const code = failure()
  if (code === undefined) return
  return yield* new CommandError({
    kind: "partly",
    message: `Cannot write the output (${code}). The changes are done.`
  })
})

/** Writes a result as JSON or text; fails if it cannot be written. */
export const writeResult = Effect.fnUntraced(function* (isJson: boolean, value: unknown, text: string) {
  const output = yield* resultOutput
  yield* output.write(`${isJson ? toJson(value) : sanitize(text)}\n`)
  return yield* requireWritten(output)
})

/** Writes a line to the standard error. */
export const writeNote = (text: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`${sanitize(text)}\n`))

const cannotWrite = (path: string) => (error: PlatformError.PlatformError) =>
  usageError(`Cannot write ${path} (${systemReason(error)}).`)

const ownerBits = 0o700

/**
 * Writes a file that appears only when it is complete; an existing file stays until then, or fails if `isNew`. A file with secrets is readable
 * by its owner alone, even if the existing file was not.
 */
export const writeFile = <A, E, R>(
  path: string,
  write: (to: Output<CommandError>) => Effect.Effect<A, E, R>,
  { isNew = false, isSecret = false }: { readonly isNew?: boolean; readonly isSecret?: boolean } = {}
) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const cannot = cannotWrite(path)
    const target = yield* Effect.orElseSucceed(files.realPath(path), () => path)
    const before = yield* Effect.option(files.stat(target))
    if (before._tag === "Some" && before.value.type !== "File")
      return yield* usageError(`${path} is not a file. Leave it out to write to the standard output.`)
    if (before._tag === "Some" && isNew) return yield* usageError(`${path} exists. Give --force to overwrite it.`)
    const folder = yield* Effect.mapError(
      files.makeTempDirectoryScoped({ directory: paths.dirname(paths.resolve(target)), prefix: ".remote-assist-" }),
      cannot
    )
    const unfinished = paths.join(folder, paths.basename(target))
    const result = yield* Effect.scoped(
      Effect.gen(function* () {
        const file = yield* Effect.mapError(
          files.open(unfinished, { flag: "wx", ...(isSecret && { mode: 0o600 }) }),
          cannot
        )
        const encoder = new TextEncoder()
        const result = yield* write({
          width: undefined,
          write: (text) => Effect.mapError(file.writeAll(encoder.encode(text)), cannot)
        })
        yield* Effect.mapError(file.sync, cannot)
        return result
      })
    )
    if (before._tag === "Some")
      yield* Effect.mapError(files.chmod(unfinished, before.value.mode & (isSecret ? ownerBits : 0o7777)), cannot)
    yield* Effect.mapError(files.rename(unfinished, target), cannot)
    return result
  }).pipe(Effect.scoped)

const erase = "\r\u001B[K"

/** A progress line on the standard error, if it is a terminal. */
interface Progress {
  readonly show: (done: number, total: number | undefined) => Effect.Effect<void>
  /** Clears the line, so that others can be written. */
  readonly hide: Effect.Effect<void>
}

// a screen reader would repeat the line, and a dumb terminal cannot erase it
const canErase = Effect.map(
  Effect.orElseSucceed(screenReader, () => false),
  (isSpoken) => process.stderr.isTTY && process.env["TERM"] !== "dumb" && !isSpoken
)

/** Waits until the service has not answered for 2 seconds. Returns a note about that. */
export const slowService = Effect.gen(function* () {
  const { state } = yield* Requests
  const { apiUrl } = yield* Region.Region
  const isSlow = Effect.map(Clock.currentTimeMillis, (now) => {
    const all = state.get()
    const at = all[all.findLastIndex(({ outcome }) => outcome._tag === "Answered" && outcome.status < 429) + 1]?.at
    return at !== undefined && now - at >= 2000
  })
  yield* Effect.repeat(isSlow, { until: (is) => is, schedule: Schedule.spaced(200) })
  return `Waiting for ${apiUrl} …`
})

/** Says on a terminal, once, that the service is slow. */
export const noteSlowService = Effect.gen(function* () {
  if (!process.stderr.isTTY) return
  const note = yield* slowService
  // a line of progress may be there
  if (yield* canErase) process.stderr.write(erase)
  yield* writeNote(note)
})

export const makeProgress = Effect.fnUntraced(function* (what: string): Effect.fn.Return<Progress> {
  const { stderr } = process
  if (!(yield* canErase)) return { show: () => Effect.void, hide: Effect.void }
  let isShown = false
  return {
    show: (done, total) =>
      Effect.sync(() => {
        const share = total ? ` of ${numberFormat.format(total)} (${Math.floor((100 * done) / total)} %)` : ""
        stderr.write(`${erase}${what}: ${numberFormat.format(done)}${share}`)
        isShown = true
      }),
    hide: Effect.sync(() => {
      if (isShown) stderr.write(erase)
      isShown = false
    })
  }
})
