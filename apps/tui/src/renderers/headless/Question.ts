import { createInterface } from "node:readline"

import * as Effect from "effect/Effect"

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal, for an answer behind `prompt`; nothing where none comes. */
export const ask = (question: string, prompt: string): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    // without an output, so that keys stay with the terminal, and Ctrl-C is a signal
    const lines = createInterface({ input: process.stdin, terminal: false })
    let answer: string | undefined
    process.stderr.write(`${question}\n${prompt}`)
    lines.once("line", (line) => {
      answer = line
      lines.close()
    })
    lines.once("close", () => {
      if (answer === undefined) process.stderr.write("\n")
      resume(Effect.succeed(answer))
    })
    return Effect.sync(() => lines.close())
  })
