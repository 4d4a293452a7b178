import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers, UserId } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { resultLines } from "../../src/reporters/lines.ts"
import type { Scenario } from "../../src/scenario/Scenario.ts"
import { running } from "../support/running.ts"

class Unlike extends Schema.TaggedError<Unlike>()("Unlike", {}) {}

const told = (scenario: Scenario) =>
  Effect.map(running({ "my/scenario": scenario }), (results) => results.flatMap(resultLines).join("\n"))

const unknown = UserId.make(999_999)

const deactivated = (id: UserId) => Effect.flatMap(EnterpriseUsers, (users) => users.deactivate(id))

describe("what is told of a failure", () => {
  it.live("is the request of the step that failed and why it was refused, not what the clean-up sent", () =>
    Effect.gen(function* () {
      const text = yield* told(
        scenario(
          Effect.gen(function* () {
            yield* administratorLogsIn
            yield* provisionedUser()
            yield* step("an unknown user is deactivated", deactivated(unknown))
          })
        )
      )
      assert.match(text, /in: an unknown user is deactivated\n/)
      assert.match(text, /PUT \S+\/users\/999999 .*\n.*\{"active":false\}\n\s+→ 4\d\d .*\n\s+journal \d+: .+\n/)
      assert.notInclude(text, "DELETE")
      assert.notInclude(text, "clean-up")
    })
  )

  it.live("is the last request before it where no step failed, and besides it why the clean-up failed", () =>
    Effect.gen(function* () {
      const text = yield* told(
        scenario(
          Effect.gen(function* () {
            yield* administratorLogsIn
            yield* Effect.addFinalizer(() => Effect.die(new Error("the key is lost")))
            const user = yield* provisionedUser()
            yield* Effect.flip(step("an unknown user is deactivated", deactivated(unknown)))
            yield* deactivated(user.id)
            yield* Expect.equal("number", 1, 2)
          })
        )
      )
      assert.notInclude(text, "  in: ")
      assert.notInclude(text, "999999")
      assert.match(text, /PUT .*\n.*\{"active":false\}\n\s+→ 200 /)
      assert.notInclude(text, "DELETE")
      assert.match(text, /\n\s+clean-up: the key is lost\n/)
    })
  )

  it.live("is the clean-up alone where nothing else failed", () =>
    Effect.gen(function* () {
      const text = yield* told(scenario(Effect.addFinalizer(() => Effect.die(new Error("the key is lost")))))
      assert.match(text, /CleanUpFailed: What the scenario created was not cleaned up: the key is lost/)
    })
  )

  it.live("is the step whose error another was made of", () =>
    Effect.gen(function* () {
      const act = Effect.mapError(step("an unknown user is deactivated", deactivated(unknown)), () => new Unlike())
      const text = yield* told(scenario(Effect.andThen(administratorLogsIn, act)))
      assert.match(text, /in: an unknown user is deactivated\n.*Unlike/)
    })
  )

  it.live("is the last requests of a step that sent many", () =>
    Effect.gen(function* () {
      const users = Effect.flatMap(EnterpriseUsers, (users) => users.list({}))
      const act = Effect.andThen(Effect.repeat(users, { times: 9 }), Expect.equal("number", 1, 2))
      const text = yield* told(scenario(Effect.andThen(administratorLogsIn, step("users are listed", act))))
      assert.include(text, "7 earlier requests of the step are left out")
      assert.lengthOf(text.match(/→ 200/g) ?? [], 3)
    })
  )
})
