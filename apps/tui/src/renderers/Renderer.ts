import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import { Crashed } from "../engine/Program.ts"

/** What shows a model on a terminal that it has taken. */
export interface Renderer {
  /** Shows what has changed, once for all changes of a moment; a terminal that is slow to read gets the last one. */
  readonly changed: () => void
  /** Gives the terminal back; done when it has taken what was written last, or does not take it. */
  readonly close: () => Promise<void>
}

/** How long to wait for a terminal that takes nothing, in milliseconds. */
const patience = 500

/** Done when all that was written is taken, or nothing is. */
export const written = (stdout: NodeJS.WritableStream) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience)
    stdout.write("", () => {
      clearTimeout(timer)
      resolve()
    })
  })

const fatal = ["uncaughtException", "unhandledRejection"] as const

/** Fails with the first fault that nothing else catches: its stack must not end up on a terminal that is taken. */
const faults = Effect.callback<never, Crashed>((resume) => {
  const onFault = (cause: unknown) => resume(Effect.fail(new Crashed({ cause })))
  for (const event of fatal) process.on(event, onFault)
  return Effect.sync(() => {
    for (const event of fatal) process.off(event, onFault)
  })
})

interface Options {
  /** Takes the terminal; hears of a fault in what is shown. */
  readonly open: (onFault: (cause: unknown) => void) => Renderer
  /** Tells of each change of what is shown, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Shows until it is interrupted or a fault ends it, and leaves the terminal as it was, whichever it is: a signal too. */
export const show = ({ open, subscribe }: Options): Effect.Effect<never, Crashed> =>
  Effect.suspend(() => {
    const fault = Deferred.makeUnsafe<never, Crashed>()
    const onFault = (cause: unknown) => Deferred.doneUnsafe(fault, Effect.fail(new Crashed({ cause })))
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const renderer = open(onFault)
        return { renderer, unsubscribe: subscribe(renderer.changed) }
      }),
      () => Effect.raceFirst(Deferred.await(fault), faults),
      ({ renderer, unsubscribe }) =>
        Effect.promise(() => {
          unsubscribe()
          return renderer.close()
        })
    )
  })
