import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * A program that logged in with a personal access token goes on after its user token has expired: the SDK exchanges
 * the personal one again, which needs no password (interface §4.1, 10 and §4.2).
 */
export default scenario(
  Effect.gen(function* () {
    const { advance, personalAccessToken } = yield* Target
    const session = yield* Session
    yield* step("a program logs in", session.logInWithToken(personalAccessToken))
    const first = Redacted.value(yield* session.token)

    for (const month of ["first", "second", "third"]) {
      yield* step(`the ${month} month passes`, advance("31 days"))
      yield* step("it lists its owner's tokens", (yield* PersonalAccessTokens).list)
    }
    yield* Expect.isTrue("it has another user token", Redacted.value(yield* session.token) !== first)
  }),
  { tags: ["journey"], needs: ["clock"] }
)
