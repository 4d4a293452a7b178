import { createInterface } from "node:readline"

import { formatOutputError } from "@remote-assist/cli/Process"
import { escapeJson, findControl, sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import { revealAll } from "@remote-assist/core/Secrets"
import * as ByteSize from "effect/ByteSize"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { Requests } from "../../requests/Requests.ts"
import { screenReader } from "../../Settings.ts"
import { numberFormat } from "../../text/format.ts"

export const exitCodes = { usage: 1, refused: 2, session: 3, unreachable: 4, partly: 5 } as const

/** Why a command, or its change of one target, failed. */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", {
  kind: Schema.Literals(["usage", "refused", "session", "unreachable", "partly"]),
  message: Schema.String
}) {
  get code() {
    return exitCodes[this.kind]
  }
}

export const usageError = (message: string) => new CommandError({ kind: "usage", message })

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

export const stdout: Output<ReaderGone | CommandError> = {
  write: (text) =>
    Effect.mapError(put(text), (error) =>
      goneCodes.has(error.code ?? "") ? new ReaderGone() : usageError(formatOutputError(error))
    ),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  }
}

/** Formats a value as JSON on one line, without control characters. */
export const toJson = (value: unknown): string => escapeJson(JSON.stringify(value))

/** Formats a value as JSON with its secrets. */
export const toRevealedJson = (value: unknown): string => toJson(revealAll(value))

/** Writes the results of changes to the standard output until it fails. From here on no output ends the process. */
export const resultOutput = Effect.sync(() => {
  for (const stream of [process.stdout, process.stderr]) ignoreErrors(stream)
  let failure: string | undefined
  return {
    write: (text: string) =>
      Effect.suspend(() =>
        failure === undefined
          ? Effect.catch(put(text), (error) => Effect.sync(() => void (failure = formatOutputError(error))))
          : Effect.void
      ),
    /** Fails if a result could not be written. */
    requireWritten: Effect.suspend(() =>
      failure === undefined
        ? Effect.void
        : Effect.fail(new CommandError({ kind: "partly", message: `${failure} The changes are done.` }))
    )
  }
})

/** Writes a result as JSON or text; fails if it cannot be written. */
export const writeResult = Effect.fnUntraced(function* (isJson: boolean, value: unknown, text: string) {
  const output = yield* resultOutput
  yield* output.write(`${isJson ? toJson(value) : sanitize(text)}\n`)
  return yield* output.requireWritten
})

/** Writes a line to the standard error. */
export const writeNote = (text: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`${sanitize(text)}\n`))

const erase = "\r\u001B[K"

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

/** Creates a progress line on the standard error, if it is a terminal; `hide` clears it, so that others can be written. */
export const makeProgress = Effect.fnUntraced(function* (what: string) {
  const { stderr } = process
  if (!(yield* canErase)) return { show: () => Effect.void, hide: Effect.void }
  let isShown = false
  return {
    show: (done: number, total: number | undefined) =>
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

/** Whether there is a terminal to ask on. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal; returns the line after `prompt`, or `undefined` at the end of the input. A hidden line has no echo. */
export const ask = (prompt: string, isHidden = false): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const { pid, stderr, stdin } = process
    // without an output, readline echoes nothing. A line that is not hidden is edited by the terminal
    const lines = createInterface({ input: stdin, terminal: isHidden })
    let answer: string | undefined
    stderr.write(prompt)
    // in raw mode the terminal sends no signal
    lines.once("SIGINT", () => process.kill(pid, "SIGINT"))
    lines.once("line", (line) => {
      answer = line
      lines.close()
    })
    lines.once("close", () => {
      if (isHidden || answer === undefined) stderr.write("\n")
      resume(Effect.succeed(answer))
    })
    return Effect.sync(() => lines.close())
  })

/** Asks the user to type a phrase; fails for another answer, or if there is no terminal. The error names the target, if given. */
export const askPhrase = Effect.fnUntraced(function* (
  question: string,
  phrase: string,
  { isInputTaken = false, target }: { readonly isInputTaken?: boolean; readonly target?: string | undefined } = {}
) {
  const nothing = target === undefined ? "Nothing was sent" : `Nothing was done to ${target}`
  const why = isInputTaken ? "names on the standard input cannot be confirmed" : "there is no terminal to confirm on"
  if (!canAsk() || isInputTaken)
    return yield* usageError(`${nothing}: ${why}. ${question} Give --yes to skip the confirmation.`)
  const answer = yield* ask(`${sanitize(question)}\n${sanitize(`Type ${phrase} to confirm: `)}`)
  if (answer?.trim() === phrase) return undefined
  return yield* usageError(`${nothing}: that is not ${phrase}.`)
})

const maxSize = ByteSize.bytes(100_000)

/** Reads the first lines of the standard input, and closes it. */
const readLines = (count: number) =>
  Stdio.Stdio.use(({ stdin }) =>
    Stream.limitBytes(stdin, maxSize, () => Stream.empty).pipe(
      Stream.decodeText,
      Stream.splitLines,
      Stream.take(count),
      Stream.runCollect
    )
  ).pipe(
    Effect.orElseSucceed((): ReadonlyArray<string> => []),
    // an input that stays open would keep the process alive
    Effect.ensuring(Effect.sync(() => process.stdin.destroy()))
  )

/** Reads secrets: asks for each on a terminal, else reads a line of the standard input each; `undefined` if empty. */
export const readSecrets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  if (names.length === 0) return []
  const lines = canAsk()
    ? yield* Effect.forEach(names, (name) => ask(`${name}: `, true))
    : process.stdin.isTTY
      ? []
      : yield* readLines(names.length)
  return names.map((_, at) => (lines[at] === "" ? undefined : lines[at]))
})

/** Reads secrets; fails if one is missing. */
export const requireSecrets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const secrets = yield* readSecrets(names)
  return yield* Effect.forEach(names, (name, at) =>
    secrets[at] === undefined
      ? Effect.fail(usageError(`The ${name} is missing. Type it on a terminal, or send it to the standard input.`))
      : Effect.succeed(secrets[at])
  )
})

/** Fails if the text of a flag has a control character. */
export const checkTexts = (flags: Readonly<Record<string, unknown>>) =>
  Effect.forEach(
    Object.entries(flags),
    ([name, value]) => {
      const text = Option.isOption(value) && Option.isSome(value) ? value.value : undefined
      const error = typeof text === "string" ? findControl(text) : undefined
      const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      return error === undefined ? Effect.void : Effect.fail(usageError(`${flag} ${error}.`))
    },
    { discard: true }
  )
