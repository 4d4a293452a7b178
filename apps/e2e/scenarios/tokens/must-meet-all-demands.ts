import { administratorScenario, refusedOnV1, step } from "@remote-assist/e2e"

/**
 * Type, category and permissions are checked together: a token that meets two of the three is 401 (interface §4.1, 7).
 */
export default administratorScenario(function* ({ tokens }) {
  const { validate } = tokens
  const demands = { resource_type: "user", permission_category: "owner", permission_list: ["enterprise_admin"] }

  yield* step("it meets all three", validate(demands))
  yield* refusedOnV1("another type", validate({ ...demands, resource_type: "enterprise" }))
  yield* refusedOnV1("another category", validate({ ...demands, permission_category: "magician" }))
  yield* refusedOnV1("another permission", validate({ ...demands, permission_list: ["fly_to_the_moon"] }))
})
