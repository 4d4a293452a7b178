import { assert, describe, it } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { ControlRefused } from "../../src/Control.ts"
import { Account } from "../../src/engine/Account.ts"
import { Lists } from "../../src/engine/lists/Lists.ts"
import * as LiveUpdates from "../../src/engine/LiveUpdates.ts"
import { Notices } from "../../src/engine/Notices.ts"
import type { Failure } from "../../src/Problem.ts"
import { journal } from "../../src/resources/emulator/journal.ts"
import type { AnyResource } from "../../src/resources/Resource.ts"
import { ada, engine } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const until = (isSo: () => boolean) =>
  Effect.gen(function* () {
    while (!isSo()) yield* Effect.sleep(1)
  })

/** A list that is followed, which fails each time as the last of these does. */
const setUp = Effect.fnUntraced(function* (failures: Array<Failure>) {
  const account = yield* Account
  yield* account.logIn(ada)
  const lists = yield* Lists
  const notices = yield* Notices
  let times = 0
  const resource: AnyResource = {
    ...journal,
    follow: () =>
      Stream.suspend(() => {
        const failure = failures.length > 1 ? failures.shift() : failures[0]
        times++
        return failure === undefined ? Stream.never : Stream.fail(failure)
      })
  }
  lists.of(resource).open("")
  yield* until(() => lists.of(resource).state.get().fetchedAt !== undefined)
  const following = yield* LiveUpdates.make(resource, true)
  following.show([resource])
  yield* until(() => {
    const { problem, retryAt } = following.state.get()
    return problem !== undefined || retryAt !== undefined
  })
  const problems = () => notices.state.get().all.map(({ text }) => text)
  return { account, following, problems, times: () => times }
})

const world = (
  behaviour: string,
  failures: Array<Failure>,
  test: (world: Effect.Success<ReturnType<typeof setUp>>) => Effect.Effect<void>
) =>
  it.live(behaviour, () =>
    Effect.scoped(Effect.flatMap(setUp(failures), test)).pipe(Effect.provide(engine(Wire.make(undefined))))
  )

const refusal = new ControlRefused({ status: 401, detail: "no token" })
const offline = new Errors.ConnectionFailed({ method: "GET", path: "/", origin: "http://host", reason: "refused" })

describe("a followed list", () => {
  world("shows why the stream is rejected, and reconnects only on request", [refusal], (world) =>
    Effect.gen(function* () {
      const [notice = "", ...others] = world.problems()
      assert.match(notice, /^The emulator asks for the token of its control plane\. Set /)
      assert.deepStrictEqual(others, [])
      assert.isUndefined(world.following.state.get().retryAt)
      assert.isDefined(world.following.state.get().problem)
      assert.strictEqual(world.times(), 1)
      world.following.retry()
      yield* until(() => world.problems().length === 2)
      assert.strictEqual(world.times(), 2)
    })
  )

  world("reconnects automatically while there is no connection", [offline], ({ following, problems }) =>
    Effect.sync(() => {
      assert.deepStrictEqual(problems(), [])
      assert.isDefined(following.state.get().retryAt)
      assert.isUndefined(following.state.get().problem)
    })
  )

  world(
    "ends the session when the stream finds that it has expired",
    [new Errors.SessionEnded({ reason: "Over." })],
    (world) => Effect.sync(() => assert.strictEqual(world.account.state.get().ended, "Over."))
  )
})
