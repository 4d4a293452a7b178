import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"

import { streamEntries, maxWaiting } from "../../../src/control/journal.ts"
import * as Journal from "../../../src/tenants/Journal.ts"
import { over } from "../../tenants/journal/support/exchanges.ts"

describe("a slow follower of the journal", () => {
  it.effect("is ended when too many entries wait for it", () =>
    Effect.gen(function* () {
      const journal = Journal.make(1)
      let followers = 0
      const counting: Journal.Journal = {
        ...journal,
        follow: (follower) => {
          const stop = journal.follow(follower)
          followers += 1
          return () => {
            followers = 0
            stop()
          }
        }
      }
      const { body } = streamEntries(counting)
      assert.strictEqual(body._tag, "Stream")
      if (body._tag !== "Stream") return
      const begun = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const chunks: Array<Uint8Array> = []
      const reading = yield* Effect.forkChild(
        Stream.runForEach(body.stream, (chunk) => {
          chunks.push(chunk)
          return Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(goOn))
        })
      )
      yield* Deferred.await(begun)
      for (let count = 0; count < maxWaiting + 10; count += 1) over(journal)
      assert.strictEqual(followers, 0)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(reading)
      const heard = Buffer.concat(chunks)
        .toString()
        .split("\n\n")
        .filter((event) => event.startsWith("data: "))
      assert.lengthOf(heard, maxWaiting)
    })
  )
})

describe("a follower of the journal", () => {
  it.effect("reads a comment when the state changed, and one for several changes", () =>
    Effect.gen(function* () {
      const region = { watchers: new Set<() => void>() }
      const { body } = streamEntries(Journal.make(1), [region])
      if (body._tag !== "Stream") return assert.fail(body._tag)
      const chunks: Array<string> = []
      yield* Stream.runForEach(Stream.take(body.stream, 2), (chunk) =>
        Effect.sync(() => {
          chunks.push(Buffer.from(chunk).toString())
          if (chunks.length === 1)
            for (let count = 0; count < 3; count += 1) for (const watch of region.watchers) watch()
        })
      )
      assert.deepStrictEqual(chunks, [": entries from now on\n\n", ": the state changed\n\n"])
      assert.strictEqual(region.watchers.size, 0)
    })
  )
})
