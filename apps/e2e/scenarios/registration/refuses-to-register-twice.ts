import { refusedOnV1, refusedOnV1R1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * While an account waits for its confirmation, another registration with its address is refused; the e-mail can be sent
 * again (interface §3.2 and §4.3, 1).
 */
export default scenario(
  function* ({ registration }) {
    const account = yield* registeredAccount()
    const { register, registerV1R1, resendConfirmation } = registration
    const again = { user_info: { ...account, name: "Somebody Else" } }

    yield* refusedOnV1("another registration", register(again))
    yield* refusedOnV1R1("the same on /v1r1", registerV1R1(again))
    yield* step("the e-mail is asked for again", resendConfirmation(account.email))
  },
  { needs: ["outbox"] }
)
