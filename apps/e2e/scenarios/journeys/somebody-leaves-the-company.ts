import {
  expectAccessRefused,
  administratorScenario,
  defaultPod,
  Expect,
  expectNoUser,
  markedFavorite,
  newcomer,
  obtainAccess,
  podCounts,
  refusedOnV1,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * Offboarding is one deletion: with the user go password, session, refresh token, personal access token, favorites and
 * their place in the pods, and no e-mail brings the account back (interface §3.1, §4.3, 4 and §4.5, 5).
 */
export default administratorScenario(
  function* ({ registration, users }) {
    const pod = yield* defaultPod
    const before = yield* podCounts(pod.id)
    const leaver = yield* newcomer({ name: "Soon Gone" })
    const access = yield* obtainAccess(leaver)
    yield* withUserToken(access.token, markedFavorite)
    yield* Expect.equal("users of the default pod", (yield* podCounts(pod.id)).users, before.users + 1)

    yield* step("the administrator deletes them", users.remove(leaver.id))
    yield* expectAccessRefused(access)
    yield* expectNoUser(leaver.email)
    yield* Expect.equal("the default pod", yield* podCounts(pod.id), before)
    yield* refusedOnV1("a confirmation e-mail to them", registration.resendConfirmation(leaver.email))
  },
  { tags: ["journey", "admin", "smoke"], needs: ["world"] }
)
