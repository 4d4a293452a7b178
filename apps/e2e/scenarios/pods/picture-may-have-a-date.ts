import { administratorScenario, changeState, Expect, step } from "@remote-assist/e2e"

/**
 * The picture of a pod is an object of two sizes, that of a contact has an address and a date, and some are texts. The
 * SDK accepts all forms (interface §2.6, §2.9).
 */
export default administratorScenario(
  function* ({ pods }) {
    const url = "https://pictures.example/field-service.png"
    const pictures = [{ timestamp: "2026-01-31T10:00:00.123456Z", url }, url]
    yield* changeState("the pods have pictures of other forms", (world) => ({
      ...world,
      pods: world.pods.map((pod, index) => ({ ...pod, avatar: pictures[index] ?? pod.avatar }))
    }))
    const { entries } = yield* step("the pods are listed", pods.list())
    const shown = entries.slice(0, 2).map(({ avatar }) => avatar)
    yield* Expect.equal("pictures", shown, pictures)
  },
  { tags: ["admin"], needs: ["control", "world"] }
)
