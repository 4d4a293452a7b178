import type { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

import * as Expect from "../Expect.ts"
import { Target } from "../Target.ts"

/** Logs in the administrator; the calls that follow carry their token. */
export const administratorLogsIn = Effect.gen(function* () {
  const { administrator } = yield* Target
  yield* (yield* Session).logIn(administrator)
})

/** Finds the one user with an e-mail address. */
export const userByEmail = Effect.fnUntraced(function* (email: string) {
  const { entries, total_entries } = yield* (yield* EnterpriseUsers).list({ filter: `email=${email}` })
  yield* Expect.equal(`users with the e-mail ${email}`, total_entries, 1)
  const [user] = entries
  return user === undefined ? yield* Effect.die(`no entry with the e-mail ${email}`) : user
})

/** An e-mail address that no user has. */
export const unusedEmail = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 36 ** 5), 3),
  (parts) => `e2e-${parts.map((part) => part.toString(36)).join("")}@example.com`
)

/** Provisions a user who is removed when the scenario ends, unless it removed them itself. */
export const provisionedUser = Effect.gen(function* () {
  const users = yield* EnterpriseUsers
  const email = yield* unusedEmail
  return yield* Effect.acquireRelease(
    Effect.andThen(users.provision({ email, name: "Somebody New", send_email: false }), userByEmail(email)),
    (user) => removeIfThere(user, email)
  )
})

const removeIfThere = Effect.fnUntraced(function* (user: EnterpriseUser, email: string) {
  const users = yield* EnterpriseUsers
  const { total_entries } = yield* users.list({ filter: `email=${email}` })
  if (total_entries > 0) yield* users.remove(user.id)
}, Effect.orDie)

/** Makes sure that a user is active again when the scenario ends. */
export const restoredAfterwards = (user: EnterpriseUser) =>
  Effect.flatMap(EnterpriseUsers, (users) => Effect.addFinalizer(() => users.reactivate(user.id).pipe(Effect.orDie)))
