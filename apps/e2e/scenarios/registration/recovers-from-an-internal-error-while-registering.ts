import { applicant, Expect, newestMail, refusedOnV1, registerWith, scenario, whileFailing } from "@remote-assist/e2e"

/**
 * A registration that fails with 500 has not happened: no e-mail is sent, and the address is free (interface §4.3, 1
 * and §7).
 */
export default scenario(
  function* ({ mails, registration }) {
    const person = yield* applicant
    const { register } = registration
    yield* whileFailing("Registration.register", refusedOnV1("a registration", register({ user_info: person }), 500))
    yield* Expect.equal("e-mails sent", yield* mails(person.email), [])
    yield* registerWith(person.email, register({ user_info: person }))
    yield* newestMail(person.email)
  },
  { needs: ["outbox", "control"] }
)
