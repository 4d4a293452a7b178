import { refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A validation may ask for a token of a type, such as `user` or `enterprise`: any other is 401 (interface §4.1, 7).
 */
export default scenario(function* ({ administrator, auth, tokens }) {
  const { validate } = tokens
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  const enterprise = yield* step("and asks for the enterprise's token", auth.enterprise(administrator))

  yield* step("the first is validated as a user's", validate({ token, resource_type: "user" }))
  const asEnterprise = { token: enterprise, resource_type: "enterprise" }
  yield* step("the second is validated as the enterprise's", validate(asEnterprise))
  yield* refusedOnV1("a user's token as an enterprise's", validate({ token, resource_type: "enterprise" }))
  yield* refusedOnV1("an enterprise's token as a user's", validate({ token: enterprise, resource_type: "user" }))
  yield* refusedOnV1("a user's token as an invitation's", validate({ token, resource_type: "invitation" }))
})
