import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, Expect, newcomer, refusedOnV1, step, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * A service account renews its tokens each night for a week. Each night brings new ones for the same account; the
 * refresh token of the night before is spent by the next, while user tokens work until they end (interface §4.1, 4
 * and 7).
 */
export default administratorScenario(
  function* ({ advance, auth, tokens }) {
    const account = yield* newcomer({ name: "Nightly Export", role: "EnterpriseAdmin" })
    const first = yield* step("the service account logs in", auth.logIn(account))

    let pair = first
    for (const day of ["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Monday"]) {
      yield* step(`${day} comes`, advance("1 day"))
      const last = pair
      pair = yield* step("it refreshes its tokens", auth.refresh(last.refresh))
      yield* Expect.isTrue("the token is another", Redacted.value(pair.token) !== Redacted.value(last.token))
      const exported = Effect.flatMap(EnterpriseUsers, (users) => users.list())
      yield* withUserToken(pair.token, step("it exports the users", exported))
    }
    yield* refusedOnV1("the refresh token of a week ago", auth.refresh(first.refresh))
    const { id } = yield* step("the first user token is validated", tokens.validate({ token: first.token }))
    yield* Expect.equal("whose it is", id, String(account.id))
  },
  { tags: ["journey", "admin"], needs: ["clock", "world"] }
)
