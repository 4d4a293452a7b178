import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  expectAccessGranted,
  obtainAccess,
  expectAccessRefused,
  administratorLogsIn,
  administratorLooksUp,
  markedFavorite,
  expectNoUser,
  ownFavorites,
  recentContact,
  restoredColleague,
  scenario,
  expectSessionEnd,
  Target,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { failureOf } from "../../src/runner/Result.ts"
import type { Services } from "../../src/scenario/Scenario.ts"
import { running } from "../support/running.ts"

/** What comes of an act: how it fails, its outermost steps, and what it leaves behind. */
const came = (act: Effect.Effect<unknown, unknown, Services>) =>
  Effect.map(running({ it: scenario(Effect.asVoid(act)) }), ([result]) => {
    const attempt = result?.attempt
    return {
      failure: (result && failureOf(result)?.message) ?? "",
      titles: attempt?.steps.filter(({ parent }) => parent === undefined).map(({ title }) => title) ?? [],
      leftovers: attempt?.leftovers ?? []
    }
  })

const accessOfColleague = Effect.gen(function* () {
  const { colleague } = yield* Target
  const { id } = yield* administratorLooksUp(colleague.email)
  return { id, access: yield* obtainAccess(colleague) }
})

describe("steps of access", () => {
  it.live("expect credentials to be refused while the user is deactivated, and to work before and after", () =>
    Effect.gen(function* () {
      const { failure, leftovers, titles } = yield* came(
        Effect.gen(function* () {
          const { access, id } = yield* accessOfColleague
          const users = yield* EnterpriseUsers
          yield* expectAccessGranted(access)
          yield* users.deactivate(id)
          yield* expectAccessRefused(access)
          yield* users.reactivate(id)
        })
      )
      assert.strictEqual(failure, "")
      assert.deepStrictEqual(leftovers, [])
      assert.deepStrictEqual(titles, [
        "the administrator logs in",
        "linus@example.com is looked up",
        "linus@example.com logs in",
        "a personal access token is created",
        "they log in",
        "a call with their user token succeeds",
        "they refresh their tokens",
        "their personal access token is exchanged",
        "their log-in is refused with 401",
        "a call with their user token is refused with 400",
        "their refresh token is refused with 401",
        "their personal access token is refused with 400"
      ])
    })
  )

  it.live("fail if credentials work that must be refused, and if credentials are refused that must work", () =>
    Effect.gen(function* () {
      const open = yield* came(Effect.flatMap(accessOfColleague, ({ access }) => expectAccessRefused(access)))
      assert.match(open.failure, /their log-in/)
      const shut = yield* came(
        Effect.gen(function* () {
          const { access, id } = yield* accessOfColleague
          const { deactivate, reactivate } = yield* EnterpriseUsers
          yield* Effect.addFinalizer(() => Effect.orDie(reactivate(id)))
          yield* deactivate(id)
          yield* expectAccessGranted(access)
        })
      )
      assert.strictEqual(shut.titles.at(-1), "they log in")
      assert.notStrictEqual(shut.failure, "")
    })
  )
})

describe("expectSessionEnd", () => {
  it.live("fails if the session does not end", () =>
    Effect.gen(function* () {
      const { failure, titles } = yield* came(
        Effect.gen(function* () {
          const { colleague } = yield* Target
          yield* expectSessionEnd(colleague, Effect.void)
        })
      )
      assert.deepStrictEqual(titles, ["linus@example.com logs in", "listing their calls is refused with 401"])
      assert.match(failure, /listing their calls/)
    })
  )

  it.live("passes if the session ends, and restores the colleague", () =>
    Effect.gen(function* () {
      let active: unknown
      const { failure, leftovers } = yield* came(
        Effect.gen(function* () {
          const { colleague } = yield* Target
          yield* administratorLogsIn
          const users = yield* EnterpriseUsers
          yield* Effect.addFinalizer(() =>
            Effect.orDie(Effect.map(userByEmail(colleague.email), (user) => (active = user.active)))
          )
          const { id } = yield* restoredColleague
          yield* expectSessionEnd(colleague, users.deactivate(id))
        })
      )
      assert.deepStrictEqual([failure, leftovers, active], ["", [], true])
    })
  )
})

describe("steps of people and on-call groups", () => {
  it.live("find the user with an e-mail address, or expect none", () =>
    Effect.gen(function* () {
      const { failure, titles } = yield* came(
        Effect.gen(function* () {
          const { administrator } = yield* Target
          yield* administratorLogsIn
          yield* expectNoUser(yield* unusedEmail)
          yield* expectNoUser(administrator.email)
        })
      )
      assert.strictEqual(titles.at(-1), "nobody has the address ada@example.com")
      assert.match(failure, /users with the e-mail ada@example\.com/)
    })
  )

  it.live("return the contact to invite, and the marked groups", () =>
    Effect.gen(function* () {
      let seen: unknown
      const { failure } = yield* came(
        Effect.gen(function* () {
          yield* administratorLogsIn
          const { email } = yield* recentContact
          const { id } = yield* markedFavorite
          seen = { email, isMarked: (yield* ownFavorites).some((group) => group.id === id) }
        })
      )
      assert.strictEqual(failure, "")
      assert.deepStrictEqual(seen, { email: "grace@example.com", isMarked: true })
    })
  )
})
