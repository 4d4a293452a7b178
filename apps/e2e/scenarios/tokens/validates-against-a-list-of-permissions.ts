import { administratorScenario, refusedOnV1, step } from "@remote-assist/e2e"

/** A validation may list permissions, all of which the token needs: otherwise it is 401 (interface §4.1, 7). */
export default administratorScenario(function* ({ tokens }) {
  const { validate } = tokens
  const { permissions } = yield* step("the token is validated", validate())

  yield* step("it is validated against all that it has", validate({ permission_list: permissions }))
  yield* step("and against one of them", validate({ permission_list: permissions.slice(0, 1) }))
  const more = [...permissions, "fly_to_the_moon"]
  yield* refusedOnV1("one more than it has", validate({ permission_list: more }))
})
