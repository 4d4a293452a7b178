import { Expect, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { joined } from "../_joined.ts"

/** Who leaves is no longer active. */
export default scenario(
  Effect.gen(function* () {
    const { user, users } = yield* joined
    yield* step("they leave", users.deactivate(user.id))
    yield* Expect.equal("active", (yield* userByEmail(user.email ?? "")).active, false)
  }),
  { tags: ["leavers"] }
)
