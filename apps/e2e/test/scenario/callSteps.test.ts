import { assert, describe, it } from "@effect/vitest"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
import {
  administratorLogsIn,
  findCall,
  podCounts,
  defaultPod,
  Expect,
  expectInternalError,
  finishedCall,
  loggedInAs,
  mailedToken,
  newcomer,
  restoreNotesAtEnd,
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

/** Runs an Effect as the administrator, and returns its failure, steps and requests. */
const runAsAdministrator = (act: Effect.Effect<unknown, unknown, Services>) =>
  Effect.map(running({ it: scenario(Effect.andThen(administratorLogsIn, Effect.asVoid(act))) }), ([result]) => {
    const attempt = result?.attempt
    return {
      failure: (result && failureOf(result)?.message) ?? "",
      titles: attempt?.steps.map(({ title }) => title) ?? [],
      requests: attempt?.exchanges.map(({ answer, operation }) => `${operation} ${answer?.status}`) ?? [],
      leftovers: attempt?.leftovers ?? []
    }
  })

describe("steps of calls, pods and users", () => {
  it.live("return the text of a refused call, and fail on another status", () =>
    Effect.gen(function* () {
      const { failure, titles } = yield* runAsAdministrator(
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

  it.live("expect one internal error, and none afterwards", () =>
    Effect.gen(function* () {
      const { requests, failure } = yield* runAsAdministrator(
        Effect.gen(function* () {
          const calls = yield* Calls
          yield* expectInternalError("Calls.list", calls.list())
          yield* calls.list()
        })
      )
      assert.strictEqual(failure, "")
      assert.deepStrictEqual(requests.slice(1), ["Calls.list 500", "Calls.list 200"])
    })
  )

  it.live("name the missing call", () =>
    Effect.gen(function* () {
      const { failure } = yield* runAsAdministrator(findCall("a call of last year", () => false))
      assert.match(failure, /^a call of last year/)
    })
  )

  it.live("restore the notes of a call", () =>
    Effect.gen(function* () {
      let after: unknown
      const { failure, leftovers } = yield* runAsAdministrator(
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
          yield* restoreNotesAtEnd(call)
          yield* calls.annotate(call.session, { alt1_id: "ticket 4711" })
          yield* Expect.equal("the note", (yield* calls.read(call.session)).alt1_id, "ticket 4711")
        })
      )
      assert.deepStrictEqual([failure, after, leftovers], ["", "", []])
    })
  )

  it.live("provision a user who can log in", () =>
    Effect.gen(function* () {
      const { failure, leftovers } = yield* runAsAdministrator(
        Effect.flatMap(newcomer(), (person) => loggedInAs(person, Effect.void))
      )
      assert.deepStrictEqual([failure, leftovers], ["", []])
    })
  )

  it.live("count the users who join a pod", () =>
    Effect.gen(function* () {
      const { failure } = yield* runAsAdministrator(
        Effect.gen(function* () {
          const [base, other] = [yield* defaultPod, yield* otherPod]
          yield* provisionedUser({ pod_ids: [other.id] })
          yield* Expect.equal("the default pod", yield* podCounts(base.id), { users: 4, admins: 1 })
          yield* Expect.equal("the other pod", yield* podCounts(other.id), { users: 2, admins: 0 })
        })
      )
      assert.strictEqual(failure, "")
    })
  )

  it.live("remove a user whose e-mail address has changed", () =>
    Effect.gen(function* () {
      let left: unknown
      const { failure, leftovers } = yield* runAsAdministrator(
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
