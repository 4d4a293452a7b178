import { Pods } from "@remote-assist/core/Pods"
import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/** Groups are called pods in the API. Exactly one is the default for users without a pod (interface §2.6, §4.5, 2). */
export default administratorScenario(
  function* () {
    const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
    yield* Expect.equal("default pods", pods.filter((pod) => pod.default).length, 1)
  },
  { tags: ["admin", "smoke"] }
)
