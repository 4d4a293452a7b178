import { OnCallGroupId, OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { administratorLogsIn, refusedOnV1, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A group that does not exist is 401, as all that is not found on /v1 (interface §4.4, 8-9, §7). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const groups = yield* OnCallGroups
    const id = OnCallGroupId.make(999_999_999)
    yield* refusedOnV1("marking it", groups.favorite(id))
    yield* refusedOnV1("taking its mark off", groups.unfavorite(id))
  })
)
