import { CallOptions } from "@remote-assist/core/CallOptions"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  loggedInAs,
  newcomer,
  refusedOnV1,
  refusedOnV1R1,
  step,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The role decides the permissions of a user and is set at provisioning: no update changes it. To become an
 * administrator a user is provisioned again, and may then administer and get the token of the enterprise (interface
 * §2.5, §4.1, 5 and 7, §4.5, 1).
 */
export default administratorScenario(
  function* ({ auth, tokens, users }) {
    const administers = Effect.flatMap(EnterpriseUsers, ({ list }) => list())
    const plain = yield* newcomer()
    const promoted = users
      .update(plain.id, {})
      .pipe(Effect.provideService(CallOptions, { extra: { body: { role: "EnterpriseAdmin" } } }))
    yield* step("an update asks for another role", promoted)
    yield* loggedInAs(plain, refusedOnV1R1("their list of users", administers))
    yield* refusedOnV1("the enterprise's token to them", auth.enterprise(plain))

    yield* step("they are deleted", users.remove(plain.id))
    const boss = yield* newcomer({ email: plain.email, role: "EnterpriseAdmin" })
    const { token } = yield* step("they log in", auth.logIn(boss))
    yield* step("their token is validated as an owner's", tokens.validate({ token, permission_category: "owner" }))
    yield* withUserToken(token, step("they list users", administers))
    yield* step("they ask for the enterprise's token", auth.enterprise(boss))
  },
  { tags: ["journey", "admin"], needs: ["world"] }
)
