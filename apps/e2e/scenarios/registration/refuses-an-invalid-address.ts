import { applicant, refusedOnV1, refusedOnV1R1, scenario } from "@remote-assist/e2e"

/** An invalid e-mail address is refused before anything is sent (interface §4.3, 1, 5 and 6). */
export default scenario(function* ({ registration }) {
  const { register, registerEnterprise, registerV1R1 } = registration
  const user_info = { ...(yield* applicant), email: "nobody at all" }

  yield* refusedOnV1("an account without an address", register({ user_info }))
  yield* refusedOnV1R1("the same on /v1r1", registerV1R1({ user_info }))
  const enterprise = { contact_email: "nobody", contact_name: "N", enterprise_name: "Works", reseller_id: "r-1" }
  yield* refusedOnV1R1("an enterprise whose contact has none", registerEnterprise(enterprise))
})
