import { Registration } from "@remote-assist/core/Registration"
import { applicant, refusedOnV1, refusedOnV1R1, scenario, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * Registration needs no user, but a known API key: otherwise it is 401 on `/v1` and 400 on `/v1r1` (interface §4.3 and
 * §7).
 */
export default scenario(function* () {
  const person = { user_info: yield* applicant }
  const { email, name } = person.user_info
  const enterprise = {
    contact_email: email,
    contact_name: name,
    enterprise_name: "Hampton Pumps",
    reseller_id: "r-1"
  }
  const refused = Effect.gen(function* () {
    const registration = yield* Registration
    yield* refusedOnV1("a registration with an unknown API key", registration.register(person))
    yield* refusedOnV1("a confirmation with it", registration.confirm(Redacted.make("any")))
    yield* refusedOnV1("an e-mail with it", registration.resendConfirmation(email))
    yield* refusedOnV1R1("a registration on /v1r1", registration.registerV1R1(person))
    yield* refusedOnV1R1("an enterprise's registration", registration.registerEnterprise(enterprise))
  })
  yield* withRegion({ apiKey: Redacted.make("no-such-api-key") }, refused)
})
