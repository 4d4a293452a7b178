import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { administratorLogsIn, Expect, loggedInAs, newcomer, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who asks for a mark that is there already has it: marking twice leaves one favorite, and taking off what is not
 * marked leaves none (interface §4.4, 8-9).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const person = yield* newcomer()
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const groups = yield* OnCallGroups
        const [group] = (yield* step("they list the groups", groups.list())).entries
        const { id } = yield* Expect.present("a group", group)

        yield* step("they mark it twice", Effect.andThen(groups.favorite(id), groups.favorite(id)))
        const marked = yield* step("they list their favorites", groups.list({ filter: "favorite=true" }))
        yield* Expect.equal("number of favorites", marked.total_entries, 1)
        yield* step("they take it off twice", Effect.andThen(groups.unfavorite(id), groups.unfavorite(id)))
        const left = yield* step("they list their favorites again", groups.list({ filter: "favorite=true" }))
        yield* Expect.equal("number of favorites left", left.total_entries, 0)
      })
    )
  }),
  { needs: ["world"], tags: ["admin"] }
)
