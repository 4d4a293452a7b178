import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLogsIn, refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A validation may list permissions, of which a token must have every one: a single one that it lacks is 401
 * (interface §4.1, 7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { validate } = yield* Tokens
    const { permissions } = yield* step("the token is validated", validate())

    yield* step("it is validated against all that it has", validate({ permission_list: permissions }))
    yield* step("and against one of them", validate({ permission_list: permissions.slice(0, 1) }))
    const more = [...permissions, "fly_to_the_moon"]
    yield* refusedOnV1("one more than it has", validate({ permission_list: more }))
  })
)
