import { Calls, Failure } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Candidate from "./Candidate.ts"

/** So many of the calls are looked at for those that run. */
const mostCalls = 100

/** The recent calls: who had none is refused them as one refuses what is not there. */
export const recent = Effect.flatMap(Calls.Calls, (calls) => calls.recent).pipe(
  Effect.catchIf(Failure.isNotFoundOrNoAccess, () => Effect.succeed([]))
)

/** Whom one spoke with lately, and the calls that run, to which they can be invited. */
export const candidates = Effect.gen(function* () {
  const calls = yield* Effect.flatMap(Calls.Calls, (calls) => calls.list({ page_size: mostCalls }))
  const running = Candidate.running(calls)
  const [first, second] = running
  const call = second === undefined ? first?.id : undefined
  return [...running, ...Candidate.contacts(yield* recent, call)]
})
