import { assert, describe, it } from "@effect/vitest"
import type { CallEvents } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import * as Calls from "../../../src/world/calls/Calls.ts"
import * as Events from "../../../src/world/calls/events.ts"
import { maxMeasurements } from "../../../src/world/calls/measurements.ts"
import { day, on, worldOf } from "../../support/worlds.ts"

const seeds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))
const positions = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 199 }))
/** How long after its start a call is looked at, in milliseconds: up to 30 years. */
const spans = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * 365 * day }))

const callsOf = (seed: number) => worldOf({ seed, users: 9, calls: 200 })

const eventsAt = (world: ReturnType<typeof worldOf>, position: number, now: number): CallEvents =>
  Events.events(on(world, now), Calls.at(world.calls, position))

const statsOf = ({ stats }: CallEvents) => stats ?? assert.fail("no statistics")

const peopleOf = (events: CallEvents) => statsOf(events).participantStats ?? assert.fail("nobody")

const pointsOf = ({ network }: ReturnType<typeof peopleOf>[number]) => network?.packetLoss ?? assert.fail("no points")

const quality: Readonly<Record<string, number>> = { good: 3, fair: 2, poor: 1 }

const meanQuality = (points: ReadonlyArray<{ readonly result?: string | null }>) =>
  Math.round(points.reduce((sum, { result }) => sum + (quality[result ?? ""] ?? assert.fail()), 0) / points.length)

const runningCall = 0

describe("what is measured", () => {
  it.prop(
    "is in the order of time, within the call, and the averages are of it",
    { seed: seeds, position: positions, span: spans },
    ({ position, seed, span }) => {
      const world = callsOf(seed)
      const call = Calls.at(world.calls, position)
      const events = eventsAt(world, position, call.startedAt + span)
      const end = call.endedAt ?? call.startedAt + span
      const people = peopleOf(events)
      if (call.ending === "missed") return assert.deepStrictEqual([people, statsOf(events).overallQuality], [[], 0])
      for (const { network } of people) {
        const { avgQuality, avgResult, bandwidth = [], packetLoss = [] } = network ?? assert.fail()
        const times = packetLoss?.map(({ timestamp }) => Number(timestamp) * 1000) ?? []
        assert.isAtLeast(times.length, 1)
        assert.isAtMost(times.length, maxMeasurements)
        assert.isTrue(times.every((at, index) => at > (times[index - 1] ?? Number.NEGATIVE_INFINITY)))
        assert.isTrue(times.every((at) => at >= call.startedAt && at <= end))
        assert.deepStrictEqual(
          bandwidth?.map(({ timestamp }) => Number(timestamp) * 1000),
          times
        )
        for (const { audio, video } of [...(bandwidth ?? []), ...(packetLoss ?? [])])
          assert.isTrue([audio, video].every((value) => Number.isInteger(value) && Number(value) >= 0))
        assert.strictEqual(avgQuality, meanQuality(packetLoss ?? []))
        assert.strictEqual(quality[avgResult ?? ""], avgQuality)
      }
      assert.strictEqual(statsOf(events).overallQuality, meanQuality(people.flatMap(pointsOf)))
    }
  )

  it.prop("is the same each time, and another for another seed", { seed: seeds, position: positions }, (given) => {
    const { position, seed } = given
    const now = Date.UTC(2026, 0, 1, 1)
    const points = (of: number) => peopleOf(eventsAt(callsOf(of), position, now)).map(pointsOf)
    assert.deepStrictEqual(points(seed), points(seed))
    if (points(seed).length > 0) assert.notDeepEqual(points(seed), points(seed + 1))
  })

  it.prop("of a call that runs only grows, up to the clock of the tenant", { seed: seeds }, ({ seed }) => {
    const world = callsOf(seed)
    const { startedAt } = Calls.at(world.calls, runningCall)
    const after = (seconds: number) => peopleOf(eventsAt(world, runningCall, startedAt + seconds * 1000)).map(pointsOf)
    const earlier = after(600)
    const later = after(1200)
    for (const [index, points] of earlier.entries()) {
      assert.strictEqual(points.length, 121)
      assert.deepStrictEqual(later[index]?.slice(0, 121), points)
      // every second of a call that lasts longer
      assert.deepStrictEqual(
        after(2400)[index]?.slice(0, 61),
        points.filter((_, at) => at % 2 === 0)
      )
    }
  })

  it.prop("has one bad stretch, of one of both", { seed: seeds }, ({ seed }) => {
    const world = callsOf(seed)
    const finished = 2
    const lengths = peopleOf(eventsAt(world, finished, 0)).map((person) => {
      const bad = pointsOf(person).flatMap(({ video }, at) => (Number(video) >= 7 ? [at] : []))
      return bad.length === 0 ? 0 : Math.max(...bad) - Math.min(...bad) + 1
    })
    const [none = -1, some = -1] = lengths.toSorted((one, other) => one - other)
    assert.strictEqual(none, 0)
    assert.isTrue(some >= 3 && some <= 20, `${some} points`)
  })

  it("of a call of twelve and a half minutes is a point every five seconds", () => {
    const people = peopleOf(eventsAt(worldOf(), 2, 0))
    assert.deepStrictEqual(
      people.map((person) => pointsOf(person).length),
      [151, 151]
    )
  })

  it("is nothing of a call that begins after the clock of the tenant", () => {
    const world = worldOf()
    const events = eventsAt(world, runningCall, Calls.at(world.calls, runningCall).startedAt - 1)
    assert.deepInclude(statsOf(events), { overallQuality: 0, participantStats: [] })
  })

  it("of a call that runs has no end", () => {
    assert.isTrue(
      peopleOf(eventsAt(worldOf(), runningCall, Date.UTC(2026, 0, 1))).every(({ ended }) => ended === undefined)
    )
  })
})
