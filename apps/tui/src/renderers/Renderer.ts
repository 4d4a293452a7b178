import * as Effect from "effect/Effect"
import { render } from "ink"
import type { Instance, RenderOptions } from "ink"
import type { ReactNode } from "react"

import { Crashed } from "../engine/Program.ts"

/** How long to wait for a terminal that takes nothing, in milliseconds. */
const patience = 500

const fatal = ["uncaughtException", "unhandledRejection"] as const

/** Fails with the first fault that nothing else catches: its stack must not end up on a terminal that is taken. */
const faults = Effect.callback<never, Crashed>((resume) => {
  const onFault = (cause: unknown) => resume(Effect.fail(new Crashed({ cause })))
  for (const event of fatal) process.on(event, onFault)
  return Effect.sync(() => {
    for (const event of fatal) process.off(event, onFault)
  })
})

const faultsOf = ({ waitUntilExit }: Instance) =>
  Effect.andThen(Effect.tryPromise({ try: waitUntilExit, catch: (cause) => new Crashed({ cause }) }), Effect.never)

/** Shows with Ink until it is interrupted or a fault ends it, and leaves the terminal as it was, whichever it is. */
export const show = (
  node: (ink: () => Instance | undefined) => ReactNode,
  options: RenderOptions
): Effect.Effect<never, Crashed> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      let instance: Instance | undefined
      const ink = render(
        node(() => instance),
        {
          exitOnCtrlC: false,
          patchConsole: options.stdout === process.stdout,
          isScreenReaderEnabled: false,
          ...options
        }
      )
      instance = ink
      return ink
    }),
    (ink) => Effect.raceFirst(faultsOf(ink), faults),
    (ink) =>
      Effect.promise(() => {
        ink.unmount()
        return ink.waitUntilExit().catch(() => undefined)
      }).pipe(Effect.timeoutOption(patience))
  )
