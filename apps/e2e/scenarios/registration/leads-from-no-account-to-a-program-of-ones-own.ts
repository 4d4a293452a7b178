import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { confirmedAccount, createdPersonalAccessToken, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * From nothing to a program that runs: a person registers, confirms, logs in, creates a personal access token, and the
 * program goes on by itself when tokens expire (interface §3.2, §4.1, 10 and §4.2).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const session = yield* Session
    yield* step("they log in for the first time", session.logIn(account))
    const { id, token } = yield* createdPersonalAccessToken
    yield* step("they log out", session.logOut)

    yield* step("the program logs in", session.logInWithToken(token))
    const { list } = yield* PersonalAccessTokens
    yield* step("it lists its owner's tokens", list)
    yield* step("two months pass", (yield* Target).advance("62 days"))
    const listed = yield* step("it lists them again", list)
    yield* Expect.equal(
      "the tokens of its owner",
      listed.map((one) => one.id),
      [id]
    )
  }),
  { tags: ["journey"], needs: ["outbox", "clock"] }
)
