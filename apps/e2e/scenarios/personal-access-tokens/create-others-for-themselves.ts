import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { createdPersonalAccessToken, Expect, loggedInAs, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A program that logged in with a personal access token is its user: it creates, lists and removes tokens as they do
 * (interface §4.1, 10 and §4.2).
 */
export default scenario(function* ({ administrator, personalAccessToken, personalAccessTokens, session }) {
  yield* step("a program logs in", session.logInWithToken(personalAccessToken))
  const { list, remove } = personalAccessTokens

  const { id } = yield* createdPersonalAccessToken
  const ofUser = yield* loggedInAs(
    administrator,
    Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
  )
  yield* Expect.isTrue(
    "its owner has it",
    ofUser.some((token) => token.id === id)
  )
  yield* step("the program removes it", remove(id))
  const left = yield* step("and lists the other tokens", list)
  yield* Expect.isTrue(
    "it is gone",
    left.every((token) => token.id !== id)
  )
})
