import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../src/Auth.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { Session } from "../src/Session.ts"
import type { Answer } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
const unavailable = (headers: Record<string, string> = {}) => new Response("busy", { status: 503, headers })

const requestsOf = (answer: Answer, act: Effect.Effect<unknown, unknown, Auth | EnterpriseUsers>) => {
  const { sent, layer } = wire(answer)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("t") })
    const call = yield* Effect.forkChild(Effect.exit(act))
    yield* TestClock.adjust("20 seconds")
    yield* Fiber.join(call)
    return sent.length
  }).pipe(Effect.provide(layer))
}

const twiceBusy: Answer = (_, index) => (index < 2 ? unavailable() : json(200, page))

const users = <A, E>(act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(EnterpriseUsers, act)

describe("Retry", () => {
  it.effect("repeats a safe call until the service is back", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          twiceBusy,
          users((_) => _.list())
        ),
        3
      )
    })
  )

  it.effect("gives up on a safe call after three repeats", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          () => unavailable(),
          users((_) => _.list())
        ),
        4
      )
    })
  )

  it.effect("repeats idempotent calls", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* requestsOf(
          twiceBusy,
          users((_) => _.deactivate(UserId.make(7)))
        ),
        3
      )
    })
  )

  it.effect.each([
    ["provision", users((_) => _.provision({ email: "a@example.com" }))],
    ["log-in", Effect.flatMap(Auth, (auth) => auth.logIn({ email: "a", password: Redacted.make("p") }))]
  ] as const)("sends an unsafe %s once", ([, act]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requestsOf(() => unavailable(), act), 1)
    })
  )

  it.effect("waits at least as long as Retry-After says", () => {
    const { sent, layer } = wire((_, index) => (index === 0 ? unavailable({ "retry-after": "10" }) : json(200, page)))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const call = yield* Effect.forkChild(users((_) => _.list()))
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(sent.length, 1)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(call)
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })
})
