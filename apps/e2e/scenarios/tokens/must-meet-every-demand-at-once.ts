import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLogsIn, refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Type, category and permissions are demanded together: a token that meets two of the three is 401 (interface §4.1,
 * 7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { validate } = yield* Tokens
    const demands = { resource_type: "user", permission_category: "owner", permission_list: ["enterprise_admin"] }

    yield* step("it meets all three", validate(demands))
    yield* refusedOnV1("another type", validate({ ...demands, resource_type: "enterprise" }))
    yield* refusedOnV1("another category", validate({ ...demands, permission_category: "magician" }))
    yield* refusedOnV1("another permission", validate({ ...demands, permission_list: ["fly_to_the_moon"] }))
  })
)
