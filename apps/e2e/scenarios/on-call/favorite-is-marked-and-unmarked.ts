import { administratorScenario, Expect, step, temporary } from "@remote-assist/e2e"

/**
 * A caller marks an on-call group as a favorite and takes the mark off again; both answer a text, and the list shows
 * the mark (interface §4.4, 7-9).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const { entries } = yield* step("the groups are listed", groups.list())
    const { id } = yield* Expect.present(
      "a group that is not a favorite",
      entries.find(({ favorite }) => favorite !== true)
    )

    const create = groups.favorite(id)
    const remove = () => groups.unfavorite(id)
    const answer = yield* step("a group is marked", temporary({ kind: "favorite", id: String(id), create, remove }))
    yield* Expect.equal("kind of the answer", typeof answer, "string")
    const marked = yield* step("the favorites are listed", groups.list({ filter: "favorite=true" }))
    yield* Expect.isTrue(
      "whether the group is among them",
      marked.entries.some((group) => group.id === id)
    )

    yield* step("the mark is taken off", groups.unfavorite(id))
    const others = yield* step("the others are listed", groups.list({ filter: "favorite=false" }))
    yield* Expect.isTrue(
      "whether the group is among them again",
      others.entries.some((group) => group.id === id)
    )
  },
  { tags: ["smoke"] }
)
