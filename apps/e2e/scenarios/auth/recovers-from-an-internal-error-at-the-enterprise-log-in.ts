import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1, scenario, step, Target, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** The enterprise log-in can fail with 500 as every operation of `/v1` (interface §4.1, 5 and §7). */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const enterprise = (yield* Auth).enterprise(administrator)

    yield* whileFailing("Auth.enterprise", refusedOnV1("the enterprise log-in", enterprise, 500))
    yield* step("the next one succeeds", enterprise)
  }),
  { needs: ["control"] }
)
