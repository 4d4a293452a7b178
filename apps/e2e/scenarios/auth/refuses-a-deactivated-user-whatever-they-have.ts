import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Tokens } from "@remote-assist/core/Tokens"
import {
  administratorLogsIn,
  confirmedAccount,
  createdPersonalAccessToken,
  refusedOnV1,
  refusedOnV1R1,
  restoredAfterwards,
  scenario,
  step,
  userByEmail,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who is deactivated can no longer use the service: password, refresh token, personal access token and user token are
 * all refused, and work again once the user is active (interface §3.1 and §4.1).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    yield* administratorLogsIn
    const user = yield* step("the administrator looks them up", userByEmail(account.email))
    const [auth, users] = [yield* Auth, yield* EnterpriseUsers]
    const { refresh, token } = yield* step("they log in", auth.logIn(account))
    const made = yield* withUserToken(token, createdPersonalAccessToken)

    yield* restoredAfterwards(user)
    yield* step("the user is deactivated", users.deactivate(user.id))
    yield* refusedOnV1("their log-in", auth.logIn(account))
    yield* refusedOnV1R1("their log-in on /v1r1", auth.logInV1R1(account))
    yield* refusedOnV1("their refresh token", auth.refresh(refresh))
    yield* refusedOnV1R1("their personal access token", auth.personalAccessToken(made.token))
    yield* refusedOnV1("their user token", (yield* Tokens).info(token))

    yield* step("the user is reactivated", users.reactivate(user.id))
    yield* step("they refresh their tokens", auth.refresh(refresh))
    yield* step("they log in", auth.logIn(account))
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
