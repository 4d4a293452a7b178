import { Expect, scenario, step } from "@remote-assist/e2e"

/** An anonymous user gets a token under a name that others see, without a refresh token (interface §4.1, 1). */
export default scenario(
  function* ({ auth, tokens }) {
    const { token } = yield* step("a visitor gets a token", auth.anonymous("Visitor"))

    const about = yield* step("it is validated", tokens.validate({ token }))
    yield* Expect.isTrue("it does not belong to a user", about.type !== "user")
    yield* Expect.isTrue("it expires", about.expires_at > about.created_at)
  },
  { tags: ["smoke"] }
)
