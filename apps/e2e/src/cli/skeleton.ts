const sentenceOf = (name: string) => {
  const words = (name.split("/").at(-1) ?? name).replaceAll("-", " ")
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/** The source of a scenario to begin with. */
export const skeletonOf = (
  name: string
): string => `import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** ${sentenceOf(name)} Say here in a sentence what somebody does and what they must see. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    // removed when the scenario ends, however it ends
    const user = yield* provisionedUser()

    const users = yield* EnterpriseUsers
    yield* step("the user is deactivated", users.deactivate(user.id))

    const seen = yield* userByEmail(user.email ?? "")
    yield* Expect.equal("whether the user is active", seen.active, false)
  }),
  { tags: [] }
)
`
