import { assert, describe, it } from "@effect/vitest"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as WorldChange from "../../../src/persistence/Codec.ts"
import * as Calls from "../../../src/world/calls/Calls.ts"
import { CallAction } from "../../../src/world/calls/CallScript.ts"
import * as StoredCalls from "../../../src/world/calls/StoredCalls.ts"
import { applyDueEvents } from "../../../src/world/life/dueEvents.ts"
import { applyAction, placeCall, rowOf } from "../../../src/world/life/operations.ts"
import { isActive } from "../../../src/world/life/participants.ts"
import type { World } from "../../../src/world/model/World.ts"
import { linus, now, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const saved = (from: World, to: World): World =>
  WorldChange.worldChange.applied(from, JSON.parse(JSON.stringify(WorldChange.worldChange.between(from, to))))

describe("many calls", () => {
  it("apply due events in the order of time, in slices", () => {
    const steps: ReadonlyArray<CallAction> = [
      { do: "ring", at: "1 second" },
      { do: "answer", at: "2 seconds" },
      ...Array.from({ length: 20 }, (_, index): CallAction => ({ do: "tag", tags: [`${index}`], at: "5 seconds" })),
      { do: "end", at: "8 seconds" }
    ]
    let world = worldOf({ users: 400, calls: 0 })
    const active = Array.from({ length: 120 }, (_, index) => UserId.make(200 + index)).filter((id) =>
      isActive(world, id)
    )
    // each user calls another one who calls too
    for (const [index, from] of active.entries())
      world = successOf(placeCall(on(world, now + index), { from, to: active[index - 1] ?? linus, steps }))[0]
    const later = now + 3_600_000
    let parts = 0
    for (; StoredCalls.due(world.calls.stored) <= later; parts++) world = applyDueEvents(on(world, later))
    assert.isAbove(parts, 1)
    const rows = [...HashMap.values(world.calls.stored.rows)]
    assert.isTrue(rows.every(({ endedAt, steps }) => endedAt !== undefined && steps.length === 0))
    // in a busy or unanswered call the tags do not apply
    for (const { events, tags } of rows)
      assert.strictEqual(events.filter(({ type }) => type === "tagged").length, tags.length)
  })
})

describe("a call whose scripted events do not apply", () => {
  it("records a limited number of them, and rejects more", () => {
    const begun = successOf(placeCall(on(worldOf()), { from: "ada", to: "grace", steps: [{ do: "end" }] }))
    const { position } = begun[1]
    let [world] = begun
    let count = 0
    for (; count < 2000; count++) {
      const at = `${count + 1} seconds`
      const step = applyAction(on(world, now + 1000 * count), rowOf(world.calls, position), { do: "answer", at })
      if (Result.isFailure(step)) break
      world = applyDueEvents(on(step.success[0], now + 1000 * (count + 1)))
    }
    assert.isBelow(count, 1001)
    assert.strictEqual(Calls.rowAt(world.calls, position)?.events.length, 1000)
    const why = failureOf(
      applyAction(on(world, now), rowOf(world.calls, position), { do: "rate", who: "ada", rating: 1, at: "1 day" })
    )
    assert.include(why.message, "1000 events")
  })
})

it("rejects guests without a name, without the id of an unplaced call", () => {
  const decode = Schema.decodeUnknownResult(CallAction)
  assert.isTrue(Result.isFailure(decode({ do: "join", guest: "  " })))
  assert.isTrue(Result.isSuccess(decode({ do: "join", guest: "Rosa" })))
  const { message } = failureOf(placeCall(on(worldOf()), { from: "ada", to: "grace", steps: [{ do: "answer" }] }))
  assert.strictEqual(
    message,
    "steps[0]: answer: The call is placed, so it cannot answer. Possible actions: ring, tag, end."
  )
})

describe("an undone call", () => {
  const begun = worldOf()
  const [running, placed] = successOf(
    placeCall(on(begun), { from: "ada", to: "grace", steps: [{ do: "ring" }, { do: "answer" }] })
  )

  it("is in no list after the state was saved", () => {
    const [joined] = successOf(applyAction(on(running, now + 1000), placed, { do: "join", who: "linus" }))
    const before = Calls.ofUser(running.calls, linus).total
    assert.strictEqual(Calls.ofUser(joined.calls, linus).total, before + 1)
    const back = saved(saved(running, joined), running)
    assert.strictEqual(Calls.ofUser(back.calls, linus).total, before)
  })

  it("is not found after another call took its position", () => {
    const [other, { id: another }] = successOf(
      placeCall(on(begun, now + 1000), { from: "linus", to: "grace", startsAt: "2026-01-02T00:00:00Z" })
    )
    const back = saved({ ...other, line: "another" }, running)
    assert.strictEqual(Calls.ofUser(back.calls, linus).total, Calls.ofUser(running.calls, linus).total)
    assert.strictEqual(
      Calls.positionOf(back.calls, another),
      another === placed.id ? Calls.positionOf(running.calls, placed.id) : undefined
    )
  })
})
