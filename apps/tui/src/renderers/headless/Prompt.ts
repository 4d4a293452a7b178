import { createInterface } from "node:readline"

import { findControl } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usage } from "./output.ts"

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

/** Reads one line from the terminal, on which nothing of it is seen; nothing where none comes. */
const askHidden = (prompt: string): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    const { stderr, stdin } = process
    let line = ""
    const end = () => {
      stdin.off("data", read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write("\n")
    }
    const finish = (answer: string | undefined) => {
      end()
      resume(Effect.succeed(answer))
    }
    const read = (data: Buffer) => {
      for (const key of data.toString()) {
        if (key === "\r" || key === "\n") return finish(line)
        if (key === "\u0004") return finish(line === "" ? undefined : line)
        // raw, the terminal makes no signal of it
        if (key === "\u0003") return void process.kill(process.pid, "SIGINT")
        if (key === "\u007F" || key === "\b") line = Array.from(line).slice(0, -1).join("")
        else if (key === "\u0015") line = ""
        else line += key
      }
    }
    stderr.write(prompt)
    stdin.setRawMode(true)
    stdin.on("data", read)
    stdin.resume()
    return Effect.sync(end)
  })

// a token is shorter
const mostBytes = 100_000

/** The first lines of the standard input, as many as are wanted: whoever sends them need not end it. */
const lines = (count: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    const { stdin } = process
    const read = () => Buffer.concat(chunks).toString().split(/\r?\n/)
    const leave = () => {
      stdin.off("data", take)
      stdin.off("end", finish)
      stdin.off("error", finish)
      // not within its own event, after which it reads on, and the process would not end
      setImmediate(() => stdin.pause())
    }
    const finish = () => {
      leave()
      resume(Effect.succeed(read()))
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      if (size > mostBytes || (chunk.includes("\n") && read().length > count)) finish()
    }
    stdin.on("data", take)
    stdin.once("end", finish)
    stdin.once("error", finish)
    return Effect.sync(leave)
  })

/** Secrets by what they are called: asked for on a terminal, else a line of the standard input each; `undefined` where none is given. */
export const readSecrets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  if (names.length === 0) return []
  const given = canAsk()
    ? yield* Effect.forEach(names, (name) => askHidden(`${name}: `))
    : process.stdin.isTTY
      ? []
      : yield* lines(names.length)
  return names.map((_, at) => (given[at] === undefined || given[at] === "" ? undefined : given[at]))
})

/** Secrets, which have to be given. */
export const requireSecrets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const found = yield* readSecrets(names)
  return yield* Effect.forEach(names, (name, at) =>
    found[at] === undefined
      ? Effect.fail(usage(`No ${name} is given. Type it on a terminal, or send it to the standard input.`))
      : Effect.succeed(found[at])
  )
})

/** One secret, which has to be given. */
export const requireSecret = (name: string) => Effect.map(requireSecrets([name]), ([value = ""]) => value)

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Fails where a text that is kept, sent or shown has a character that a terminal would obey. */
export const checkTexts = (flags: Readonly<Record<string, unknown>>) =>
  Effect.forEach(
    Object.entries(flags),
    ([name, given]) => {
      const text = Option.isOption(given) && Option.isSome(given) ? given.value : undefined
      const what = typeof text === "string" ? findControl(text) : undefined
      return what === undefined ? Effect.void : Effect.fail(usage(`${flagOf(name)} ${what}.`))
    },
    { discard: true }
  )
