import { administratorScenario, Expect, newcomer, step, userByEmail } from "@remote-assist/e2e"

/**
 * A provisioned user can log in with the e-mail address or the user name; the interface does not show how they get
 * their password (interface §4.1, 2, §4.5, 1).
 */
export default administratorScenario(
  function* ({ auth }) {
    const person = yield* newcomer()
    const { username } = yield* userByEmail(person.email)
    yield* step("they log in with the e-mail address", auth.logIn(person))
    yield* step("they log in with the user name", auth.logIn({ ...person, email: username ?? "" }))

    const user = yield* userByEmail(person.email)
    yield* Expect.isTrue("whether their last use is noted", (user.last_used_at ?? "") !== "")
  },
  { tags: ["admin"], needs: ["world"] }
)
