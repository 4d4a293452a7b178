import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

/** A refresh that is under way. */
export interface Flight<A, E> {
  readonly expired: string
  readonly landed: Deferred.Deferred<A, E>
  /** Whether a call waits for it. */
  isAwaited: boolean
  /** Whether it is to renew though nothing has expired. */
  isForced: boolean
  /** Whether the refresh token may be used up already, and its answer must not be lost. */
  isSent: boolean
}

/** What a refresh is for; nobody waits for one that is begun ahead. */
export type Wanted = Partial<Pick<Flight<unknown, unknown>, "isAwaited" | "isForced">>

/** Keeps one refresh for each expired token, in the given context: its answer must not be lost with its caller. */
export const make = <A, E>(
  context: Context.Context<never>,
  refresh: (flight: Flight<A, E>) => Effect.Effect<A, E>,
  interrupted: () => E
) => {
  const flights = new Map<string, Flight<A, E> & { readonly fiber: Fiber.Fiber<A, E> }>()
  const fork = Effect.runForkWith(context)

  return {
    has: (expired: string) => flights.has(expired),
    /** The refresh of a token that was found expired; begun if it is not under way. */
    of: (expired: string, { isAwaited = false, isForced = false }: Wanted = {}): Flight<A, E> => {
      const running = flights.get(expired)
      if (running !== undefined) {
        if (isAwaited) running.isAwaited = true
        if (isForced) running.isForced = true
        return running
      }
      const flight: Flight<A, E> = { expired, landed: Deferred.makeUnsafe(), isAwaited, isForced, isSent: false }
      const fiber = fork(
        Effect.onExit(
          Effect.suspend(() => refresh(flight)),
          (exit) =>
            Effect.sync(() => {
              flights.delete(expired)
              Deferred.doneUnsafe(flight.landed, Exit.hasInterrupts(exit) ? Exit.fail(interrupted()) : exit)
            })
        )
      )
      if (!Deferred.isDoneUnsafe(flight.landed)) flights.set(expired, Object.assign(flight, { fiber }))
      return flight
    },
    /** Ends those that have sent nothing, and waits for the answers of the others if they are to be kept. */
    end: (keepsAnswers: boolean) =>
      Effect.forEach(
        flights.values(),
        ({ fiber, isSent }) => (isSent && keepsAnswers ? Fiber.await(fiber) : Fiber.interrupt(fiber)),
        { concurrency: "unbounded", discard: true }
      )
  }
}
