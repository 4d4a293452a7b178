import { CallOptions } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

/** What a service answered, and when. */
export interface Asked<A, E> {
  readonly result: Result.Result<A, E>
  /** In milliseconds: by the service's clock, or by the machine's where the answer says no other time. */
  readonly now: number
  /** Whether that is not the machine's time. */
  readonly isOther: boolean
}

// an answer tells whole seconds, and takes a while
const close = 5000

/** Asks a service, and reads its clock off the answer: an emulator has one of its own. */
export const ask = Effect.fnUntraced(function* <A, E, R>(
  question: Effect.Effect<A, E, R>
): Effect.fn.Return<Asked<A, E>, never, R> {
  let date = Number.NaN
  const result = yield* Effect.result(
    Effect.provideService(question, CallOptions.CallOptions, {
      onReceived: ({ headers }) => {
        date = Date.parse(headers.date ?? "")
      }
    })
  )
  const machine = yield* Clock.currentTimeMillis
  const isOther = Math.abs(date - machine) > close
  return { result, now: isOther ? date : machine, isOther }
})
