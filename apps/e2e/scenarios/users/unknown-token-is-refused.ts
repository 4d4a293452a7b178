import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import { refusedOnV1R1, scenario, unusedEmail, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * An unknown user token is refused with 400 and an object of code, message and name on every operation of the
 * administration (interface §4.5, §7).
 */
export default scenario(
  function* () {
    const email = yield* unusedEmail
    const nobody = UserId.make(999_999_999)
    yield* withUserToken(
      Redacted.make("no-such-token"),
      Effect.gen(function* () {
        const { list, provision, remove, update } = yield* EnterpriseUsers
        yield* refusedOnV1R1("listing users", list())
        yield* refusedOnV1R1("provisioning one", provision({ email }))
        yield* refusedOnV1R1("updating one", update(nobody, { name: "Nobody" }))
        yield* refusedOnV1R1("deleting one", remove(nobody))
      })
    )
  },
  { tags: ["admin"] }
)
