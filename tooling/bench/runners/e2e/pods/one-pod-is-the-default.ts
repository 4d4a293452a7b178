import { Pods } from "@remote-assist/core/Pods"
import { administratorLogsIn, Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** One pod is the default. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { entries } = yield* step("the pods are read", (yield* Pods).list())
    yield* Expect.equal("default pods", entries.filter((pod) => pod.default).length, 1)
  })
)
