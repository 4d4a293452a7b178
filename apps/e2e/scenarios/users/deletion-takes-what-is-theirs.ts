import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import {
  administratorLogsIn,
  createdPersonalAccessToken,
  Expect,
  loggedInAs,
  newcomer,
  provisionedUser,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * All data of a deleted user is removed: who is provisioned with their e-mail address has none of their favorites, and
 * none of their personal access tokens (interface §3.1, §4.5, 5).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const person = yield* newcomer()
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const groups = yield* OnCallGroups
        const { entries } = yield* step("they list the on-call groups", groups.list())
        const { id } = yield* Expect.present("an on-call group", entries[0])
        yield* step("they mark one as a favorite", groups.favorite(id))
        yield* createdPersonalAccessToken
      })
    )
    yield* step("they are deleted", users.remove(person.id))
    yield* provisionedUser({ email: person.email })
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const favorites = yield* step(
          "the other lists favorites",
          (yield* OnCallGroups).list({ filter: "favorite=true" })
        )
        yield* Expect.equal("favorites of the other", favorites.entries, [])
        const tokens = yield* step("the other lists tokens", (yield* PersonalAccessTokens).list)
        yield* Expect.equal("tokens of the other", tokens, [])
      })
    )
  }),
  { tags: ["admin"], needs: ["world"] }
)
