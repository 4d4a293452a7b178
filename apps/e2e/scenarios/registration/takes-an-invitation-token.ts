import { applicant, newestMail, registeredAccount, registerWith, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** An invitation token is optional in a registration on either version (interface §4.3, 1 and 5). */
export default scenario(
  function* ({ registration }) {
    const invitation_token = Redacted.make("an-invitation-token")
    const account = yield* registeredAccount({ invitation_token })
    const other = yield* applicant
    const { registerV1R1 } = registration
    yield* registerWith(other.email, registerV1R1({ invitation_token, user_info: other }))

    yield* newestMail(account.email)
    yield* newestMail(other.email)
  },
  { needs: ["outbox"] }
)
