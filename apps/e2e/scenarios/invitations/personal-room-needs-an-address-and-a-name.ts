import { administratorScenario, Expect, refusedOnV1, unusedEmail } from "@remote-assist/e2e"

/**
 * Both the e-mail address and the name of a guest are required; without one, or with an invalid address, the invitation
 * is refused with 401 (interface §4.4, 10).
 */
export default administratorScenario(
  function* ({ invitations, mails, raw }) {
    const email = yield* unusedEmail
    const path = "/v1/personal_room/invite"
    yield* refusedOnV1("inviting nobody by name", raw.request("POST", path, { body: { email } }))
    yield* refusedOnV1("inviting somebody without an address", raw.request("POST", path, { body: { name: "Guest" } }))
    yield* refusedOnV1("an empty name", invitations.personalRoom({ email, name: " " }))
    yield* refusedOnV1("an invalid address", invitations.personalRoom({ email: "guest", name: "Guest" }))
    yield* Expect.equal("e-mails to the guest", yield* mails(email), [])
  },
  { needs: ["outbox"] }
)
