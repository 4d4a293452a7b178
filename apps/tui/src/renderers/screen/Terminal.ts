import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import type { Listener } from "../../input/Keyboard.ts"
import * as Theme from "../../theme.ts"
import type { Frame } from "./Frame.ts"
import * as Screen from "./Screen.ts"
import type { Size } from "./Size.ts"

/** A fault of the program itself; the terminal is restored by the time one sees it. */
export class Crashed extends Data.TaggedError("Crashed")<{ readonly cause: unknown }> {
  override get message() {
    const { cause } = this
    const text = cause instanceof Error ? cause.message : String(cause)
    const [, at] = /\n\s+at (.+)/.exec(cause instanceof Error ? (cause.stack ?? "") : "") ?? []
    return `remote-assist stopped because of a fault in itself: ${text}${at === undefined ? "" : ` (at ${at})`}`
  }
}

/** No terminal to show anything on. */
export class NotATerminal extends Data.TaggedError("NotATerminal") {
  override get message() {
    return "This is no terminal: the program draws on one and reads keys from it; from a script or a pipe, give it a command, as in remote-assist users list"
  }
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly colour: boolean
}

/** The terminal this process runs on. */
export const ofProcess: Effect.Effect<Streams, NotATerminal> = Effect.suspend(() => {
  const { env, stdin, stdout } = process
  return stdin.isTTY && stdout.isTTY
    ? Effect.succeed({ stdin, stdout, colour: Theme.wantsColour(env) })
    : Effect.fail(new NotATerminal())
})

const fatal = ["uncaughtException", "unhandledRejection"] as const

/** Fails with the first fault that nothing else catches: its stack must not end up on the alternate screen. */
const faults = Effect.callback<never, Crashed>((resume) => {
  const onFault = (cause: unknown) => resume(Effect.fail(new Crashed({ cause })))
  for (const event of fatal) process.on(event, onFault)
  return Effect.sync(() => {
    for (const event of fatal) process.off(event, onFault)
  })
})

interface Shown {
  readonly draw: (size: Size) => Frame
  readonly listener: Listener
  /** Tells of each change of what is drawn, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Draws on the alternate screen until it is interrupted or a fault ends it, and leaves the terminal as it was, whichever
 * it is: a signal too.
 */
export const show = (
  { draw, listener, subscribe }: Shown,
  { stdin, stdout }: Pick<Streams, "stdin" | "stdout">
): Effect.Effect<never, Crashed> =>
  Effect.suspend(() => {
    const fault = Deferred.makeUnsafe<never, Crashed>()
    const onFault = (cause: unknown) => Deferred.doneUnsafe(fault, Effect.fail(new Crashed({ cause })))
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const screen = Screen.open({ draw, listener, onFault, stdin, stdout })
        return { screen, unsubscribe: subscribe(screen.changed) }
      }),
      () => Effect.raceFirst(Deferred.await(fault), faults),
      ({ screen, unsubscribe }) =>
        Effect.promise(() => {
          unsubscribe()
          return screen.close()
        })
    )
  })
