import { Expect, scenario, step } from "@remote-assist/e2e"

/**
 * Nobody in particular gets a token as well, under a name that others see. It comes alone: there is nothing to refresh
 * it with (interface §4.1, 1).
 */
export default scenario(
  function* ({ auth, tokens }) {
    const { token } = yield* step("a visitor gets a token", auth.anonymous("Visitor"))

    const about = yield* step("it is validated", tokens.validate({ token }))
    yield* Expect.isTrue("it is no user's", about.type !== "user")
    yield* Expect.isTrue("it expires", about.expires_at > about.created_at)
  },
  { tags: ["smoke"] }
)
