import { administratorLooksUp, Expect, scenario, step } from "@remote-assist/e2e"

/**
 * A program logs in with a personal access token of its user and gets a user token without a refresh token: it renews
 * with the personal access token (interface §4.1, 10).
 */
export default scenario(
  function* ({ administrator, auth, personalAccessToken, tokens }) {
    const { token } = yield* step("the token is exchanged", auth.personalAccessToken(personalAccessToken))
    const { id } = yield* step("what it yields is validated", tokens.validate({ token }))
    const owner = yield* administratorLooksUp(administrator.email)
    yield* Expect.equal("whose token it is", id, String(owner.id))
  },
  { tags: ["smoke"] }
)
