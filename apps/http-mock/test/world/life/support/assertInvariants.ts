import { assert } from "@effect/vitest"
import type { CallId } from "@remote-assist/core/Calls"
import { Call as ShownCall, CallEvents, RecentCall } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"

import { list, read, recent } from "../../../../src/service/groups/Calls.ts"
import { events } from "../../../../src/world/calls/answers.ts"
import { isGuest } from "../../../../src/world/calls/Call.ts"
import type { CallRow, Person } from "../../../../src/world/calls/Call.ts"
import * as Calls from "../../../../src/world/calls/Calls.ts"
import { show } from "../../../../src/world/calls/fields.ts"
import { due } from "../../../../src/world/calls/StoredCalls.ts"
import { stateOf } from "../../../../src/world/life/participants.ts"
import { runToEnd } from "../../../../src/world/lists/select.ts"
import type { World } from "../../../../src/world/model/World.ts"
import * as Users from "../../../../src/world/users/Users.ts"
import { positionsOf } from "../../../support/rows.ts"
import { answerOf, as, failureOf, on } from "../../../support/worlds.ts"
import type { Place } from "./moves.ts"

const rowsOf = ({ calls }: World) => [...HashMap.values(calls.stored.rows)]

const allPositions = (world: World) => [
  ...Array.from({ length: world.calls.size }, (_, position) => position),
  ...rowsOf(world).flatMap(({ position }) => (position < world.calls.size ? [] : [position]))
]

const nameOf = (person: Person) => (isGuest(person) ? person.guest : String(person))

/** The state and the participants that follow from the events of a call. */
const replayed = ({ dialer, events }: CallRow) => {
  let state = "none"
  const present = new Set<string>()
  for (const { type, who } of events) {
    const name = who === undefined ? "" : nameOf(who)
    if (type === "placed") state = "placed"
    if (type === "ringing") state = "ringing"
    if (type === "answered") {
      state = "running"
      present.add(name).add(nameOf(dialer))
    }
    if (type === "joined") {
      assert.isFalse(present.has(name), `${name} joins twice`)
      present.add(name)
    }
    if (type === "left") assert.isTrue(present.delete(name), `${name} leaves without being in the call`)
    if (type === "ended") {
      assert.notStrictEqual(state, "ended", "ended twice")
      state = "ended"
    }
    if (state === "ended") assert.include(["ended", "rated", "tagged", "refused", "invited"], type)
  }
  return { state, present: [...present].toSorted() }
}

const isOpen = ({ stays }: CallRow["participants"][number]) => stays.some(({ to }) => to === undefined)

/** Asserts that the fields of a call match its events, and that its times are within the call. */
const assertRow = (row: CallRow, ofSeed: boolean) => {
  const open = row.participants.filter(isOpen).map(({ who }) => nameOf(who))
  // a running seeded call has participants without events
  if (!ofSeed) assert.deepStrictEqual(replayed(row), { state: stateOf(row), present: open.toSorted() })
  assert.strictEqual(row.endedAt !== undefined, row.ending !== undefined)
  if (row.endedAt !== undefined) assert.deepStrictEqual([open, row.ringing], [[], undefined])
  const times = row.events.map(({ at }) => at)
  assert.deepStrictEqual(
    times,
    times.toSorted((one, other) => one - other)
  )
  assert.strictEqual(new Set(row.participants.map(({ who }) => nameOf(who))).size, row.participants.length)
  for (const { stays } of row.participants)
    for (const { from, to = Number.POSITIVE_INFINITY } of stays)
      assert.isTrue(from >= row.startedAt && to >= from && to <= (row.endedAt ?? Number.POSITIVE_INFINITY))
}

const profileAt = (network: CallRow["participants"][number]["network"], at: number) =>
  network.findLast(({ from }) => Math.floor(from / 1000) <= at)?.profile

const resultOf = { good: "good", congested: "fair", dropping: "poor" } as const

const encode = {
  call: Schema.encodeSync(ShownCall),
  events: Schema.encodeSync(CallEvents),
  recent: Schema.encodeSync(RecentCall)
}

/** Asserts that the operations show a call consistently, and as the contract requires. */
const assertCall = ({ now, world }: Place, position: number) => {
  const context = on(world, now)
  const call = Calls.at(world.calls, position)
  const shown = encode.call(show(context, call))
  const { call: shownCall, stats } = encode.events(events(context, call))
  assert.strictEqual(shown.session, Calls.idOf(world.calls, position))
  assert.strictEqual(Calls.positionOf(world.calls, shown.session), position)
  assert.strictEqual("timeCallEnded" in shown, shown.reasonCallEnded !== "")
  assert.strictEqual(shownCall?.callDuration, shown.callDuration)
  assert.strictEqual(shownCall?.reasonCallEnded, shown.reasonCallEnded)
  if (call.endedAt !== undefined)
    assert.strictEqual(
      shown.callDuration,
      call.answeredAt === undefined ? 0 : Math.floor((call.endedAt - call.answeredAt) / 1000)
    )
  const met = call.participants.filter(({ stays }) => stays.some(({ from, to = now }) => to >= from))
  const people = stats?.participantStats ?? []
  assert.isAtMost(people.length, met.length)
  if (call.answeredAt === undefined) assert.deepStrictEqual(people, [])
  const row = Calls.rowAt(world.calls, position)
  for (const { network, started, ended, isDialer } of people) {
    const points = network?.packetLoss ?? []
    for (const { timestamp } of points ?? []) {
      assert.isAtLeast(Number(timestamp), Number(started?.timestamp))
      if (ended?.timestamp !== undefined) assert.isAtMost(Number(timestamp), Number(ended.timestamp))
    }
    const dialer = row?.participants[0]
    if (isDialer !== true || dialer === undefined) continue
    for (const { result, timestamp } of points ?? []) {
      const profile = profileAt(dialer.network, Number(timestamp))
      // in the second of a change, either profile is correct
      const earlier = profileAt(dialer.network, Number(timestamp) - 1)
      if (profile !== undefined && profile === earlier) assert.strictEqual(result, resultOf[profile])
    }
  }
}

/** Asserts that every list of calls of a user is complete and sorted. */
const assertUser = ({ now, world }: Place, position: number) => {
  const caller = Users.rowAt(world.users, position)
  const context = as(caller, world, now)
  const { id } = caller.entry
  const own = allPositions(world)
    .map((at) => Calls.at(world.calls, at))
    .filter((call) => Calls.isIn(call, id))
  const pages = [1, 2, 3, 4, 5, 6].flatMap((page) => answerOf(runToEnd(list(context, { page, page_size: 7 }))))
  const ids = pages.map(({ session }) => session)
  const expected = own.map((call) => Calls.idOf(world.calls, call.position)).slice(0)
  assert.sameMembers(ids.slice(0, 42), expected.length > 42 ? ids.slice(0, 42) : expected)
  const starts = pages.map(({ timeCallStarted }) => Number(timeCallStarted))
  assert.deepStrictEqual(
    starts,
    starts.toSorted((one, other) => other - one)
  )
  const found = answerOf(runToEnd(list(context, { filter: "intraEnterpriseCall=true", page_size: 100 })))
  const filtered = answerOf(runToEnd(list(context, { page_size: 100 }))).filter((call) => call.intraEnterpriseCall)
  assert.sameMembers(
    found.map(({ session }) => session),
    filtered.map(({ session }) => session)
  )
  for (const shown of pages.slice(0, 3)) assert.deepStrictEqual(answerOf(read(context, shown.session, show)), shown)
  const [latest] = pages
  if (latest === undefined) return assert.strictEqual(failureOf(recent(context)).cause, "notFound")
  const answer = answerOf(recent(context))
  const [seen] = [answer].flat()
  if (seen === undefined) return assert.fail("nothing recent")
  encode.recent(seen)
  assert.strictEqual(seen.start_time, latest.timestamp)
  assert.strictEqual(seen.reason, latest.reasonCallEnded)
  const contact = Users.shownAt(world.users, Number(seen.contact?.id) - Users.idAt(0))
  if (contact !== undefined && seen.contact?.is_group !== true)
    assert.strictEqual(
      seen.contact?.available,
      Users.rowAt(world.users, Number(seen.contact?.id) - Users.idAt(0)).entry.available
    )
}

/** Asserts that no user is in two placed calls, and that users in a call are not available. */
const assertPresence = (world: World) => {
  const callOf = new Map<Person, CallId>()
  for (const row of rowsOf(world).filter(({ position }) => position >= world.calls.size)) {
    if (row.endedAt !== undefined) continue
    const people = new Set([
      row.dialer,
      ...row.participants.filter(isOpen).flatMap(({ who }) => (isGuest(who) ? [] : [who]))
    ])
    for (const person of people) {
      assert.isUndefined(callOf.get(person), `${person} is in two calls`)
      callOf.set(person, row.id)
    }
    for (const { who, stays } of row.participants.filter(isOpen)) {
      if (isGuest(who)) continue
      const { active, available, first_call_at, last_used_at } = Users.rowAt(world.users, who - Users.idAt(0)).entry
      assert.deepStrictEqual([active, available], [true, false])
      assert.isTrue(first_call_at !== "" && last_used_at !== "" && stays.length > 0)
    }
  }
  for (const position of positionsOf(world.users, 0, 3)) {
    const { entry } = Users.rowAt(world.users, position)
    const never = position < 3 && (Users.rowAt(world.users, position).deactivations ?? 0) === 0
    const isThere = rowsOf(world).some(
      (row) =>
        !(row.position < world.calls.size && (row.dialer === entry.id || row.receiver === entry.id)) &&
        row.participants.some((one) => one.who === entry.id && isOpen(one))
    )
    if (never && !isThere) assert.isTrue(entry.available, `${entry.username} is available again`)
  }
}

/** Asserts the invariants of a world with placed calls. */
export const assertInvariants = (place: Place) => {
  const { now, world } = place
  assert.isAbove(due(world.calls.stored), now)
  for (const row of rowsOf(world)) assertRow(row, row.position < world.calls.size)
  for (const position of allPositions(world)) assertCall(place, position)
  for (const position of positionsOf(world.users, 0, world.users.next)) assertUser(place, position)
  assertPresence(world)
}
