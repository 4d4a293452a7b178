import { Pods } from "@remote-assist/core/Pods"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn } from "../../src/steps/people.ts"

export default scenario(
  "pods/lists-the-default-pod",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const pods = yield* (yield* Pods).stream().pipe(Stream.runCollect)
    yield* Expect.equal("default pods", pods.filter((pod) => pod.default).length, 1)
  })
)
