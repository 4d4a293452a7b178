import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/** One pod is the default. */
export default administratorScenario(function* ({ pods }) {
  const { entries } = yield* step("the pods are read", pods.list())
  yield* Expect.equal("default pods", entries.filter((pod) => pod.default).length, 1)
})
