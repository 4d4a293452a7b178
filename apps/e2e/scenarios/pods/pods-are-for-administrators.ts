import { Pods } from "@remote-assist/core/Pods"
import { loggedInAs, refusedOnV1R1, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Only administrators see the pods: others get 400, as for all refusals on /v1r1 (interface §4.5, 2, §7). */
export default scenario(
  function* ({ colleague }) {
    yield* loggedInAs(
      colleague,
      Effect.flatMap(Pods, (pods) => refusedOnV1R1("listing pods", pods.list()))
    )
  },
  { tags: ["admin"] }
)
