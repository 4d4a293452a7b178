import { Auth } from "@remote-assist/core/Auth"
import {
  confirmedAccount,
  createdPersonalAccessToken,
  Expect,
  listOwnTokens,
  refusedOnV1R1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * Somebody comes closer step by step: as a guest, by the invite URL of a workbox, with an account of their own. Each
 * has a token that says what it is, and only an account has a password and programs (interface §4.1, 1, 2, 7 and 9,
 * §4.2 and §4.3).
 */
export default scenario(
  function* ({ demo, tokens }) {
    const { inviteUrl } = yield* demo
    const [auth, { validate }] = [yield* Auth, tokens]
    const visitor = yield* step("a visitor gets a token", auth.anonymous("Visitor"))
    const guest = yield* step("it is validated", validate({ token: visitor.token }))
    yield* withUserToken(visitor.token, refusedOnV1R1("their personal access tokens", listOwnTokens))

    const invited = yield* step("they open an invite URL", auth.fromUrl(inviteUrl))
    const second = yield* step("its token is validated", validate({ token: invited.token }))
    yield* Expect.isTrue("it is another identity", second.id !== guest.id)

    const account = yield* confirmedAccount
    const { token } = yield* step("they log in with an account of their own", auth.logIn(account))
    const own = yield* step("its token is validated as a user's", validate({ token, resource_type: "user" }))
    yield* Expect.isTrue("it may do more than a guest's", own.permissions.length > guest.permissions.length)
    const program = yield* withUserToken(token, createdPersonalAccessToken)
    const exchanged = yield* step("a program of theirs logs in", auth.personalAccessToken(program.token))
    const its = yield* step("the program's token is validated", validate({ token: exchanged.token }))
    yield* Expect.equal("whose it is", its.id, own.id)
  },
  { tags: ["journey"], needs: ["outbox", "world"] }
)
