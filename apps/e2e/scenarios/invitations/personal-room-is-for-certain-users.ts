import { Invitations } from "@remote-assist/core/Invitations"
import { Expect, loggedInAs, refusedOnV1, scenario, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Only certain users of an enterprise have a personal room; the others are refused with 401, and nobody gets an e-mail
 * (interface §4.4, 10).
 */
export default scenario(
  function* ({ colleague, mails }) {
    const email = yield* unusedEmail
    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const invitations = yield* Invitations
        yield* refusedOnV1("inviting without a room", invitations.personalRoom({ email, name: "Guest" }))
      })
    )
    yield* Expect.equal("e-mails to the guest", yield* mails(email), [])
  },
  { needs: ["world", "outbox"] }
)
