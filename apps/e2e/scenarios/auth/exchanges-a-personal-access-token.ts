import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLooksUp, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A program logs in with a personal access token of its user and gets a user token, without a refresh token: the
 * personal one is what it renews with (interface §4.1, 10).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator, personalAccessToken } = yield* Target

    const { token } = yield* step("the token is exchanged", (yield* Auth).personalAccessToken(personalAccessToken))
    const { id } = yield* step("what it yields is validated", (yield* Tokens).validate({ token }))
    const owner = yield* administratorLooksUp(administrator.email)
    yield* Expect.equal("whose token it is", id, String(owner.id))
  }),
  { tags: ["smoke"] }
)
