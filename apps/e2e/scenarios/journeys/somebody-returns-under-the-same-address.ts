import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  obtainAccess,
  administratorLooksUp,
  Expect,
  finishedCall,
  listOwnTokens,
  markedFavorite,
  newcomer,
  ownFavorites,
  refusedAsText,
  refusedOnV1R1,
  scenario,
  step,
  Target,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who comes back after their deletion is somebody else to the service: the same e-mail address gives back neither
 * tokens nor favorites, and old calls go on naming a `Deleted User` (interface §3.1, §4.5, 1 and 5).
 */
export default scenario(
  Effect.gen(function* () {
    const { colleague } = yield* Target
    const before = yield* administratorLooksUp(colleague.email)
    const call = yield* finishedCall
    const access = yield* obtainAccess(colleague)
    yield* withUserToken(access.token, markedFavorite)

    yield* step("the colleague is deleted", (yield* EnterpriseUsers).remove(before.id))
    const after = yield* newcomer({ email: colleague.email, name: "Linus Torvalds" })
    yield* Expect.isTrue("whether they are another user", after.id !== before.id)
    const { token } = yield* step("they log in under the same address", (yield* Auth).logIn(after))
    yield* withUserToken(access.token, refusedOnV1R1("a call with the token of before", listOwnTokens))
    const { personalAccessToken } = yield* Auth
    yield* refusedOnV1R1("the personal access token of before", personalAccessToken(access.personalAccessToken))

    yield* Expect.equal("their tokens", yield* withUserToken(token, step("they list tokens", listOwnTokens)), [])
    yield* Expect.equal("their favorites", yield* withUserToken(token, ownFavorites), [])
    const { receiverName } = yield* step("the old call is read", (yield* Calls).read(call.session))
    yield* Expect.equal("who was called then", receiverName, "Deleted User")
    const read = Effect.flatMap(Calls, ({ read }) => read(call.session))
    yield* withUserToken(token, refusedAsText("their reading of it", read, 403))
  }),
  { tags: ["journey", "admin"], destructive: true, needs: ["world"] }
)
