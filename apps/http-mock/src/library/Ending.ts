import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Whether an emulator has ended, for what would go on without it. */
export interface Ending {
  readonly isOver: () => boolean
  /** Calls back when it ends, unless it has; yields what forgets that. */
  readonly follow: (ended: () => void) => () => void
}

export const closed = (): Error => new Error("The emulator is closed.")

/** The end of what lives in a scope. */
export const make = Effect.acquireRelease(
  Effect.sync(() => {
    const followers = new Set<() => void>()
    let isOver = false
    return {
      isOver: () => isOver,
      follow: (ended: () => void) => {
        followers.add(ended)
        return () => followers.delete(ended)
      },
      end: () => {
        isOver = true
        for (const ended of followers) ended()
        followers.clear()
      }
    }
  }),
  ({ end }) => Effect.sync(end)
)

const orClosed =
  (isOver: () => boolean) =>
  <E>(cause: Cause.Cause<E>) =>
    isOver() ? Effect.die(closed()) : Effect.failCause(cause)

/** The same while the emulator is there; dies of its end from then on, whatever went wrong by that. */
export const whileOpen =
  (isOver: () => boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => (isOver() ? Effect.die(closed()) : effect)).pipe(Effect.catchCause(orClosed(isOver)))

export const whileStreaming =
  (isOver: () => boolean) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.catchCause(stream, (cause) => Stream.fromEffect(orClosed(isOver)(cause)))
