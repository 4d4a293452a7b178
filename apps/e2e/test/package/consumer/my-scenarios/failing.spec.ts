import { appendFileSync } from "node:fs"

import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, runScenario, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import { test, vi } from "vitest"

const unmetMinimums = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { entries } = yield* (yield* EnterpriseUsers).list()
    yield* step("the first is looked at", Expect.equal("their e-mail address", entries[0]?.email, "nobody@example.com"))
  })
)

const refused = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    yield* step("a strange filter is used", (yield* EnterpriseUsers).list({ filter: "shoe=12" }))
  })
)

const endless = scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    yield* Effect.addFinalizer(() =>
      Effect.andThen(
        Effect.sleep("300 millis"),
        Effect.sync(() => appendFileSync("cleaned-up", "once\n"))
      )
    )
    return yield* Effect.never
  })
)

test("an expectation", (context) => runScenario(unmetMinimums, { context }))

test("a request", (context) => runScenario(refused, { context }))

test("a time-out of the test", { timeout: 500 }, (context) => runScenario(endless, { context }))

test("a time-out of its own", (context) => runScenario(endless, { context, timeout: "500 millis" }))

test("a target that lacks something", (context) => {
  for (const name of ["EMAIL", "PASSWORD", "COLLEAGUE_EMAIL", "COLLEAGUE_PASSWORD", "PERSONAL_ACCESS_TOKEN", "API_KEY"])
    vi.stubEnv(`REMOTE_ASSIST_${name}`, `${name.toLowerCase()}@example.com`)
  vi.stubEnv("REMOTE_ASSIST_REGION", "us")
  vi.stubEnv("REMOTE_ASSIST_US_URL", "http://127.0.0.1:1/us/api")
  return runScenario(scenario(Effect.void, { needs: ["world"] }), { context, target: "live" })
})
