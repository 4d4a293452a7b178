import { createInterface } from "node:readline"

import { findControl } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usageError } from "./CommandError.ts"

/** Whether there is a terminal to ask on. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal; returns the answer after `prompt`, or `undefined` at the end of the input. */
export const ask = (question: string, prompt: string): Effect.Effect<string | undefined> =>
  Effect.callback((resume) => {
    // without an output, the terminal handles keys, and Ctrl-C is a signal
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

/** Reads a line without echo, or `undefined` at the end of the input. */
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
        // in raw mode the terminal sends no signal
        if (key === "\u0003") return void process.kill(process.pid, "SIGINT")
        if (key === "\u007F" || key === "\b") line = Array.from(line).slice(0, -1).join("")
        else if (key === "\u0015") line = ""
        else line += key
      }
    }
    // before the prompt, so that the terminal echoes no key
    stdin.setRawMode(true)
    stdin.on("data", read)
    stdin.resume()
    stderr.write(prompt)
    return Effect.sync(end)
  })

const maxBytes = 100_000

/** Reads the first lines of the standard input. The input may stay open. */
const readLines = (count: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    const { stdin } = process
    const lines = () => Buffer.concat(chunks).toString().split(/\r?\n/)
    const stop = () => {
      stdin.off("data", onData)
      stdin.off("end", finish)
      stdin.off("error", finish)
      // within its own event, the stream would continue and keep the process alive
      setImmediate(() => stdin.pause())
    }
    const finish = () => {
      stop()
      resume(Effect.succeed(lines()))
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      if (size > maxBytes || (chunk.includes("\n") && lines().length > count)) finish()
    }
    stdin.on("data", onData)
    stdin.once("end", finish)
    stdin.once("error", finish)
    return Effect.sync(stop)
  })

/** Reads secrets: asks for each on a terminal, else reads a line of the standard input each; `undefined` if empty. */
export const readSecrets = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  if (names.length === 0) return []
  const lines = canAsk()
    ? yield* Effect.forEach(names, (name) => askHidden(`${name}: `))
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
