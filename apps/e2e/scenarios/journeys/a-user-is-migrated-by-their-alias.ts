import { Calls } from "@remote-assist/core/Calls"
import { Expect, refusedOnV1, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A workspace is migrated: the refresh token of a user's alias is exchanged for tokens of the user who logs in, which
 * administer, refresh and end like any others; a migration that is run again does no harm (interface §4.1, 3-4).
 */
export default scenario(
  function* ({ administrator, auth, demo, session, tokens }) {
    const alias = Redacted.make((yield* demo).aliasRefreshToken)
    yield* step("the migration exchanges the alias's refresh token", session.logInFromAlias(alias))
    const moved = yield* step("what it got is validated", tokens.validate())
    const user = yield* userByEmail(administrator.email)
    yield* Expect.equal("whose it is", [moved.type, moved.id], ["user", String(user.id)])
    const calls = yield* step("their calls are listed as before", (yield* Calls).list())
    yield* Expect.atLeast("calls of the user", calls.length, 1)

    yield* step("the session is renewed", session.refresh)
    const again = yield* step("the migration is run again", auth.exchange(alias))
    const second = yield* step("what it got is validated", tokens.validate({ token: again.token }))
    yield* Expect.equal("whose that is", second.id, moved.id)
    const { refresh } = yield* step("the user logs in by password as ever", auth.logIn(administrator))
    yield* refusedOnV1("the exchange of a refresh token of a user", auth.exchange(refresh))
  },
  { tags: ["journey"], needs: ["world"] }
)
