import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { render } from "ink"
import type { ReactNode } from "react"

import { Held } from "./input/Held.tsx"
import * as Theme from "./theme.ts"

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
  readonly stderr: NodeJS.WritableStream
  readonly colour: boolean
}

/** The terminal this process runs on. */
export const ofProcess: Effect.Effect<Streams, NotATerminal> = Effect.suspend(() => {
  const { env, stderr, stdin, stdout } = process
  return stdin.isTTY && stdout.isTTY
    ? Effect.succeed({ stdin, stdout, stderr, colour: Theme.wantsColour(env) })
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

/**
 * Shows a node on the alternate screen until it exits, and leaves the terminal as it was: whether it exits, crashes or
 * is interrupted by a signal.
 */
export const show = (node: ReactNode, { stderr, stdin, stdout }: Streams): Effect.Effect<void, Crashed> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const instance = render(
        <Held stdin={stdin} stdout={stdout} forget={() => instance.clear()}>
          {node}
        </Held>,
        {
          stdin,
          stdout,
          stderr,
          interactive: true,
          alternateScreen: true,
          incrementalRendering: true,
          exitOnCtrlC: false,
          patchConsole: false,
          maxFps: 60
        }
      )
      return instance
    }),
    (instance) =>
      Effect.raceFirst(
        Effect.tryPromise({ try: () => instance.waitUntilExit(), catch: (cause) => new Crashed({ cause }) }),
        faults
      ),
    (instance) =>
      Effect.promise(() => {
        instance.unmount()
        return instance.waitUntilExit().catch(() => undefined)
      })
  )
