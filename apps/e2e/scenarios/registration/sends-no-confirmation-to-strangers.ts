import { refusedOnV1, scenario, unusedEmail } from "@remote-assist/e2e"

/** An unregistered address gets no e-mail, and the request is 401 (interface §4.3, 4). */
export default scenario(function* ({ administrator, registration }) {
  const { resendConfirmation } = registration

  yield* refusedOnV1("an e-mail to nobody", resendConfirmation(yield* unusedEmail))
  yield* refusedOnV1("an e-mail to somebody who is confirmed already", resendConfirmation(administrator.email))
})
