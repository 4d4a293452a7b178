import type * as NodeServices from "@effect/platform-node/NodeServices"
import { explainNodeError } from "@remote-assist/core/FileError"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

import * as Services from "./Services.ts"

/** A failure whose message is printed already; the process exits with `code`. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", { code: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}

const sentence = (paragraph: string) => {
  const joined = paragraph.trim().replaceAll(/\s*\n\s*/g, " ")
  return /[.?!]$/.test(joined) ? joined : `${joined}.`
}

/** Formats a text as sentences in one line. */
export const sentences = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map(sentence)
    .join(" ")

/** Prints a failure as one sentence on standard error and ends with exit code 1; an {@link Exit} has its own code. */
export const report = (error: unknown): Effect.Effect<never, Exit> =>
  error instanceof Exit
    ? Effect.fail(error)
    : Effect.andThen(
        Console.error(sentences(error instanceof Error ? error.message : String(error))),
        Effect.fail(new Exit({ code: 1 }))
      )

/** Describes why the output of this process cannot be written. */
export const formatOutputError = (error: NodeJS.ErrnoException): string =>
  `Cannot write the output: ${explainNodeError(error) ?? `it failed with ${error.code ?? error.message}`}.`

/** Exit code of a process whose program did not finish: EX_SOFTWARE of sysexits. */
const softwareError = 70

/** Logs a failure that the program has not reported itself. */
export const logFailure = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(program, (cause) =>
    Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
      ? Effect.void
      : Effect.logError(cause)
  )

// for resources that keep the process alive after the program
const exitTimeoutMs = 500

// process.exit waits for compiler threads, and one of them may wait for the main thread to collect garbage:
// nodejs/node#54918. A process without pending work exits by itself.
const exitWhenIdle = (code: number) => {
  process.exitCode = code
  setTimeout(() => process.exit(), exitTimeoutMs).unref()
}

// for the cleanup of an interrupted program
const cleanupTimeoutMs = 10_000

/** Calls back if the output of this process cannot be written. */
const onLostOutput = (callback: (message: string) => void) => {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // a closed reader, such as `head` or a terminal, does not end the program: a server keeps serving. A full disk does,
      // unless the program has a listener of its own
      if (error.code === "EPIPE" || (error.code === "EIO" && stream.isTTY) || stream.listenerCount("error") > 1) return
      callback(formatOutputError(error))
    })
}

/** Returns the command that starts a program: a script of the clone, if it runs from source, or the program of a package. */
export const startCommand = (program: string, script: string): string => {
  if (import.meta.url.endsWith(".ts")) return `pnpm ${script}`
  return process.env["npm_command"] === "exec" ? `npx ${program}` : program
}

/** How a process exits. */
export interface Ending {
  readonly teardown?: Runtime.Teardown | undefined
  /** Exit code if its output cannot be written (default 1). */
  readonly lostOutputCode?: number | undefined
}

/** Supervises the process of a program; called before the program starts. */
const supervise = <A, E>(
  fiber: Fiber.Fiber<A, E>,
  { lostOutputCode = 1, teardown = Runtime.defaultTeardown }: Ending
) => {
  let isOver = false
  let hasSignal = false
  let forcedCode: number | undefined
  const print = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const interrupt = () => fiber.interruptUnsafe(fiber.id)
  const end = (code: number, sentence: string) => {
    if (forcedCode !== undefined) return
    forcedCode = code
    print(sentence)
    if (isOver) return exitWhenIdle(code)
    setTimeout(() => process.exit(code), cleanupTimeoutMs).unref()
    interrupt()
  }
  const onSignal = () => {
    hasSignal = true
    interrupt()
  }
  const onEmpty = () =>
    end(softwareError, "The program waits for an event that cannot happen. Please report this defect.")
  const onExit = (code: number) => {
    if (forcedCode !== undefined) process.exitCode = forcedCode
    // after a signal, the program may exit before its cleanup ends
    if (forcedCode !== undefined || (hasSignal && code !== 0)) return
    process.exitCode = code === 0 ? softwareError : code
    print(`The process exited with ${code} before the program finished. Its work is incomplete.`)
  }
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("beforeExit", onEmpty).on("exit", onExit)
  onLostOutput((message) => end(lostOutputCode, message))
  fiber.addObserver((exit) => {
    isOver = true
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("beforeExit", onEmpty).off("exit", onExit)
    teardown(exit, (code) => {
      if (forcedCode !== undefined || hasSignal || code !== 0) exitWhenIdle(forcedCode ?? code)
    })
  })
}

/**
 * Runs a program as this process, with the services of Node; SIGINT and SIGTERM interrupt it. If the process would exit before
 * the program finishes (nothing can continue, code calls `process.exit`, or its output cannot be written), it prints a message
 * and exits with a code other than 0. `teardown` and `lostOutputCode` override its exit codes.
 */
export const run = <E>(program: Effect.Effect<void, E, NodeServices.NodeServices>, ending: Ending = {}): void => {
  Effect.runFork(
    Effect.withFiber<void, E>((fiber) => {
      supervise(fiber, ending)
      return logFailure(Effect.provide(program, Services.layer))
    })
  )
}
