import { confirmedAccount, createdPersonalAccessToken, Expect, scenario, step } from "@remote-assist/e2e"

/**
 * From nothing to a program that runs: a person registers, confirms, logs in, creates a personal access token, and the
 * program goes on by itself when tokens expire (interface §3.2, §4.1, 10 and §4.2).
 */
export default scenario(
  function* ({ advance, personalAccessTokens, session }) {
    const account = yield* confirmedAccount
    yield* step("they log in for the first time", session.logIn(account))
    const { id, token } = yield* createdPersonalAccessToken
    yield* step("they log out", session.logOut)

    yield* step("the program logs in", session.logInWithToken(token))
    const { list } = personalAccessTokens
    yield* step("it lists its owner's tokens", list)
    yield* step("two months pass", advance("62 days"))
    const listed = yield* step("it lists them again", list)
    yield* Expect.equal(
      "the tokens of its owner",
      listed.map((one) => one.id),
      [id]
    )
  },
  { tags: ["journey"], needs: ["outbox", "clock"] }
)
