import {
  applicant,
  Expect,
  mailedToken,
  newestMail,
  provisionedUser,
  refusedOnV1,
  registerWith,
  scenario,
  step,
  userByEmail
} from "@remote-assist/e2e"

/**
 * An enterprise registers without a log-in, and its contact gets an e-mail and registers a plain account. An
 * administrator gets the enterprise's token, which provisions the first user (interface §4.1, 5, §4.3, 1-2 and 6, §4.5,
 * 1).
 */
export default scenario(
  function* ({ administrator, auth, registration, session }) {
    const contact = yield* applicant
    const enterprise = {
      contact_email: contact.email,
      contact_name: contact.name,
      enterprise_name: "Hampton Pumps",
      reseller_id: "r-1"
    }
    yield* step("the enterprise is registered", registration.registerEnterprise(enterprise))
    const { kind } = yield* newestMail(contact.email)
    yield* Expect.equal("the e-mail to its contact", kind, "enterprise")
    yield* registerWith(contact.email, registration.register({ user_info: contact }))
    const confirmation = yield* mailedToken(contact.email)
    yield* step("the contact confirms their account", registration.confirm(confirmation))
    yield* refusedOnV1("the enterprise's token to a plain user", auth.enterprise(contact))

    yield* step("an administrator logs in as the enterprise", session.logInAsEnterprise(administrator))
    const first = yield* provisionedUser({ name: "The First" })
    yield* Expect.equal("role and activity", [first.role_name, first.active], ["User", true])
    const { name } = yield* userByEmail(contact.email)
    yield* Expect.equal("the contact, in the same list", name, contact.name)
  },
  { tags: ["journey", "admin"], needs: ["outbox"] }
)
