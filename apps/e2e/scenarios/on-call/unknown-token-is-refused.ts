import { OnCallGroupId, OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { refusedOnV1, scenario, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Groups and favorites need a logged-in user: an unknown token is 401 (interface §4.4, 7-9, §7). */
export default scenario(function* () {
  const id = OnCallGroupId.make(11)
  yield* withUserToken(
    Redacted.make("no-such-token"),
    Effect.gen(function* () {
      const groups = yield* OnCallGroups
      yield* refusedOnV1("listing groups", groups.list())
      yield* refusedOnV1("marking a group", groups.favorite(id))
      yield* refusedOnV1("taking off a mark", groups.unfavorite(id))
    })
  )
})
