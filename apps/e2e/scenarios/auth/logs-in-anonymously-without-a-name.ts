import { Expect, scenario, step } from "@remote-assist/e2e"

/** The display name of an anonymous user is optional, and each log-in is another user (interface §4.1, 1). */
export default scenario(function* ({ auth, tokens }) {
  const one = yield* step("a visitor without a name gets a token", auth.anonymous())
  const other = yield* step("and another", auth.anonymous())
  const { id } = yield* step("the first is validated", tokens.validate({ token: one.token }))
  const second = yield* step("the second is validated", tokens.validate({ token: other.token }))
  yield* Expect.isTrue("they are two guests", id !== second.id)
})
