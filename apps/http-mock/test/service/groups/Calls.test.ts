import { assert, describe, it } from "@effect/vitest"
import { CallId, RecentCall } from "@remote-assist/core/Calls"
import type { CallQuery } from "@remote-assist/core/Calls"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as Calls from "../../../src/service/groups/Calls.ts"
import { provision, remove, update } from "../../../src/service/groups/EnterpriseUsers.ts"
import * as Events from "../../../src/world/calls/answers.ts"
import { show } from "../../../src/world/calls/fields.ts"
import { runToEnd } from "../../../src/world/lists/select.ts"
import type { World } from "../../../src/world/model/World.ts"
import * as Users from "../../../src/world/users/Users.ts"
import {
  ada,
  answerOf,
  as,
  edsger,
  failureOf,
  grace,
  linus,
  now,
  on,
  successOf,
  worldOf
} from "../../support/worlds.ts"

const world = worldOf()

const userOf = (id: number, from: World = world) => Option.getOrThrow(Users.byId(from.users, id))

const idOf = (last: number) => CallId.make(`call_00000000-0000-4000-8000-00000000000${last}`)
const [finished, missed, running] = [idOf(1), idOf(2), idOf(3)]

const listOf = (query: CallQuery = {}, user = ada, from = world) =>
  answerOf(runToEnd(Calls.list(as(userOf(user, from), from), query)))

const sessions = (query: CallQuery = {}, user = ada, from = world) =>
  listOf(query, user, from).map(({ session }) => session)

const shown = (id: CallId, from = world) => show(on(from), successOf(Calls.findCall(as(userOf(ada, from), from), id)))

const epoch = Date.UTC(2026, 0, 1) / 1000

describe("the default world", () => {
  it("has three calls of ada: running, missed and finished", () => {
    assert.deepStrictEqual(sessions(), [running, missed, finished])
  })

  it("shows the finished call with recording and rating, times as integers", () => {
    assert.deepInclude(shown(finished), {
      session: finished,
      timeCallStarted: epoch - 86_400,
      timeCallEnded: epoch - 86_400 + 754,
      callDuration: 754,
      reasonCallEnded: "Call Ended",
      recordingStatus: "finished",
      dialderId: "101",
      dialerName: "Ada Lovelace",
      receiverId: "103",
      ratings: [{ participant_id: "101", rating: "5" }]
    })
    assert.match(
      shown(finished).recordingUrl ?? "",
      new RegExp(
        `^http://127\\.0\\.0\\.1:4010/us/recordings/${finished}\\.mp4\\?expires=${now / 1000 + 3600}&signature=[\\w-]{43}$`
      )
    )
    const linusAsParty = { email: "linus@example.com", enterpriseId: "8888", id: "103", username: "linus" }
    assert.deepStrictEqual(shown(finished).receiver, { ...linusAsParty, name: "Linus Torvalds" })
    assert.deepStrictEqual(shown(finished).participants?.[1], {
      ...linusAsParty,
      name: "Linus Torvalds",
      isAnonymous: false
    })
  })

  it("shows the missed call as timed out, without duration and recording", () => {
    assert.deepInclude(shown(missed), { reasonCallEnded: "Timed out", callDuration: 0, recordingUrl: "" })
  })

  it("shows the running call without end and duration", () => {
    const call = shown(running)
    assert.notProperty(call, "timeCallEnded")
    assert.notProperty(call, "callDuration")
    assert.strictEqual(call.reasonCallEnded, "")
  })

  it("shows times in milliseconds by the option", () => {
    const call = shown(finished, worldOf({ choices: { "calls.time-units": 1000 } }))
    assert.strictEqual(call.callDuration, 754_000)
    assert.strictEqual(call.timeCallStarted, (epoch - 86_400) * 1000)
  })
})

describe("list", () => {
  const many = worldOf({ users: 40, calls: 500 })

  it("lists the calls of the caller only", () => {
    assert.deepStrictEqual(sessions({}, linus), [finished])
    assert.deepStrictEqual(sessions({}, grace), [running, missed])
    assert.deepStrictEqual(sessions({}, edsger), [])
  })

  it("has 20 entries per page by default, and none beyond the last page", () => {
    assert.strictEqual(sessions({}, ada, many).length, 20)
    const pages = [1, 2, 3, 4, 5].map((page) => sessions({ page, page_size: 100 }, ada, many))
    assert.strictEqual(new Set(pages.flat()).size, 500)
    assert.deepStrictEqual(sessions({ page: 6, page_size: 100 }, ada, many), [])
  })

  it("filters by every operator", () => {
    assert.deepStrictEqual(sessions({ filter: "reasonCallEnded=Timed out" }), [missed])
    assert.deepStrictEqual(sessions({ filter: "receiverName~=Linus%" }), [finished])
    assert.deepStrictEqual(sessions({ filter: `timeCallStarted>${epoch - 86_400}` }), [running, missed])
    assert.deepStrictEqual(sessions({ filter: '"dialderId|=101,999"' }), [running, finished])
    assert.deepStrictEqual(sessions({ filter: "timeCallEnded=" }), [running])
    assert.deepStrictEqual(sessions({ filter: `recordingUrl=/recordings/${finished}.mp4` }), [finished])
    assert.deepStrictEqual(sessions({ filter: "recordingUrl=" }), [running, missed])
  })

  it("filters and pages as a plain array does", () => {
    const all = listOf({ page_size: 500 }, ada, many)
    const recorded = all.filter(({ recordingStatus }) => recordingStatus === "finished")
    assert.isTrue(recorded.length > 50 && recorded.length < 250)
    const query = { filter: "recordingStatus=finished", page_size: 30 }
    assert.deepStrictEqual(listOf({ ...query, page: 2 }, ada, many), recorded.slice(30, 60))
  })

  it("filters by changed calls", () => {
    const query = { filter: "alt1_id=A-1" }
    assert.deepStrictEqual(sessions(query), [])
    const [annotated] = successOf(Calls.annotate(as(userOf(ada), world), missed, { alt1_id: "A-1" }))
    assert.deepStrictEqual(sessions(query, ada, annotated), [missed])
    assert.deepStrictEqual(sessions(query, linus, annotated), [])
    const byName = { filter: "receiverName=L. T." }
    assert.deepStrictEqual(sessions(byName, ada, annotated), [])
    const [renamed] = successOf(update(on(annotated), linus, { name: "L. T." }))
    assert.deepStrictEqual(sessions(byName, ada, renamed), [finished])
    assert.deepStrictEqual(sessions(byName, ada, annotated), [])
  })

  it("orders by any field, in both directions", () => {
    assert.deepStrictEqual(sessions({ order: "timeCallStarted" }), [finished, missed, running])
    assert.deepStrictEqual(sessions({ order: "-callDuration" }), [finished, missed, running])
    assert.deepStrictEqual(sessions({ order: "dialerName,-timeCallStarted" }), [running, finished, missed])
    const byTime = sessions({ order: "timeCallStarted", page_size: 500 }, ada, many)
    assert.deepStrictEqual(byTime.toReversed(), sessions({ page_size: 500 }, ada, many))
    assert.deepStrictEqual(byTime, sessions({ order: "timestamp", page_size: 500 }, ada, many))
  })

  it("rejects an unknown field, operator, order or page", () => {
    for (const query of [
      { filter: "x=1" },
      { filter: "session!=1" },
      { filter: "dialer=1" },
      { order: "x" },
      { page: 0 }
    ])
      assert.strictEqual(failureOf(runToEnd(Calls.list(as(userOf(ada), world), query))).cause, "badInput")
  })
})

describe("findCall", () => {
  it("rejects the calls of others, and does not find unknown ones", () => {
    assert.strictEqual(failureOf(Calls.findCall(as(userOf(linus), world), missed)).cause, "permission")
    assert.strictEqual(failureOf(Calls.findCall(as(userOf(ada), world), "call_nothing")).cause, "notFound")
    assert.strictEqual(failureOf(Calls.findCall(as(userOf(ada), world), idOf(4))).cause, "notFound")
  })
})

describe("annotate", () => {
  it("changes only the present fields", () => {
    const [one] = successOf(Calls.annotate(as(userOf(ada), world), finished, { alt1_id: "A-1", extra_info: "x" }))
    const [two] = successOf(Calls.annotate(as(userOf(linus), one), finished, { alt1_id: "A-2" }))
    assert.deepInclude(shown(finished, two), { alt1_id: "A-2", alt2_id: "", extra_info: "x" })
    assert.deepStrictEqual(sessions({ filter: "alt1_id=A-2" }, ada, two), [finished])
    assert.strictEqual(shown(finished).alt1_id, "")
  })

  it("rejects the calls of others", () => {
    assert.strictEqual(failureOf(Calls.annotate(as(userOf(linus), world), missed, {})).cause, "permission")
  })
})

describe("recent", () => {
  it("shows the latest call for the caller", () => {
    const latest = answerOf(Calls.recent(as(userOf(grace), world)))
    assert.deepInclude(latest, { contact_name: "Ada Lovelace", outgoing: false, status: true, reason: "" })
    assert.deepInclude(answerOf(Calls.recent(as(userOf(ada), world))), { contact_name: "Grace Hopper", outgoing: true })
  })

  it("has the current duration of a running call", () => {
    const durationAt = (time: number) => [answerOf(Calls.recent(as(userOf(grace), world, time)))].flat()[0]?.duration
    assert.strictEqual(Number(durationAt(now + 60_000)) - Number(durationAt(now)), 60)
  })

  it("is not found without a call", () => {
    assert.strictEqual(failureOf(Calls.recent(as(userOf(edsger), world))).cause, "notFound")
  })

  it("lists the latest calls by the option", () => {
    const many = worldOf({ calls: 50, choices: { "calls.recent": "list" } })
    const calls = Schema.decodeUnknownSync(Schema.Array(Schema.toType(RecentCall)))(
      answerOf(Calls.recent(as(userOf(ada), many)))
    )
    assert.strictEqual(calls.length, 20)
    assert.strictEqual(Redacted.value(calls[1]?.contact?.token ?? Redacted.make("")), "contact-102")
  })
})

describe("table 3.1, the calls", () => {
  it("active | DELETE user -> calls that referenced the user reference Deleted User", () => {
    const [next] = successOf(remove(on(world), linus))
    const call = shown(finished, next)
    const nobody = { email: "", enterpriseId: "8888", id: "0", name: "Deleted User", username: "" }
    assert.deepStrictEqual(call.receiver, nobody)
    assert.deepInclude(call, { receiverId: "0", receiverName: "Deleted User", dialerName: "Ada Lovelace" })
    assert.deepStrictEqual(call.participants?.[1], { ...nobody, isAnonymous: false })
    assert.deepStrictEqual(sessions({ filter: "receiverName=Deleted User" }, ada, next), [finished])
    const found = successOf(Calls.findCall(as(userOf(ada, next), next), finished))
    assert.strictEqual(Events.events(on(next), found).stats?.participantStats?.[1]?.name, "Deleted User")
    assert.deepInclude(Events.eventStream(on(next), found).data?.to, { id: 0, name: "Deleted User" })
    assert.notInclude(JSON.stringify([call, Events.events(on(next), found)]).toLowerCase(), "linus")
    const [without] = successOf(remove(on(world), grace))
    const recent = answerOf(Calls.recent(as(userOf(ada, without), without)))
    assert.deepInclude(recent, { contact_name: "Deleted User" })
    assert.notInclude(JSON.stringify(recent).toLowerCase(), "grace")
  })

  it("active | PUT user active false -> the calls stay as they are", () => {
    const [next] = successOf(update(on(world), linus, { active: false }))
    assert.deepStrictEqual(shown(finished, next), shown(finished))
  })

  it("(none) | POST users -> a new user has no calls", () => {
    const [next, { id }] = successOf(provision(on(world), { email: "joan@example.com" }))
    assert.deepStrictEqual(sessions({}, id, next), [])
  })
})
