import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { Account } from "../../../src/engine/Account.ts"
import { Lists } from "../../../src/engine/lists/Lists.ts"
import { calls } from "../../../src/resources/calls/calls.ts"
import { oncall } from "../../../src/resources/oncall.ts"
import { filterNames } from "../../../src/resources/Resource.ts"
import type { AnyResource } from "../../../src/resources/Resource.ts"
import { users } from "../../../src/resources/users.ts"
import { ada, engine } from "../../support/start.ts"
import * as Wire from "../../support/wire.ts"

const over = new Errors.SessionEnded({ reason: "Over." })

/** Somebody who is logged in, and what core's services find out late. */
const setUp = Effect.gen(function* () {
  const account = yield* Account
  yield* account.logIn(ada)
  const { provided } = yield* Lists
  const found = yield* Deferred.make<never, Errors.SessionEnded | "other">()
  const pending = yield* Effect.forkChild(Effect.flip(provided(Deferred.await(found))))
  yield* Effect.yieldNow
  const finds = (error: Errors.SessionEnded | "other") =>
    Effect.andThen(Deferred.fail(found, error), Fiber.join(pending))
  return { account, finds }
})

const world = (behaviour: string, test: (world: Effect.Success<typeof setUp>) => Effect.Effect<void>) =>
  it.live(behaviour, () =>
    Effect.scoped(Effect.flatMap(setUp, test)).pipe(Effect.provide(engine(Wire.make(undefined))))
  )

describe("a request that finds that the session has ended", () => {
  world("ends the session, and fails in the same way", ({ account, finds }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* finds(over), over)
      assert.strictEqual(account.state.get().ended, "Over.")
    })
  )

  world("keeps the session of another user who has logged in meanwhile", ({ account, finds }) =>
    Effect.gen(function* () {
      yield* account.logIn({ way: "anonymous", values: { name: "Visitor" } })
      yield* finds(over)
      assert.strictEqual(account.state.get().who, "Visitor (anonymous)")
    })
  )

  world("keeps the session after any other failure", ({ account, finds }) =>
    Effect.gen(function* () {
      yield* finds(new Errors.SessionEnded({ reason: "Replaced.", state: "replaced" }))
      assert.isDefined(account.state.get().who)
    })
  )
})

describe("a filter", () => {
  const filtered: ReadonlyArray<AnyResource> = [calls, oncall, users]
  it.live.each(filtered)("of $title has only fields that the service filters by", (resource) =>
    Effect.gen(function* () {
      yield* (yield* Account).logIn(ada)
      const { provided } = yield* Lists
      for (const name of filterNames(resource)) yield* provided(resource.read(`${name}~=%a%`, 1))
    }).pipe(Effect.provide(engine(Wire.make(undefined))))
  )
})
