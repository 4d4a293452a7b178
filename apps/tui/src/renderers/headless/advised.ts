import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { Account } from "../../engine/account/Account.ts"
import { adviceOf } from "../../session/ways.ts"
import { Stopped } from "./Stopped.ts"

/** Fails with what to do about a failure, where that follows from how one is logged in. */
export const advised = (error: Stopped) =>
  Effect.gen(function* () {
    const { whose } = (yield* Account).state.get()
    const advice = adviceOf(whose?.way, error.about, yield* Clock.currentTimeMillis)
    if (advice === undefined) return yield* error
    return yield* new Stopped({ kind: error.kind, message: `${error.what ?? ""} ${advice}` })
  })
