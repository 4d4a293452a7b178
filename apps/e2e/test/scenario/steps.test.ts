import { assert, describe, it } from "@effect/vitest"
import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Registration } from "@remote-assist/core/Registration"
import {
  administratorLogsIn,
  sendRaw,
  confirmedAccount,
  createdPersonalAccessToken,
  Expect,
  mailedToken,
  newEmailFor,
  newestMail,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step,
  Target,
  whileFailing,
  withRegion,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { failureOf } from "../../src/runner/Result.ts"
import type { Services } from "../../src/scenario/Scenario.ts"
import { running } from "../support/running.ts"

const fails = Expect.isTrue("something that does not hold", false)

/** Runs a scenario that creates data and fails, and inspects the target after the clean-up. */
const inspectAfter = <A>(
  creates: Effect.Effect<unknown, unknown, Services>,
  look: Effect.Effect<A, unknown, Services>
) =>
  Effect.gen(function* () {
    let left: A | undefined
    const [result] = yield* running({
      "fails in the end": scenario(
        Effect.gen(function* () {
          yield* administratorLogsIn
          yield* Effect.addFinalizer(() =>
            Effect.orDie(
              Effect.map(look, (seen) => {
                left = seen
              })
            )
          )
          yield* creates
          yield* fails
        })
      )
    })
    const attempt = result?.attempt
    assert.match((result && failureOf(result)?.message) ?? "", /something that does not hold/)
    return { left, leftovers: attempt?.leftovers ?? [] }
  })

const emails = Effect.flatMap(EnterpriseUsers, (users) => users.list()).pipe(
  Effect.map(({ entries }) => entries.map(({ email }) => email))
)

const ofTheWorld = ["ada@example.com", "grace@example.com", "linus@example.com", "edsger@example.com"]

const titlesOf = (what: Effect.Effect<unknown, unknown, Services>) =>
  Effect.map(running({ what: scenario(Effect.asVoid(what)) }), ([result]) => ({
    failure: (result && failureOf(result)?.message) ?? "",
    titles: result?.attempt.steps.map(({ title }) => title) ?? []
  }))

const wrongLogIn = Effect.gen(function* () {
  const { administrator } = yield* Target
  const credentials = { ...administrator, password: Redacted.make("not-the-password") }
  return { auth: yield* Auth, credentials }
})

describe("steps", () => {
  it.live("remove a personal access token also if the scenario fails", () =>
    Effect.gen(function* () {
      const tokens = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
      const { left, leftovers } = yield* inspectAfter(createdPersonalAccessToken, tokens)
      assert.deepStrictEqual([left?.map(({ id }) => id), leftovers], [[1], []])
    })
  )

  it.live("record a personal access token that cannot be removed", () =>
    Effect.gen(function* () {
      const creates = Effect.gen(function* () {
        const { faults } = yield* (yield* Target).control
        yield* createdPersonalAccessToken
        yield* faults.make({
          payload: { operations: ["PersonalAccessTokens.remove"], does: { kind: "status", status: 400 } }
        })
      })
      const { leftovers } = yield* inspectAfter(creates, Effect.void)
      assert.deepStrictEqual(
        leftovers.map(({ id, kind }) => [kind, id]),
        [["personal access token", "2"]]
      )
    })
  )

  it.live("remove a confirmed account also if the scenario fails", () =>
    Effect.gen(function* () {
      const { left, leftovers } = yield* inspectAfter(confirmedAccount, emails)
      assert.deepStrictEqual([left, leftovers], [ofTheWorld, []])
    })
  )

  it.live("remove an account whose address has changed", () =>
    Effect.gen(function* () {
      const creates = Effect.gen(function* () {
        const email = yield* newEmailFor((yield* confirmedAccount).email)
        yield* (yield* Registration).confirmNewEmail(yield* mailedToken(email))
      })
      const { left, leftovers } = yield* inspectAfter(creates, emails)
      assert.deepStrictEqual([left, leftovers], [ofTheWorld, []])
    })
  )

  it.live("let an operation succeed again after a fault", () =>
    Effect.gen(function* () {
      const { failure } = yield* titlesOf(
        Effect.gen(function* () {
          yield* Effect.exit(whileFailing("Auth.logIn", fails))
          yield* administratorLogsIn
        })
      )
      assert.strictEqual(failure, "")
    })
  )

  it.live("return the status of a refusal, and fail on another status", () =>
    Effect.gen(function* () {
      const refused = yield* titlesOf(
        Effect.gen(function* () {
          const { auth, credentials } = yield* wrongLogIn
          yield* refusedOnV1("a log-in", auth.logIn(credentials))
          yield* refusedOnV1R1("a log-in on /v1r1", auth.logInV1R1(credentials))
          yield* refusedOnV1("another log-in", auth.logIn(credentials), 500)
        })
      )
      assert.deepStrictEqual(refused.titles, [
        "a log-in is refused with 401",
        "a log-in on /v1r1 is refused with 400",
        "another log-in fails with 500"
      ])
      assert.match(refused.failure, /status of another log-in/)
    })
  )

  it.live("fail if an operation succeeds that must be refused", () =>
    Effect.gen(function* () {
      const { failure } = yield* titlesOf(
        Effect.gen(function* () {
          const { administrator } = yield* Target
          yield* refusedOnV1("a log-in", (yield* Auth).logIn(administrator))
        })
      )
      assert.match(failure, /^a log-in/)
    })
  )

  it.live("fail if there is no e-mail", () =>
    Effect.gen(function* () {
      const { failure } = yield* titlesOf(newestMail("nobody@example.com"))
      assert.match(failure, /an e-mail to nobody@example.com/)
    })
  )

  it.live("keep the session and the API key of the outer client", () =>
    Effect.gen(function* () {
      const { failure } = yield* titlesOf(
        Effect.gen(function* () {
          yield* administratorLogsIn
          const list = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
          yield* withUserToken(Redacted.make("nobody's"), refusedOnV1R1("a list", list))
          const { token } = yield* step("a guest logs in", (yield* Auth).anonymous())
          const unknown = { apiKey: Redacted.make("no-such-key") }
          yield* withRegion(
            unknown,
            refusedOnV1(
              "a guest",
              Effect.flatMap(Auth, (auth) => auth.anonymous())
            )
          )
          yield* withUserToken(token, refusedOnV1R1("a guest's list", list))
          yield* list
        })
      )
      assert.strictEqual(failure, "")
    })
  )

  it.live("send only the given headers", () =>
    Effect.gen(function* () {
      const { failure } = yield* titlesOf(
        Effect.gen(function* () {
          yield* administratorLogsIn
          const answer = yield* sendRaw({ method: "GET", path: "/v1r1/personal_access_token", headers: {} })
          const { name } = yield* Expect.record("the error", answer.body)
          yield* Expect.equal("status and name", [answer.status, name], [400, "generic"])
          yield* Expect.record("a text as an object", "text")
        })
      )
      assert.match(failure, /^a text as an object/)
    })
  )
})
