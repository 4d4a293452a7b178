import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Registration } from "@remote-assist/core/Registration"
import {
  administratorLogsIn,
  confirmedAccount,
  createdPersonalAccessToken,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step,
  userByEmail,
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
    const auth = yield* Auth
    const { refresh, token } = yield* step("they log in", auth.logIn(account))
    const program = yield* withUserToken(token, createdPersonalAccessToken)
    const made = yield* step("a program of theirs logs in", auth.personalAccessToken(program.token))

    yield* administratorLogsIn
    const { id } = yield* step("the administrator looks them up", userByEmail(account.email))
    yield* step("and deletes them", (yield* EnterpriseUsers).remove(id))

    const list = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
    yield* withUserToken(token, refusedOnV1R1("a call of their session", list))
    yield* withUserToken(made.token, refusedOnV1R1("a call of their program", list))
    yield* refusedOnV1("their refresh", auth.refresh(refresh))
    yield* refusedOnV1R1("another log-in of the program", auth.personalAccessToken(program.token))
    yield* refusedOnV1("their own log-in", auth.logIn(account))
    yield* refusedOnV1("a confirmation e-mail to them", (yield* Registration).resendConfirmation(account.email))
  }),
  { tags: ["journey", "admin"], needs: ["outbox"] }
)
