import { administratorLooksUp, confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * When a user is deleted, what their tokens allowed ends at once, though none has expired (interface §3.1 and §4.1,
 * 6).
 */
export default scenario(
  function* ({ auth, tokens, users }) {
    const account = yield* confirmedAccount
    const { token, refresh } = yield* step("they log in", auth.logIn(account))
    const { info } = tokens
    yield* step("their token is inspected", info(token))

    const { id } = yield* administratorLooksUp(account.email)
    yield* step("the user is deleted", users.remove(id))
    yield* refusedOnV1("the inspection of their token", info(token))
    yield* refusedOnV1("its refresh", auth.refresh(refresh))
    yield* refusedOnV1("another log-in", auth.logIn(account))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
