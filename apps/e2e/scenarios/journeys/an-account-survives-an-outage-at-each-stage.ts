import { Calls } from "@remote-assist/core/Calls"
import {
  applicant,
  expectInternalError,
  mailedToken,
  registerWith,
  scenario,
  step,
  whileFailing,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The service fails inside at every stage of a life: registration, confirmation, log-in, the first call, its token. A
 * 500 changes nothing, so each is tried again and succeeds; only what is safe to repeat the SDK repeats by itself
 * (interface §3.2, §4.1, 2, §4.4, 2 and §7).
 */
export default scenario(
  function* ({ auth, registration, tokens }) {
    const account = yield* applicant
    const register = registration.register({ user_info: account })
    yield* expectInternalError("Registration.register", register)
    yield* registerWith(account.email, register)

    const confirm = registration.confirm(yield* mailedToken(account.email))
    yield* expectInternalError("Registration.confirm", confirm)
    yield* step("the account is confirmed", confirm)

    yield* expectInternalError("Auth.logIn", auth.logIn(account))
    const { refresh, token } = yield* step("they log in", auth.logIn(account))
    const lists = Effect.flatMap(Calls, ({ list }) => list())
    yield* withUserToken(
      token,
      whileFailing("Calls.list", step("they list calls at the second try", lists), { first: 1 })
    )

    yield* expectInternalError("Tokens.validate", tokens.validate({ token }))
    yield* step("their token is as good as it was", tokens.validate({ token }))
    yield* expectInternalError("Auth.refresh", auth.refresh(refresh))
    yield* step("and so is the refresh token", auth.refresh(refresh))
  },
  { tags: ["journey"], needs: ["control", "outbox"] }
)
