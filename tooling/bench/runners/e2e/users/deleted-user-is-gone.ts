import { administratorScenario, Expect, provisionedUser, refusedOnV1R1, step } from "@remote-assist/e2e"

/** A deleted user is gone, and cannot be deleted again. */
export default administratorScenario(function* ({ users }) {
  const user = yield* provisionedUser()
  yield* step("they are deleted", users.remove(user.id))
  const left = yield* step("they are looked up", users.list({ filter: `email=${user.email}` }))
  yield* Expect.equal("users with their e-mail", left.total_entries, 0)
  yield* refusedOnV1R1("deleting them again", users.remove(user.id))
})
