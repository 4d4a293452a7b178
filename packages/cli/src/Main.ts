import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"

/** What a process ends with whose program did not come to its end: EX_SOFTWARE of sysexits. */
export const unfinished = 70

/** Logs a failure that the program has not reported itself. */
export const logged = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(program, (cause) =>
    Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
      ? Effect.void
      : Effect.logError(cause)
  )

// in milliseconds, for what keeps the process though the program is over
const patience = 500

// process.exit waits for the threads that compile, and one of these may wait for the main thread to collect garbage:
// nodejs/node#54918. A process that has nothing left to do ends without that.
const runOut = (code: number) => {
  process.exitCode = code
  setTimeout(() => process.exit(), patience).unref()
}

// in milliseconds, for what is tidied up before an end that the program did not come to by itself
const longestTidying = 10_000

/** The output of this process, as long as it can be written. */
const onLostOutput = (lost: (reason: string) => void) => {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      // a reader that went away, such as `head` or a terminal that was closed, is no reason to end: a server goes on
      // serving; a disk that is full is one, unless the program listens too
      if (code === "EPIPE" || (code === "EIO" && stream.isTTY) || stream.listenerCount("error") > 1) return
      lost(code ?? message)
    })
}

/** How a process ends. */
export interface Ending {
  readonly teardown: Runtime.Teardown
  /** What it ends with where its output cannot be written; 1 unless set. */
  readonly lostOutputCode?: number | undefined
}

/** Sees to it that the process of a program ends as it should; before the program begins. */
const attend = <A, E>(fiber: Fiber.Fiber<A, E>, { lostOutputCode = 1, teardown }: Ending) => {
  let isOver = false
  let hasSignal = false
  let instead: number | undefined
  const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const interrupt = () => fiber.interruptUnsafe(fiber.id)
  const end = (code: number, sentence: string) => {
    if (instead !== undefined) return
    instead = code
    tell(sentence)
    if (isOver) return runOut(code)
    setTimeout(() => process.exit(code), longestTidying).unref()
    interrupt()
  }
  const onSignal = () => {
    hasSignal = true
    interrupt()
  }
  const onEmpty = () =>
    end(unfinished, "The program waits for something that cannot come any more, which is a fault in it: it is ended.")
  const onExit = (code: number) => {
    if (instead !== undefined) process.exitCode = instead
    // whoever hears of a signal may not wait for what is tidied up
    if (instead !== undefined || (hasSignal && code !== 0)) return
    process.exitCode = code === 0 ? unfinished : code
    tell(`The program is not done, and something in it ended the process with ${code}: what it did is not complete.`)
  }
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("beforeExit", onEmpty).on("exit", onExit)
  onLostOutput((reason) => end(lostOutputCode, `The output cannot be written (${reason}).`))
  fiber.addObserver((exit) => {
    isOver = true
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("beforeExit", onEmpty).off("exit", onExit)
    teardown(exit, (code) => {
      if (instead !== undefined || hasSignal || code !== 0) runOut(instead ?? code)
    })
  })
}

/**
 * Runs a program as this process, which SIGINT and SIGTERM interrupt. As long as it is not over the process does not end as if
 * all were well: where nothing is left that could go on, where something exits, and where its output cannot be written
 * it says so, and ends with another code than 0.
 */
export const runMain = <A, E>(program: Effect.Effect<A, E>, ending: Ending): void => {
  Effect.runFork(
    Effect.withFiber<A, E>((fiber) => {
      attend(fiber, ending)
      return logged(program)
    })
  )
}
