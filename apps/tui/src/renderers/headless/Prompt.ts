import { createInterface } from "node:readline"

import { findControl } from "@remote-assist/cli/Terminal"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { usageError } from "./CommandError.ts"

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
