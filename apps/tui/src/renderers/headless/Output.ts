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

/** The standard output of the process. */
export const stdout: Output<ReaderGone> = {
  write: (text) =>
    text === ""
      ? Effect.void
      : Effect.callback((resume) => {
          process.stdout.write(text, (error?: NodeJS.ErrnoException | null) => {
            resume(
              error == null
                ? Effect.void
                : gone.has(error.code ?? "")
                  ? Effect.fail(new ReaderGone())
                  : Effect.die(error)
            )
          })
        }),
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  }
}

/** Tells whoever runs the command a line, beside its output. */
export const tell = (text: string): Effect.Effect<void> =>
  Effect.sync(() => void process.stderr.write(`${visible(text)}\n`))
