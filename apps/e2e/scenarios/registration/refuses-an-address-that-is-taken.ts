import { applicant, refusedOnV1, refusedOnV1R1, scenario } from "@remote-assist/e2e"

/**
 * An e-mail address belongs to one user: to register another with it is 401 on `/v1` and 400 on `/v1r1` (interface
 * §4.3, 1 and 5; §7).
 */
export default scenario(function* ({ administrator, registration }) {
  const { register, registerV1R1 } = registration
  const taken = { user_info: { ...(yield* applicant), email: administrator.email } }

  yield* refusedOnV1("an address that is taken", register(taken))
  yield* refusedOnV1R1("the same on /v1r1", registerV1R1(taken))
})
