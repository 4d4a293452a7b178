import { administratorLooksUp, Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A user may have an alias in another workspace. Its refresh token is exchanged for tokens of the user who logs in, for
 * migrations of workspaces (interface §4.1, 3).
 */
export default scenario(
  function* ({ administrator, auth, demo, tokens }) {
    const { aliasRefreshToken } = yield* demo
    const alias = Redacted.make(aliasRefreshToken)

    const exchanged = yield* step("the alias's refresh token is exchanged", auth.exchange(alias))
    const { id } = yield* step("the token is validated", tokens.validate({ token: exchanged.token }))
    const user = yield* administratorLooksUp(administrator.email)
    yield* Expect.equal("whose token it is", id, String(user.id))
    yield* step("the tokens are refreshed as any others", auth.refresh(exchanged.refresh))
  },
  { needs: ["world"] }
)
