import { Calls } from "@remote-assist/core/Calls"
import { asNewcomer, Expect, refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A new user has an empty list; their most recent call does not exist, which is 401 as all missing data on /v1
 * (interface §4.4, 1-2, §7).
 */
export default scenario(
  asNewcomer(
    Effect.gen(function* () {
      const calls = yield* Calls
      yield* Expect.equal("calls of the new user", yield* step("they list their calls", calls.list()), [])
      yield* refusedOnV1("reading their most recent call", calls.recent)
    })
  ),
  { needs: ["world"], tags: ["admin"] }
)
