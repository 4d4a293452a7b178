import {
  administratorScenario,
  Expect,
  refusedOnV1,
  refusedOnV1R1,
  restoredColleague,
  step,
  userByEmail
} from "@remote-assist/e2e"

/**
 * A deactivated user cannot log in any more, on /v1 nor on /v1r1; reactivated, they can again (interface §3.1, §4.5,
 * 4).
 */
export default administratorScenario(
  function* ({ auth, colleague, users }) {
    const { id } = yield* restoredColleague

    yield* step("the colleague is deactivated", users.deactivate(id))
    yield* Expect.equal("active after deactivation", (yield* userByEmail(colleague.email)).active, false)
    yield* refusedOnV1("their log-in on /v1", auth.logIn(colleague))
    yield* refusedOnV1R1("their log-in on /v1r1", auth.logInV1R1(colleague))

    yield* step("the colleague is reactivated", users.reactivate(id))
    yield* Expect.equal("active after reactivation", (yield* userByEmail(colleague.email)).active, true)
    yield* step("they log in", auth.logIn(colleague))
  },
  { destructive: true, tags: ["admin", "smoke"] }
)
