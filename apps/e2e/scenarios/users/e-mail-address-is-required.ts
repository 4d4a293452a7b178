import type { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  Expect,
  refusedOnV1R1,
  step,
  temporary,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A user needs an e-mail address. The interface does not show other required parameters: without a name, the part
 * before the @ is the name (interface §4.5, 1).
 */
export default administratorScenario(
  function* ({ users }) {
    const { provision, remove } = users
    const email = yield* unusedEmail
    yield* refusedOnV1R1("provisioning without an address", provision({ name: "Nobody" }))
    yield* refusedOnV1R1("provisioning with an invalid address", provision({ email: "nobody" }))
    yield* refusedOnV1R1("provisioning with a name of spaces", provision({ email, name: " " }))

    const nameless = temporary({
      kind: "user",
      id: email,
      create: Effect.andThen(provision({ email, send_email: false }), userByEmail(email)),
      remove: (user: EnterpriseUser) => remove(user.id)
    })
    const { name } = yield* step("a user without a name is provisioned", nameless)
    yield* Expect.equal("their name", name, email.split("@")[0])
  },
  { tags: ["admin"], needs: ["world"] }
)
