import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Expect, scenario, step, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An administrator gets the token of the enterprise, which is answered as a bare text and administers (interface §4.1,
 * 5).
 */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const token = yield* step("the administrator asks for it", auth.enterprise(administrator))

    const about = yield* step("it is validated", tokens.validate({ token }))
    yield* Expect.equal("of what type it is", about.type, "enterprise")
    const users = Effect.flatMap(EnterpriseUsers, (users) => users.list())
    const { total_entries } = yield* withUserToken(token, step("the enterprise lists its users", users))
    yield* Expect.atLeast("users of the enterprise", total_entries, 1)
  },
  { tags: ["smoke", "admin"] }
)
