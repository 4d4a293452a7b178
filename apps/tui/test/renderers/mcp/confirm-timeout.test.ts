import { assert, describe, it } from "@effect/vitest"
import * as McpSchema from "effect/ai/McpSchema"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { confirm, Confirmation, makeOpenQuestions, timeoutSeconds } from "../../../src/renderers/mcp/confirm.ts"

const question = { about: "users.delete 102", name: "grace@example.com", text: "Delete?", command: "remote-assist" }

const capabilities = new McpSchema.ClientCapabilities({ elicitation: {} })

const context = McpSchema.McpRequestContext.of({
  clientId: 0,
  protocolVersion: "2025-11-25",
  clientCapabilities: capabilities
})

const client = (elicit: McpSchema.McpReverseClient["elicit"]) =>
  McpSchema.McpServerClient.of({
    clientId: 0,
    protocolVersion: "2025-11-25",
    clientCapabilities: capabilities,
    clientInfo: { name: "test", version: "1" },
    initializePayload: {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo: { name: "test", version: "1" }
    },
    getClient: Effect.succeed({
      listRoots: () => Effect.die("not asked for"),
      createMessage: () => Effect.die("not asked for"),
      elicit
    })
  })

describe("confirm", () => {
  it.effect("rejects the change without an answer", () =>
    Effect.gen(function* () {
      let isWithdrawn = false
      const never = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          isWithdrawn = true
        })
      )
      const confirmation = {
        isSkipped: false,
        questions: makeOpenQuestions(),
        disconnected: yield* Deferred.make<void>()
      }
      const fiber = yield* Effect.flip(confirm(question)).pipe(
        Effect.provideService(
          McpSchema.McpServerClient,
          client(() => never)
        ),
        Effect.provideService(McpSchema.McpRequestContext, context),
        Effect.provideService(Confirmation, confirmation),
        Effect.forkChild
      )
      yield* TestClock.adjust(`${timeoutSeconds} seconds`)
      const stopped = yield* Fiber.join(fiber)
      assert.isTrue(isWithdrawn)
      assert.strictEqual(stopped._tag, "CommandError")
      assert.include(String(stopped), `there was no answer within ${timeoutSeconds} s`)
    })
  )

  it.effect("accepts an answer once, for its own change and until the timeout", () =>
    Effect.gen(function* () {
      const { add, close } = makeOpenQuestions()
      const state = yield* add("users.delete 102")
      assert.isTrue(yield* close(state, "users.delete 102"))
      assert.isFalse(yield* close(state, "users.delete 102"))
      assert.isFalse(yield* close(yield* add("users.delete 102"), "users.delete 103"))
      const late = yield* add("users.delete 102")
      yield* TestClock.adjust("5 minutes")
      assert.isFalse(yield* close(late, "users.delete 102"))
      assert.isFalse(yield* close("made up", "users.delete 102"))
    })
  )
})
