import { Calls } from "@remote-assist/core/Calls"
import {
  administratorLooksUp,
  Expect,
  finishedCall,
  listOwnTokens,
  markedFavorite,
  newcomer,
  obtainAccess,
  ownFavorites,
  refusedAsText,
  refusedOnV1R1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A user who returns after their deletion is a new user: the same e-mail address has neither old tokens nor favorites,
 * and old calls still name a `Deleted User` (interface §3.1, §4.5, 1 and 5).
 */
export default scenario(
  function* ({ auth, calls, colleague, users }) {
    const before = yield* administratorLooksUp(colleague.email)
    const call = yield* finishedCall
    const access = yield* obtainAccess(colleague)
    yield* withUserToken(access.token, markedFavorite)

    yield* step("the colleague is deleted", users.remove(before.id))
    const after = yield* newcomer({ email: colleague.email, name: "Linus Torvalds" })
    yield* Expect.isTrue("whether they are another user", after.id !== before.id)
    const { token } = yield* step("they log in under the same address", auth.logIn(after))
    yield* withUserToken(access.token, refusedOnV1R1("a call with the token of before", listOwnTokens))
    const { personalAccessToken } = auth
    yield* refusedOnV1R1("the personal access token of before", personalAccessToken(access.personalAccessToken))

    yield* Expect.equal("their tokens", yield* withUserToken(token, step("they list tokens", listOwnTokens)), [])
    yield* Expect.equal("their favorites", yield* withUserToken(token, ownFavorites), [])
    const { receiverName } = yield* step("the old call is read", calls.read(call.session))
    yield* Expect.equal("who was called then", receiverName, "Deleted User")
    const read = Effect.flatMap(Calls, ({ read }) => read(call.session))
    yield* withUserToken(token, refusedAsText("their reading of it", read, 403))
  },
  { tags: ["journey", "admin"], destructive: true, needs: ["world"] }
)
