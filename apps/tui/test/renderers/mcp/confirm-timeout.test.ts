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
        questions: yield* makeOpenQuestions,
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
      const confirmation = {
        isSkipped: false,
        questions: yield* makeOpenQuestions,
        disconnected: yield* Deferred.make<void>()
      }
      const call = (about: string, request: Partial<McpSchema.McpRequestContext["Service"]> = {}) =>
        Effect.result(confirm({ ...question, about })).pipe(
          Effect.provideService(McpSchema.McpRequestContext, { ...context, ...request }),
          Effect.provideService(Confirmation, confirmation)
        )
      const ask = Effect.map(call("users.delete 102"), (result) =>
        result._tag === "Failure" && result.failure._tag === "InputRequired"
          ? result.failure.input.requestState
          : undefined
      )
      const answer = (requestState: string | undefined, about: string) => {
        const confirm = { action: "accept" as const, content: { name: question.name } }
        return Effect.map(call(about, { requestState, inputResponses: { confirm } }), ({ _tag }) => _tag === "Success")
      }
      const state = yield* ask
      assert.isTrue(yield* answer(state, "users.delete 102"))
      assert.isFalse(yield* answer(state, "users.delete 102"))
      assert.isFalse(yield* answer(yield* ask, "users.delete 103"))
      const late = yield* ask
      yield* TestClock.adjust("5 minutes")
      assert.isFalse(yield* answer(late, "users.delete 102"))
      assert.isFalse(yield* answer("made up", "users.delete 102"))
    })
  )
})
