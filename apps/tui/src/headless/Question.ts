import { createInterface } from "node:readline"

import * as Effect from "effect/Effect"

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal; nothing where no answer comes. */
export const ask = (question: string): Effect.Effect<string | void> =>
  Effect.callback((resume) => {
    // without an output, so that keys stay with the terminal, and Ctrl-C is a signal
    const lines = createInterface({ input: process.stdin, terminal: false })
    process.stderr.write(question)
    lines.once("line", (line) => {
      resume(Effect.succeed(line))
      lines.close()
    })
    lines.once("close", () => resume(Effect.void))
    return Effect.sync(() => lines.close())
  })
