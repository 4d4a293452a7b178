import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { administratorLogsIn, Expect, loggedInAs, newcomer, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * All data of a deactivated user stays: once they are active again their favorites are as they were (interface §3.1,
 * §4.5, 4).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const person = yield* newcomer()
    const favorites = OnCallGroups.pipe(Effect.flatMap((groups) => groups.list({ filter: "favorite=true" })))
    const marked = yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const groups = yield* OnCallGroups
        const [group] = (yield* step("they list the groups", groups.list())).entries
        const { id } = yield* Expect.present("a group", group)
        yield* step("they mark one", groups.favorite(id))
        return yield* step("they list their favorites", favorites)
      })
    )
    yield* step("they are deactivated", users.deactivate(person.id))
    yield* step("they are activated again", users.reactivate(person.id))
    const after = yield* loggedInAs(person, step("they list their favorites again", favorites))
    yield* Expect.equal("their favorites", after, marked)
  }),
  { needs: ["world"], tags: ["admin"] }
)
