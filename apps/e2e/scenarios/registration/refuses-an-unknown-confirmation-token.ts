import { refusedOnV1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A confirmation token that the service did not send is 401, for an account as for a new e-mail address (interface
 * §4.3, 2-3 and §7).
 */
export default scenario(
  function* ({ registration }) {
    const { confirm, confirmNewEmail } = registration
    const unknown = Redacted.make("no-such-confirmation")

    yield* refusedOnV1("the confirmation of an account", confirm(unknown))
    yield* refusedOnV1("the confirmation of an e-mail address", confirmNewEmail(unknown))
  },
  { tags: ["smoke"] }
)
