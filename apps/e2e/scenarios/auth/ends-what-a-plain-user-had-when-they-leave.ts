import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
import {
  obtainAccess,
  accessRefused,
  administratorLooksUp,
  confirmedAccount,
  listOwnTokens,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Offboarding ends every way in at once: sessions, programs with personal access tokens, refreshes and log-ins of a
 * deleted user are refused, and nothing brings them back (interface §3.1, §4.1 and §4.2).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const access = yield* obtainAccess(account)
    const { personalAccessToken } = yield* Auth
    const made = yield* step("a program of theirs logs in", personalAccessToken(access.personalAccessToken))

    const { id } = yield* administratorLooksUp(account.email)
    yield* step("the administrator deletes them", (yield* EnterpriseUsers).remove(id))
    yield* accessRefused(access)
    yield* withUserToken(made.token, refusedOnV1R1("a call of their program", listOwnTokens))
    yield* refusedOnV1("a confirmation e-mail to them", (yield* Registration).resendConfirmation(account.email))
  }),
  { tags: ["journey", "admin"], needs: ["outbox"] }
)
