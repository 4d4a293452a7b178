import { Pods } from "@remote-assist/core/Pods"
import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/**
 * Groups are called pods in the API. Exactly one of them is the default, in which users are placed who are given none
 * (interface §2.6, §4.5, 2).
 */
export default administratorScenario(
  function* () {
    const pods = yield* step("the pods are read", Stream.runCollect((yield* Pods).stream()))
    yield* Expect.equal("default pods", pods.filter((pod) => pod.default).length, 1)
  },
  { tags: ["admin", "smoke"] }
)
