import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  eventually,
  Expect,
  provisionedUser,
  runScenario,
  scenario,
  Target
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import leaver from "./users/leaver-is-inactive.ts"

const addsOne = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    yield* provisionedUser()
    yield* Effect.sleep("20 millis")
    const { total_entries } = yield* (yield* EnterpriseUsers).list()
    yield* Expect.equal("users", total_entries, 5)
  })
)

const getsMail = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { email } = yield* provisionedUser({ send_email: true })
    const { mails } = yield* Target
    yield* eventually("welcome e-mails", mails(email ?? ""), (seen) => Expect.equal("number", seen.length, 1))
  }),
  { needs: ["outbox"] }
)

test("a scenario of the folder", (context) => runScenario(leaver, { context }))

test("one that waits for an e-mail, on a socket", (context) => runScenario(getsMail, { context, target: "socket" }))

test("one without the context of its test", () => runScenario(addsOne))

describe.concurrent("at the same time", () => {
  test.each([1, 2, 3])("each sees its own users alone: %i", (_) => runScenario(addsOne))
})

test("a target that is not there", async () => {
  await expect(runScenario(addsOne, { target: "http://127.0.0.1:1" })).rejects.toThrow(
    /No scenario was run: .*does not answer/
  )
})
