import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import type { Errors } from "@remote-assist/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as Problem from "../../Problem.ts"

/** What a process ends with. */
export const exitCodes = { usage: 1, refused: 2, session: 3, unreachable: 4, partly: 5 } as const

/** Why a command, or what it did to one target, came to nothing. */
export class Stopped extends Schema.TaggedError<Stopped>()("Stopped", {
  kind: Schema.Literals(["usage", "refused", "session", "unreachable", "partly"]),
  message: Schema.String,
  /** What it is about, and what happened, where what to do follows from how one is logged in. */
  about: Schema.optionalKey(Schema.Literals(["token", "permission"])),
  what: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return exitCodes[this.kind]
  }
}

export const usage = (message: string) => new Stopped({ kind: "usage", message })

const kinds = { offline: "unreachable", session: "session", refused: "refused", unexpected: "refused" } as const

/** The same of a problem that is told on the screen. */
export const ofProblem = ({ by, kind, todo, what }: Problem.Problem): Stopped =>
  new Stopped({
    kind: kinds[kind],
    message: `${what} ${by === "logIn" ? "Log in with remote-assist login." : todo}`.trimEnd()
  })

const isOfProxy = ({ status }: Errors.UnexpectedAnswer) => status >= 502 && status <= 504

const advice = "See how things are, then try again."

/**
 * Why it could not be done, such as `deactivate grace@example.com`; a token that is refused is that of the session unless
 * it `isOfOther`. `refused` is what to do when the service said no.
 */
export const because = (
  doing: string,
  error: Problem.Failure | Errors.ListBroken | Schema.SchemaError,
  isOfOther = false,
  refused = advice
): Stopped => {
  if (Schema.isSchemaError(error)) return usage(`Nothing was sent to ${doing}: ${error.message}.`)
  if (error._tag === "ListBroken") return new Stopped({ kind: "refused", message: error.message })
  const problem =
    !isOfOther && Problem.isSessionError(error)
      ? Problem.describeSessionError(doing, error)
      : Problem.describe(doing, error, refused)
  const { kind, message } = ofProblem(problem)
  const about = Problem.errorTopic(error)
  const stopped = new Stopped({ kind, message, ...(about !== undefined && { about, what: problem.what }) })
  if (error._tag === "InvalidRequest") return usage(message)
  if (error._tag === "UnexpectedAnswer" && isOfProxy(error)) return new Stopped({ kind: "unreachable", message })
  return kind === "refused" || kind === "session"
    ? stopped
    : new Stopped({ kind, message: `Could not ${doing}. ${message}` })
}

/** Whatever a command failed with; settings that cannot be used among it. */
export const ofError = (error: unknown): Stopped =>
  error instanceof Stopped
    ? error
    : usage(Predicate.hasProperty(error, "message") ? String(error.message) : String(error))

/** Whoever read the output is gone, such as `head`: the work is done. */
export class ReaderGone extends Data.TaggedError("ReaderGone") {}

/** Takes text as fast as it can be written. */
export interface Output<E> {
  readonly write: (text: string) => Effect.Effect<void, E>
  /** Columns to fit into, and whether what is written is seen by somebody; nothing where it is not a terminal. */
  readonly width: number | undefined
}

const gone = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"])

const listened = new WeakSet<object>()

/** Has a stream that cannot be written to end nothing by itself. */
const listen = (stream: NodeJS.WriteStream) => {
  if (listened.has(stream)) return
  listened.add(stream)
  stream.on("error", () => undefined)
}

const put = (text: string): Effect.Effect<void, NodeJS.ErrnoException> =>
  text === ""
    ? Effect.void
    : Effect.callback((resume) => {
        listen(process.stdout)
        process.stdout.write(text, (error) => resume(error == null ? Effect.void : Effect.fail(error)))
      })

const codeOf = ({ code, message }: NodeJS.ErrnoException) => code ?? message

const isGone = ({ code = "" }: NodeJS.ErrnoException) => gone.has(code)

export const stdout: Output<ReaderGone | Stopped> = {
  write: (text) =>
    Effect.mapError(put(text), (error) =>
      isGone(error) ? new ReaderGone() : usage(`The output cannot be written (${codeOf(error)}).`)
    ),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  }
}

/** Takes what was done, which is not undone or left off where nobody can be told. */
export interface Results {
  readonly write: (text: string) => Effect.Effect<void>
  /** Why the output could not be written; nothing where it was. */
  readonly lost: () => string | undefined
}

/** Writes results to the standard output as long as that can be written; from here on no output ends the process. */
export const resultOutput = Effect.sync((): Results => {
  for (const stream of [process.stdout, process.stderr]) listen(stream)
  let lost: string | undefined
  return {
    write: (text) =>
      Effect.suspend(() =>
        lost === undefined
          ? Effect.catch(put(text), (error) => Effect.sync(() => void (lost = codeOf(error))))
          : Effect.void
      ),
    lost: () => lost
  }
})

/** Tells whoever runs the command a line, beside its output. */
export const tell = (text: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`${sanitize(text)}\n`))

/** Fails if results could not be written. */
export const allTold = Effect.fnUntraced(function* ({ lost }: Results) {
  const why = lost()
  if (why === undefined) return
  return yield* new Stopped({
    kind: "partly",
    message: `The output cannot be written (${why}): what was done is done.`
  })
})

/** Writes a result to the standard output, as JSON or as a text; fails if that is not possible. */
export const writeResult = Effect.fnUntraced(function* (isJson: boolean, value: unknown, text: string) {
  const output = yield* resultOutput
  yield* output.write(`${isJson ? writeJson(value) : sanitize(text)}\n`)
  return yield* allTold(output)
})

/** Facts with their labels, a line each, without those that are empty. */
export const factLines = (facts: ReadonlyArray<readonly [label: string, text: string]>): string =>
  facts.flatMap(([label, text]) => (text === "" ? [] : [`${label.padEnd(9)}  ${sanitize(text)}\n`])).join("")

/** A value as JSON of one line, without a character that a terminal would obey. */
export const writeJson = (value: unknown): string => escapeJson(JSON.stringify(value))

const opened = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(opened)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]))
    : value
}

/** The same with its secrets, where they are asked for. */
export const writeOpenJson = (value: unknown, isRevealed: boolean): string =>
  writeJson(isRevealed ? opened(value) : value)

const isJsonAsked = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some((arg) => /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/.test(arg))
}

/** What is wrong with the words of a command: a sentence, or JSON as of other failures where that is asked for. */
export const wrongly = (message: string, args: ReadonlyArray<string>): string =>
  isJsonAsked(args) ? writeJson({ error: { code: 1, kind: "usage", message } }) : sanitize(message)

const erase = "\r\u001B[K"

const counted = (count: number) => count.toLocaleString("en-US")

const width = 24

/** A bar in characters that every terminal has. */
const bar = (share: number) => {
  const full = Math.max(0, Math.min(width, Math.round(width * share)))
  return `[${"#".repeat(full)}${".".repeat(width - full)}]`
}

/** A line about how far one is, on the standard error where that is a terminal that draws. */
interface Progress {
  readonly show: (done: number, total: number | undefined) => Effect.Effect<void>
  /** Makes room for what is written to the same terminal. */
  readonly hide: Effect.Effect<void>
}

export const progressOf = (what: string, isSaid: boolean): Progress => {
  const { env, stderr } = process
  // what is drawn again and again is said again and again, and piles up where nothing can be erased
  const isDrawn = stderr.isTTY && env["TERM"] !== "dumb" && !isSaid
  if (!isDrawn) return { show: () => Effect.void, hide: Effect.void }
  let isShown = false
  return {
    show: (done, total) =>
      Effect.sync(() => {
        const share =
          total === undefined || total === 0 ? "" : ` of ${counted(total)} (${Math.floor((100 * done) / total)} %)`
        const drawn = total === undefined || total === 0 ? "" : `${bar(done / total)} `
        stderr.write(`${erase}${what}: ${drawn}${counted(done)}${share}`)
        isShown = true
      }),
    hide: Effect.sync(() => {
      if (isShown) stderr.write(erase)
      isShown = false
    })
  }
}
