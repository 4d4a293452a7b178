import {
  administratorScenario,
  Expect,
  provisionedUser,
  refusedOnV1R1,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"

/**
 * An e-mail address belongs to one user: a second one with it, in capitals or not, is refused with 400 (interface
 * §4.5, 1, §7).
 */
export default administratorScenario(
  function* ({ users }) {
    const { provision } = users
    const email = yield* unusedEmail
    const user = yield* provisionedUser({ email })
    yield* refusedOnV1R1("provisioning another with it", provision({ email, send_email: false }))
    yield* refusedOnV1R1(
      "provisioning one with it in capitals",
      provision({ email: email.toUpperCase(), send_email: false })
    )
    yield* Expect.equal("who has it", yield* userByEmail(email), user)
  },
  { tags: ["admin"] }
)
