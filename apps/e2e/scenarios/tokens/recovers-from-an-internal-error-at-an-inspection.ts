import { CallOptions } from "@remote-assist/core/CallOptions"
import { administratorScenario, refusedOnV1, step, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An inspection can fail with 500. It changes nothing, so the SDK repeats it by itself, and a single failure is not
 * even noticed (interface §4.1, 6 and §7).
 */
export default administratorScenario(
  function* ({ tokens }) {
    const { info } = tokens
    const once = Effect.provideService(info(), CallOptions, { retries: 0 })

    yield* whileFailing("Tokens.info", refusedOnV1("an inspection without repeats", once, 500))
    yield* whileFailing("Tokens.info", step("one that is repeated succeeds", info()), { first: 1 })
  },
  { needs: ["control"] }
)
