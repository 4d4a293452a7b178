import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { OnCallGroupId, OnCallGroups } from "../src/OnCallGroups.ts"
import { Session } from "../src/Session.ts"
import type { Answer } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const notFound = () => json(400, { code: 404, message: "User not found", name: "generic" })

const removed = <A, E>(answer: Answer, act: Effect.Effect<A, E, EnterpriseUsers | OnCallGroups>) => {
  const { sent, layer } = wire(answer)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    const call = yield* Effect.forkChild(Effect.result(act))
    yield* TestClock.adjust("20 seconds")
    return { result: yield* Fiber.join(call), sent }
  }).pipe(Effect.provide(layer))
}

const user = Effect.flatMap(EnterpriseUsers, (users) => users.remove(UserId.make(7)))

describe("a DELETE that is repeated", () => {
  it.effect.each([
    ["a failure of the service", () => new Response("", { status: 502 })],
    ["no answer", () => Effect.never]
  ] as const)("is done when it finds nothing after %s", ([, first]) =>
    Effect.gen(function* () {
      const { result, sent } = yield* removed((_, index) => (index === 0 ? first() : notFound()), user)
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual(sent.length, 2)
    })
  )

  it.effect("is done if its answer would be a text", () =>
    Effect.gen(function* () {
      const { result } = yield* removed(
        (_, index) => (index === 0 ? new Response("", { status: 502 }) : json(401, { code: 7, message: "Not found" })),
        Effect.flatMap(OnCallGroups, (groups) => groups.unfavorite(OnCallGroupId.make(7)))
      )
      assert.deepInclude(result, { _tag: "Success", success: "" })
    })
  )

  it.effect.each([
    ["an error that is not known", () => json(400, { code: 1, message: "An unknown error occurred", name: "generic" })],
    [
      "a reason that has another subject",
      () =>
        json(400, {
          code: 1,
          message: "User cannot be deleted, there is no other administrator",
          name: "generic"
        })
    ],
    ["the 404 of an ingress", () => new Response("<html>default backend - 404</html>", { status: 404 })]
  ] as const)("fails where it then meets %s", ([, second]) =>
    Effect.gen(function* () {
      const { result } = yield* removed(
        (_, index) => (index === 0 ? new Response("", { status: 503 }) : second()),
        user
      )
      assert.strictEqual(result._tag, "Failure")
    })
  )

  it.effect("is done if the service answers 404", () =>
    Effect.gen(function* () {
      const { result } = yield* removed(
        (_, index) => (index === 0 ? new Response("", { status: 503 }) : json(404, { code: 7, message: "No" })),
        user
      )
      assert.strictEqual(result._tag, "Success")
    })
  )

  it.effect("fails if it finds nothing at once, or after a request that was not carried out", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* removed(notFound, user)).result._tag, "Failure")
      const busy = () => new Response("", { status: 429 })
      assert.strictEqual((yield* removed((_, i) => (i === 0 ? busy() : notFound()), user)).result._tag, "Failure")
    })
  )
})
