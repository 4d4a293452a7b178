import { assert, describe, it } from "@effect/vitest"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
import {
  administratorLogsIn,
  callThat,
  countsOf,
  defaultPod,
  Expect,
  failsInside,
  finishedCall,
  loggedInAs,
  mailedToken,
  newcomer,
  notesPutBack,
  otherPod,
  provisionedUser,
  refusedAsText,
  scenario,
  step,
  Target,
  unusedEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { failureOf } from "../../src/runner/Result.ts"
import type { Services } from "../../src/scenario/Scenario.ts"
import { running } from "../support/running.ts"

/** What comes of something that an administrator does: how it fails, its steps, and what it asked for. */
const came = (act: Effect.Effect<unknown, unknown, Services>) =>
  Effect.map(running({ it: scenario(Effect.andThen(administratorLogsIn, Effect.asVoid(act))) }), ([result]) => {
    const attempt = result?.attempt
    return {
      failure: (result && failureOf(result)?.message) ?? "",
      titles: attempt?.steps.map(({ title }) => title) ?? [],
      asked: attempt?.exchanges.map(({ answer, operation }) => `${operation} ${answer?.status}`) ?? [],
      leftovers: attempt?.leftovers ?? []
    }
  })

describe("steps of calls, pods and users", () => {
  it.live("say which text a call endpoint refuses with, and fail on another status", () =>
    Effect.gen(function* () {
      const { failure, titles } = yield* came(
        Effect.gen(function* () {
          const calls = yield* Calls
          yield* refusedAsText("a strange filter", calls.list({ filter: "shoe=12" }))
          yield* refusedAsText("another filter", calls.list({ filter: "shoe=13" }), 403)
        })
      )
      assert.deepStrictEqual(titles.slice(1), [
        "a strange filter is refused with 401",
        "another filter is refused with 403"
      ])
      assert.match(failure, /status of another filter/)
    })
  )

  it.live("see an internal error once, and none afterwards", () =>
    Effect.gen(function* () {
      const { asked, failure } = yield* came(
        Effect.gen(function* () {
          const calls = yield* Calls
          yield* failsInside("Calls.list", calls.list())
          yield* calls.list()
        })
      )
      assert.strictEqual(failure, "")
      assert.deepStrictEqual(asked.slice(1), ["Calls.list 500", "Calls.list 200"])
    })
  )

  it.live("name the call that is not there", () =>
    Effect.gen(function* () {
      const { failure } = yield* came(callThat("a call of last year", () => false))
      assert.match(failure, /^a call of last year/)
    })
  )

  it.live("put the notes of a call back", () =>
    Effect.gen(function* () {
      let after: unknown
      const { failure, leftovers } = yield* came(
        Effect.gen(function* () {
          const calls = yield* Calls
          const call = yield* finishedCall
          yield* Effect.addFinalizer(() =>
            Effect.orDie(
              Effect.map(calls.read(call.session), (read) => {
                after = read.alt1_id
              })
            )
          )
          yield* notesPutBack(call)
          yield* calls.annotate(call.session, { alt1_id: "ticket 4711" })
          yield* Expect.equal("the note", (yield* calls.read(call.session)).alt1_id, "ticket 4711")
        })
      )
      assert.deepStrictEqual([failure, after, leftovers], ["", "", []])
    })
  )

  it.live("provision somebody who can log in", () =>
    Effect.gen(function* () {
      const { failure, leftovers } = yield* came(
        Effect.flatMap(newcomer(), (person) => loggedInAs(person, Effect.void))
      )
      assert.deepStrictEqual([failure, leftovers], ["", []])
    })
  )

  it.live("count who joins a pod", () =>
    Effect.gen(function* () {
      const { failure } = yield* came(
        Effect.gen(function* () {
          const [base, other] = [yield* defaultPod, yield* otherPod]
          yield* provisionedUser({ pod_ids: [other.id] })
          yield* Expect.equal("the default pod", yield* countsOf(base.id), { users: 4, admins: 1 })
          yield* Expect.equal("the other pod", yield* countsOf(other.id), { users: 2, admins: 0 })
        })
      )
      assert.strictEqual(failure, "")
    })
  )

  it.live("remove a user whose e-mail address is another by then", () =>
    Effect.gen(function* () {
      let left: unknown
      const { failure, leftovers } = yield* came(
        Effect.gen(function* () {
          const users = yield* EnterpriseUsers
          yield* Effect.addFinalizer(() =>
            Effect.orDie(
              Effect.map(users.list(), ({ total_entries }) => {
                left = total_entries
              })
            )
          )
          const user = yield* provisionedUser()
          const email = yield* unusedEmail
          yield* step("the address changes", users.update(user.id, { email }))
          yield* (yield* Registration).confirmNewEmail(yield* mailedToken(email))
          assert.isNotEmpty(yield* (yield* Target).mails(email))
        })
      )
      assert.deepStrictEqual([failure, left, leftovers], ["", 4, []])
    })
  )
})
