import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, defaultPod, Expect, step, userByEmail } from "@remote-assist/e2e"

/**
 * A pod has a name, a description, a picture in two sizes, and how many users and administrators are in it (interface
 * §2.6, §2.7, §4.5, 2).
 */
export default administratorScenario(
  function* ({ administrator, pods }) {
    const listed = yield* step("the pods are listed", pods.list())
    yield* Expect.equal("the envelope", [listed.page, listed.page_size, listed.total_pages], [1, 20, 1])
    yield* Expect.equal("pods in all", listed.total_entries, listed.entries.length)

    const pod = yield* defaultPod
    yield* Expect.equal("kind of the id", typeof pod.id, "number")
    yield* Expect.equal("name and description", [pod.name, pod.description], ["Everyone", ""])
    yield* Expect.equal("enterprise", pod.enterprise_id, 8888)
    yield* Expect.equal("whether it is the default", pod.default, true)
    const address = "https://pictures.example/pods/1"
    yield* Expect.equal("picture", pod.avatar, { original: `${address}.png`, thumb: `${address}-thumb.png` })
    const users = yield* step("the users are listed", (yield* EnterpriseUsers).list())
    yield* Expect.equal("users", pod.user_count, users.total_entries)
    const { id } = yield* userByEmail(administrator.email)
    yield* Expect.equal("administrators", [pod.admin_count, pod.admins], [1, [{ id }]])
    yield* Expect.equal("pods within", pod.subpods, [])
  },
  { tags: ["admin"], needs: ["world"] }
)
