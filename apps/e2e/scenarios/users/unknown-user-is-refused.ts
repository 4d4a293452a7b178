import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, Expect, refusedOnV1R1 } from "@remote-assist/e2e"

/**
 * An unknown user can be neither updated nor deleted: 400 with code, message and name, as all failures on /v1r1
 * (interface §2.1, §4.5, 4-5, §7).
 */
export default administratorScenario(
  function* ({ users }) {
    const { remove, update } = users
    const nobody = UserId.make(999_999_999)
    const updated = yield* refusedOnV1R1("updating nobody", update(nobody, { name: "Nobody" }))
    const removed = yield* refusedOnV1R1("deleting nobody", remove(nobody))
    yield* Expect.equal("codes of both errors", updated.code, removed.code)
    yield* Expect.equal("statuses", [updated.status, removed.status], [400, 400])
  },
  { tags: ["admin"] }
)
