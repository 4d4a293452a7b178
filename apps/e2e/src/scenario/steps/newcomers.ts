import type { Provision } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Target } from "../../targets/Target.ts"
import { administratorLogsIn, loggedInAs, provisionedUser, unusedEmail } from "./people.ts"

/** Provisions somebody who can log in, with the password that everybody of the default world has; for scenarios that need `world`. */
export const newcomer = Effect.fnUntraced(function* (fields: Partial<Provision> = {}) {
  const demo = yield* (yield* Target).demo
  const email = yield* unusedEmail
  const user = yield* provisionedUser({ ...fields, email })
  return { id: user.id, email, password: Redacted.make(demo.password) }
})

/** Has the administrator provision somebody new, and does something with a client of its own in which they are logged in; for scenarios that need `world`. */
export const asNewcomer = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* administratorLogsIn
    return yield* loggedInAs(yield* newcomer(), act)
  })
