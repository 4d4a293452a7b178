import { assert, describe, it } from "@effect/vitest"
import { Call, CallEvents, CallEventStream } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import * as Events from "../../../src/world/calls/answers.ts"
import * as Calls from "../../../src/world/calls/Calls.ts"
import { show } from "../../../src/world/calls/fields.ts"
import { on, worldOf } from "../../support/worlds.ts"

const world = worldOf()

const callAt = (position: number, from = world) => Calls.at(from.calls, position)

const named = (last: number) =>
  callAt(Calls.positionOf(world.calls, `call_00000000-0000-4000-8000-00000000000${last}`) ?? assert.fail())

const [finished, missed, running] = [named(1), named(2), named(3)]

const idOf = ({ position }: Calls.Call) => Calls.idOf(world.calls, position)

describe("the events of a call", () => {
  it("have statistics of both participants after the call", () => {
    const { call, error, stats } = Events.events(on(world), finished)
    assert.isFalse(error)
    const id = idOf(finished)
    assert.deepInclude(call, { callId: id, dialerId: "101", recordingPath: `${id}.mp4` })
    assert.deepStrictEqual(
      stats?.participantStats?.map(({ isDialer, name }) => [name, isDialer]),
      [
        ["Ada Lovelace", true],
        ["Linus Torvalds", false]
      ]
    )
  })

  it("have no statistics for a missed call", () => {
    assert.deepInclude(Events.events(on(world), missed).stats, {
      overallQuality: 0,
      session: idOf(missed),
      participantStats: []
    })
  })

  it("have statistics of a running call up to the current time", () => {
    const now = running.startedAt + 61_000
    const { call, stats } = Events.events(on(world, now), running)
    const seconds = (millis: number) => Math.floor(millis / 1000)
    assert.strictEqual(call?.lastEvaluatedTimestamp, seconds(now))
    assert.strictEqual(stats?.participantStats?.[0]?.network?.bandwidth?.at(-1)?.timestamp, seconds(now - 1000))
  })

  it("contain the start of the call", () => {
    const { data, datetime, type } = Events.eventStream(on(world), finished)
    assert.deepStrictEqual([datetime, type], ["2025-12-31T00:00:00.000000Z", "request"])
    const started = { event_type: "call_started", status: "unknown", call_id: idOf(finished), is_group: false }
    assert.deepInclude(data, started)
    assert.strictEqual(data?.to?.name, "Linus Torvalds")
  })

  it("match the contract for every call", () => {
    const many = worldOf({ users: 9, calls: 100 })
    for (let position = 0; position < 100; position++) {
      const call = callAt(position, many)
      const [shown, events, stream] = [
        show(on(many), call),
        Events.events(on(many), call),
        Events.eventStream(on(many), call)
      ]
      assert.deepStrictEqual(Schema.encodeSync(Call)(shown), shown)
      assert.deepStrictEqual(Schema.encodeSync(CallEvents)(events), events)
      assert.deepStrictEqual(Schema.encodeSync(CallEventStream)(stream), stream)
    }
  })
})
