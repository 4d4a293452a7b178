import { assert, it } from "@effect/vitest"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { describe } from "vitest"

import * as Observable from "../../../src/Observable.ts"
import { slowService } from "../../../src/renderers/headless/output.ts"
import { Requests } from "../../../src/requests/Requests.ts"
import type { Outcome, RequestEntry } from "../../../src/requests/Requests.ts"

const entry = (at: number, outcome: Outcome): RequestEntry => ({
  number: 1,
  at,
  method: "GET",
  path: "/v1/user",
  outcome,
  outgoing: { method: "GET", url: "", headers: {}, body: undefined }
})

const answered = (status: number): Outcome => ({ _tag: "Answered", status, bytes: 0, took: 0 })

/** Starts the wait with a log of requests. */
const started = Effect.fnUntraced(function* (requests: ReadonlyArray<RequestEntry>) {
  const state = Observable.make(requests)
  const fiber = yield* slowService.pipe(
    Effect.provideService(
      Requests,
      Requests.of({ state, offlineSince: Observable.make<number | undefined>(undefined), forget: () => undefined })
    ),
    Effect.provide(
      Region.Region.layer({ name: "eu", baseUrl: "https://eu.example.com", apiKey: Redacted.make("key") })
    ),
    Effect.forkChild
  )
  return { fiber, state }
})

describe("a command", () => {
  it.effect("says that it waits when a request has no answer after 2 seconds", () =>
    Effect.gen(function* () {
      const { fiber } = yield* started([entry(0, { _tag: "Pending" })])
      yield* TestClock.adjust("1900 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("300 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "Waiting for https://eu.example.com/api …")
    })
  )

  it.effect("says that it waits when the service stays busy through retries", () =>
    Effect.gen(function* () {
      const { fiber, state } = yield* started([entry(0, answered(200)), entry(100, answered(503))])
      yield* TestClock.adjust("1 second")
      state.update((all) => [...all, entry(1000, { _tag: "Pending" })])
      yield* TestClock.adjust("1200 millis")
      assert.isDefined(fiber.pollUnsafe())
    })
  )

  it.effect("says nothing while each request is answered", () =>
    Effect.gen(function* () {
      const { fiber, state } = yield* started([entry(0, answered(200))])
      yield* TestClock.adjust("5 seconds")
      state.update((all) => [...all, entry(5000, { _tag: "Pending" })])
      yield* TestClock.adjust("1 second")
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
    })
  )
})
