import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** An update changes the name. */
export default administratorScenario(function* ({ users }) {
  const user = yield* provisionedUser({ name: "Mary Jackson" })
  yield* step("they are renamed", users.update(user.id, { name: "Mary W. Jackson" }))
  yield* Expect.equal("name", (yield* userByEmail(user.email ?? "")).name, "Mary W. Jackson")
})
