import { Calls } from "@remote-assist/core/Calls"
import type { Call } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"

import { putBack } from "../Cleanup.ts"
import * as Expect from "../Expect.ts"
import { step } from "../Step.ts"

/** The latest call of whoever is logged in that fits; `what` says which it is, such as `a call that runs`. */
export const callThat = Effect.fnUntraced(function* (what: string, fits: (call: Call) => boolean) {
  const calls = yield* Calls
  const listed = yield* step(`${what} is looked up`, calls.list({ page_size: 100 }))
  return yield* Expect.present(what, listed.find(fits))
})

/** A call that runs: neither its end nor a reason for it is set. */
export const runningCall = callThat("a call that runs", (call) => !call.timeCallEnded && !call.reasonCallEnded)

/** A call that nobody took. */
export const missedCall = callThat("a missed call", ({ reasonCallEnded }) => reasonCallEnded === "Timed out")

/** A call that was held and is over. */
export const finishedCall = callThat("a finished call", ({ reasonCallEnded }) => reasonCallEnded === "Call Ended")

/** Puts the notes of a call back when the scenario ends, as they are now. */
export const notesPutBack = ({ alt1_id, alt2_id, alt3_id, extra_info, session }: Call) => {
  const notes = { alt1_id: alt1_id ?? "", alt2_id: alt2_id ?? "", alt3_id: alt3_id ?? "", extra_info: extra_info ?? "" }
  return Effect.flatMap(Calls, (calls) => putBack(`the notes of the call ${session}`, calls.annotate(session, notes)))
}
