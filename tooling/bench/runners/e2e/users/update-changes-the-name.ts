import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** An update changes the name. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const user = yield* provisionedUser({ name: "Mary Jackson" })
    yield* step("they are renamed", (yield* EnterpriseUsers).update(user.id, { name: "Mary W. Jackson" }))
    yield* Expect.equal("name", (yield* userByEmail(user.email ?? "")).name, "Mary W. Jackson")
  })
)
