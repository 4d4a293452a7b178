import { CallOptions } from "@remote-assist/core/CallOptions"
import { administratorScenario, refusedOnV1, step, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A validation can fail with 500, and is repeated by the SDK as an inspection is (interface §4.1, 7 and §7). */
export default administratorScenario(
  function* ({ tokens }) {
    const { validate } = tokens
    const once = Effect.provideService(validate(), CallOptions, { retries: 0 })

    yield* whileFailing("Tokens.validate", refusedOnV1("a validation without repeats", once, 500))
    yield* whileFailing("Tokens.validate", step("one that is repeated succeeds", validate()), { first: 1 })
  },
  { needs: ["control"] }
)
