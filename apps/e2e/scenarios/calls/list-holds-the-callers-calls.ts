import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * The list holds the calls of the current user, as dialer or receiver, not those of the enterprise (interface §4.4, 1).
 */
export default administratorScenario(
  function* ({ administrator, calls }) {
    const listed = yield* step("the administrator lists their calls", calls.list())

    yield* Expect.atLeast("calls of the administrator", listed.length, 1)
    const others = listed.filter(
      ({ participants }) => !participants?.some(({ email }) => email === administrator.email)
    )
    yield* Expect.equal("calls that the administrator was not in", others, [])
  },
  { tags: ["smoke"] }
)
