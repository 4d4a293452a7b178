import { Invitations } from "@remote-assist/core/Invitations"
import { refusedOnV1, scenario, unusedEmail, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Only a logged-in user invites: an unknown user token is 401 (interface §4.4, 10-11, §7). */
export default scenario(function* () {
  const email = yield* unusedEmail
  const contact_tokens = [Redacted.make("contact-102")]
  yield* withUserToken(
    Redacted.make("no-such-token"),
    Effect.gen(function* () {
      const invitations = yield* Invitations
      yield* refusedOnV1("inviting to a room", invitations.personalRoom({ email, name: "Guest" }))
      yield* refusedOnV1("inviting to a session", invitations.session({ contact_tokens }))
    })
  )
})
