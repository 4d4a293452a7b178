import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { email } from "./_everybodys.ts"

/** Who provisions an address finds it free, and of all users only their own beside those of the default world. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { list } = yield* EnterpriseUsers
    const before = yield* step("the users are listed", list())
    const name = yield* unusedEmail
    const user = yield* provisionedUser({ email, name })
    const after = yield* step("the users are listed again", list({ page_size: 100 }))
    yield* Expect.equal("their name", user.name, name)
    yield* Expect.equal(
      "who is new",
      after.entries.filter(({ id }) => !before.entries.some((other) => other.id === id)).map((entry) => entry.name),
      [name]
    )
    yield* Expect.equal("how many there are", after.total_entries, 5)
  }),
  { needs: ["world"] }
)
