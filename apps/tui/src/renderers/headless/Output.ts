import { sanitize } from "@remote-assist/cli/Terminal"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import { Stopped, usage } from "./Stopped.ts"

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

/** The standard output of the process. */
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
export const results = Effect.sync((): Results => {
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

/** Writes a result to the standard output; fails if that is not possible. */
export const writeDone = Effect.fnUntraced(function* (text: string) {
  const output = yield* results
  yield* output.write(text)
  return yield* allTold(output)
})
