import { Expect, newestMail, scenario, step, unusedEmail } from "@remote-assist/e2e"

/**
 * An enterprise is registered without a log-in, with a contact and a reseller; the answer is empty (interface §4.3, 6).
 */
export default scenario(
  function* ({ registration }) {
    const contact_email = yield* unusedEmail
    const enterprise = {
      contact_email,
      contact_name: "Mary Jackson",
      enterprise_name: "Hampton Pumps",
      reseller_id: "r-1"
    }

    const answer = yield* step("the enterprise is registered", registration.registerEnterprise(enterprise))
    yield* Expect.equal("what is answered", answer, undefined)
    const { subject } = yield* newestMail(contact_email)
    yield* Expect.isTrue("the e-mail to the contact has its name", subject.includes("Hampton Pumps"))
  },
  { tags: ["smoke"], needs: ["outbox"] }
)
