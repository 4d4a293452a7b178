import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn, unusedEmail, userByEmail } from "../../src/steps/people.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "users/filters-by-email",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague } = yield* Target
    const users = yield* EnterpriseUsers

    yield* Expect.equal("e-mail found", (yield* userByEmail(colleague.email)).email, colleague.email)

    const none = yield* users.list({ filter: `email=${yield* unusedEmail}` })
    yield* Expect.equal("users with an unused e-mail", none.total_entries, 0)

    const tagged = (yield* unusedEmail).replace("@", "+tag@")
    const created = yield* Effect.acquireRelease(
      Effect.andThen(users.provision({ email: tagged, name: "Plus Tag", send_email: false }), userByEmail(tagged)),
      (user) => Effect.orDie(users.remove(user.id))
    )
    yield* Expect.equal("e-mail with a plus sign found", created.email, tagged)
  })
)
