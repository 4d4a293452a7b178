import * as Effect from "effect/Effect"
import type { Instance } from "ink"

import { Crashed } from "../engine/Program.ts"

/** Milliseconds to wait for a terminal that accepts no output. */
const flushTimeout = 500

const fatal = ["uncaughtException", "unhandledRejection"] as const

/** Fails with the first uncaught error, so that its stack is not printed on the screen. */
const faults = Effect.callback<never, Crashed>((resume) => {
  const onFault = (cause: unknown) => resume(Effect.fail(new Crashed({ cause })))
  for (const event of fatal) process.on(event, onFault)
  return Effect.sync(() => {
    for (const event of fatal) process.off(event, onFault)
  })
})

const faultsOf = ({ waitUntilExit }: Instance) =>
  Effect.andThen(Effect.tryPromise({ try: waitUntilExit, catch: (cause) => new Crashed({ cause }) }), Effect.never)

/** Renders with Ink until an interruption or an error, then restores the terminal. */
export const show = (render: () => Instance): Effect.Effect<never, Crashed> =>
  Effect.acquireUseRelease(
    Effect.sync(render),
    (ink) => Effect.raceFirst(faultsOf(ink), faults),
    (ink) =>
      Effect.promise(() => {
        ink.unmount()
        return ink.waitUntilExit().catch(() => undefined)
      }).pipe(Effect.timeoutOption(flushTimeout))
  )
