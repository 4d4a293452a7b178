import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, provisionedUser, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Somebody who has just joined, and the users as an administrator sees them. */
export const joined = Effect.gen(function* () {
  yield* administratorLogsIn
  const user = yield* step("somebody joins", provisionedUser())
  return { user, users: yield* EnterpriseUsers }
})
