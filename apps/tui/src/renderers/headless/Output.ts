import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

import { visible } from "../../requests/visible.ts"

/** Whoever read the output is gone, such as `head`: the work is done. */
export class ReaderGone extends Data.TaggedError("ReaderGone") {}

/** Takes text as fast as it can be written. */
export interface Output<E> {
  readonly write: (text: string) => Effect.Effect<void, E>
  /** Columns to fit into, and whether what is written is seen by somebody; nothing where it is not a terminal. */
  readonly width: number | undefined
}

const gone = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"])

const put = (text: string): Effect.Effect<void, NodeJS.ErrnoException> =>
  text === ""
    ? Effect.void
    : Effect.callback((resume) => {
        process.stdout.write(text, (error) => resume(error == null ? Effect.void : Effect.fail(error)))
      })

const isGone = ({ code = "" }: NodeJS.ErrnoException) => gone.has(code)

/** The standard output of the process. */
export const stdout: Output<ReaderGone> = {
  write: (text) =>
    Effect.catch(put(text), (error) => (isGone(error) ? Effect.fail(new ReaderGone()) : Effect.die(error))),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  }
}

/** Takes what was done, which is not undone or left off where nobody can be told. */
export interface Results {
  readonly write: (text: string) => Effect.Effect<void>
  /** Why the output could not be written; nothing where it was, or where its reader did not want more. */
  readonly lost: () => string | undefined
}

/** Writes results to the standard output as long as that can be written; from here on no output ends the process. */
export const results = Effect.sync((): Results => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)
  let isOver = false
  let lost: string | undefined
  return {
    write: (text) =>
      Effect.suspend(() =>
        isOver
          ? Effect.void
          : Effect.catch(put(text), (error) =>
              Effect.sync(() => {
                isOver = true
                if (!isGone(error)) lost = error.code ?? error.message
              })
            )
      ),
    lost: () => lost
  }
})

/** Tells whoever runs the command a line, beside its output. */
export const tell = (text: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`${visible(text)}\n`))
