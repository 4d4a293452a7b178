import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Guests and the enterprise have tokens with their own ids and permissions (interface §4.1, 1, 5 and 7). */
export default scenario(function* ({ administrator, auth, tokens }) {
  const { validate } = tokens
  const guest = yield* step("a guest gets a token", auth.anonymous("Visitor"))
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  const enterprise = yield* step("and asks for the enterprise's token", auth.enterprise(administrator))

  const all = yield* Effect.forEach([guest.token, token, enterprise], (token) =>
    step("the token is validated", validate({ token }))
  )
  const types = all.map(({ type }) => type)
  yield* Expect.equal("different types", new Set(types).size, 3)
  const [ofGuest = 0, ofUser = 0] = all.map(({ permissions }) => permissions.length)
  yield* Expect.isTrue("a guest may do less than an administrator", ofGuest < ofUser)
})
