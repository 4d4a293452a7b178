import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import type { Credentials } from "../../session/Credentials.ts"
import * as Backoff from "../Backoff.ts"
import type * as Cell from "../Cell.ts"
import type { AccountState } from "./AccountState.ts"

/** Makes what logs in again and again while there is no connection, until it is given up. */
export const make = (
  state: Cell.Cell<AccountState>,
  logIn: (credentials: Credentials, isTried: boolean) => Effect.Effect<boolean>
) => {
  let waiting: Deferred.Deferred<boolean> | undefined

  const connect = Effect.fnUntraced(function* (credentials: Credentials) {
    for (let times = 0; ; times++) {
      if (yield* logIn(credentials, false)) return true
      if (state.get().problem?.kind !== "offline") return false
      const wait = Backoff.wait(times)
      const next = Deferred.makeUnsafe<boolean>()
      waiting = next
      const now = yield* Clock.currentTimeMillis
      state.update((state) => ({ ...state, retryAt: now + wait }))
      const goesOn = yield* Effect.timeoutOrElse(Deferred.await(next), {
        duration: wait,
        orElse: () => Effect.succeed(true)
      })
      waiting = undefined
      state.update((state) => ({ ...state, retryAt: undefined }))
      if (!goesOn) return false
    }
  })

  const decide = (goesOn: boolean) => {
    if (waiting !== undefined) Deferred.doneUnsafe(waiting, Effect.succeed(goesOn))
  }

  return { connect, tryNow: () => decide(true), giveUp: () => decide(false) }
}
