import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * An on-call group has a name, a description and a picture, belongs to an enterprise, and says whether it is a
 * favorite of the caller (interface §2.12, §4.4, 7).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const listed = yield* step("the groups are listed", groups.list())
    yield* Expect.equal("the envelope", [listed.page, listed.page_size, listed.total_pages], [1, 20, 1])
    yield* Expect.equal("groups in all", listed.total_entries, listed.entries.length)

    const group = yield* Expect.present("the first group", listed.entries[0])
    yield* Expect.equal("name", group.name, "Hydraulics")
    yield* Expect.equal("description", group.description, "Hydraulics experts on call")
    yield* Expect.equal("picture", group.avatar, "")
    yield* Expect.equal("enterprise", group.enterprise_id, 8888)
    yield* Expect.equal("an on-call group, and a favorite", [group.on_call_group, group.favorite], [true, true])
    yield* Expect.equal("kind of the id", typeof group.id, "number")
  },
  { needs: ["world"] }
)
