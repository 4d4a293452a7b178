import { assert, describe, it } from "@effect/vitest"
import { CallId } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"
import type { CallAction, CallScript } from "../../src/world/calls/CallScript.ts"
import { at, listAt, recordAt, recordsAt, textAt } from "../support/json.ts"
import { act, answered, detailOf, fresh, place, start } from "../support/placedCalls.ts"
import { asUser, logIn, send } from "../support/wire.ts"

const later = (time: "2 seconds" | "31 seconds" | "2 minutes" | "1 hour") =>
  Effect.flatMap(Emulator, ({ advance }) => advance(time))

const read = (id: string) =>
  Effect.flatMap(Control, ({ calls }) => calls.read({ params: { id: CallId.make(id) }, query: {} }))

const getCalls = (who: string, path: string) =>
  Effect.gen(function* () {
    const { token } = yield* logIn(who)
    return (yield* send("GET", `/api/v1/calls${path}`, { headers: asUser(token) })).json
  })

const Moment = Schema.Struct({ timestamp: Schema.Number })
const Stats = Schema.Struct({
  participantStats: Schema.Array(Schema.Struct({ name: Schema.String, started: Moment, ended: Moment }))
})

const users = Effect.gen(function* () {
  const { token } = yield* logIn()
  return recordsAt((yield* send("GET", "/api/v1r1/enterprise/users", { headers: asUser(token) })).json, "entries")
})

const userNamed = (username: string) =>
  Effect.map(users, (entries) => entries.find((entry) => entry["username"] === username))

const typesOf = (events: ReadonlyArray<{ readonly type: string }>) => events.map(({ type }) => type)

describe("a placed call", () => {
  it.live("is the newest call and contact of both participants", () =>
    fresh(
      Effect.gen(function* () {
        const { id, state } = yield* place({ from: "ada", to: "grace" })
        assert.strictEqual(state, "placed")
        for (const who of ["ada", "grace"]) assert.strictEqual(textAt(yield* getCalls(who, ""), 0, "session"), id)
        const recent = yield* getCalls("grace", "/recent")
        assert.deepInclude(recent, { contact_name: "Ada Lovelace", outgoing: false, status: false, duration: 0 })
        assert.deepStrictEqual(listAt(yield* getCalls("linus", "")).length, 1)
      })
    )
  )

  it.live("follows its script with the clock", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* place({
          from: "ada",
          to: "grace",
          steps: [
            { do: "ring" },
            { do: "answer", at: "2 seconds" },
            { do: "join", guest: "Rosa", at: "30 seconds" },
            { do: "record", at: "31 seconds" },
            { do: "leave", guest: "Rosa", at: "90 seconds" },
            { do: "end", at: "3 minutes" }
          ]
        })
        assert.strictEqual((yield* read(id)).state, "ringing")
        yield* later("2 seconds")
        assert.strictEqual((yield* read(id)).state, "running")
        assert.strictEqual(at(yield* userNamed("grace"), "available"), false)
        yield* later("2 minutes")
        const placed = yield* getCalls("grace", `/${id}`)
        const participants = listAt(placed, "participants")
        assert.deepStrictEqual(
          [at(placed, "session"), participants.length, at(placed, "recordingStatus")],
          [id, 3, "started"]
        )
        assert.deepInclude(participants[2], { name: "Rosa", isAnonymous: true })
        yield* later("1 hour")
        const call = yield* getCalls("grace", `/${id}`)
        assert.deepInclude(call, {
          reasonCallEnded: "Call Ended",
          callDuration: 178,
          timeCallStarted: start / 1000,
          timeCallEnded: start / 1000 + 180,
          recordingStatus: "finished"
        })
        const { events, steps } = yield* read(id)
        assert.deepStrictEqual(typesOf(events), [
          "placed",
          "ringing",
          "answered",
          "joined",
          "recording-started",
          "left",
          "recording-stopped",
          "left",
          "left",
          "ended"
        ])
        assert.deepStrictEqual(steps, [])
        const grace = yield* userNamed("grace")
        assert.deepInclude(grace, {
          available: true,
          first_call_at: "2026-03-02T09:00:02.000000Z"
        })
        const { stats } = recordAt(yield* getCalls("ada", `/${id}/events`))
        assert.deepStrictEqual(
          Schema.decodeUnknownSync(Stats)(stats).participantStats.map(({ ended, name, started }) => [
            name,
            started.timestamp,
            ended.timestamp
          ]),
          [
            ["Ada Lovelace", start / 1000 + 2, start / 1000 + 180],
            ["Grace Hopper", start / 1000 + 2, start / 1000 + 180],
            ["Rosa", start / 1000 + 30, start / 1000 + 90]
          ]
        )
      })
    )
  )

  it.live("is missed when nobody answers, and records the events that no longer apply", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* place({
          from: "ada",
          to: "grace",
          steps: [{ do: "ring" }, { do: "answer", at: "1 minute" }]
        })
        yield* later("31 seconds")
        assert.deepInclude(yield* getCalls("ada", `/${id}`), { reasonCallEnded: "Timed out", callDuration: 0 })
        yield* later("1 hour")
        const last = (yield* read(id)).events.at(-1)
        assert.strictEqual(last?.type, "refused")
        assert.match(last?.detail ?? "", /is ended, so it cannot answer\. Possible actions: rate, tag\./)
      })
    )
  )

  it.live("ends as an action of a member, the receiver or the dialer determines", () =>
    fresh(
      Effect.gen(function* () {
        const reason = (script: CallScript) =>
          Effect.flatMap(place(script), ({ id }) =>
            Effect.map(getCalls("ada", `/${id}`), (call) => at(call, "reasonCallEnded"))
          )
        const called = (...steps: ReadonlyArray<CallAction>): CallScript => ({ from: "ada", to: "grace", steps })
        assert.strictEqual(yield* reason(called({ do: "ring" }, { do: "decline" })), "Declined")
        assert.strictEqual(yield* reason(called({ do: "ring" }, { do: "end" })), "Cancelled")
        assert.strictEqual(yield* reason(called(...answered, { do: "end", reason: "failed" })), "Failed")
        yield* place({ from: "grace", to: "linus", steps: answered })
        assert.strictEqual(yield* reason(called({ do: "ring" })), "Busy")
      })
    )
  )

  it.live("rings free members of a group until one accepts", () =>
    fresh(
      Effect.gen(function* () {
        const { id, ringing } = yield* place({ from: "ada", to: { group: "Hydraulics" }, steps: [{ do: "ring" }] })
        assert.deepStrictEqual(ringing?.for, ["Grace Hopper", "Linus Torvalds"])
        assert.deepInclude(yield* getCalls("ada", "/recent"), { contact_name: "Hydraulics", is_group: true })
        assert.strictEqual(listAt(yield* getCalls("linus", "")).length, 1)
        yield* act(id, { do: "decline", by: "grace" })
        yield* act(id, { do: "answer" })
        assert.deepInclude(yield* getCalls("linus", `/${id}`), { receiverName: "Linus Torvalds", reasonCallEnded: "" })
        assert.strictEqual(at(yield* getCalls("linus", `/${id}/event_stream`), "data", "is_group"), true)
        // both members are in a call now
        const other = yield* place({ from: "grace", to: { group: "Electrical" }, steps: [{ do: "ring" }] })
        assert.strictEqual(other.ending, "busy")
      })
    )
  )

  it.live("has network measurements that match the profile of each participant", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* place({
          from: "ada",
          to: "grace",
          steps: [...answered, { do: "degrade", who: 101, profile: "dropping", at: "1 minute" }]
        })
        yield* later("2 minutes")
        const { stats } = recordAt(yield* getCalls("ada", `/${id}/events`))
        const resultsOf = (place: number) =>
          recordsAt(stats, "participantStats", place, "network", "packetLoss").map(({ result }) => result)
        assert.deepStrictEqual(resultsOf(0), [...Array(12).fill("good"), ...Array(13).fill("poor")])
        assert.deepStrictEqual(resultsOf(1), Array(25).fill("good"))
      })
    )
  )

  it.live("can be rated and tagged, as a seeded call can", () =>
    fresh(
      Effect.gen(function* () {
        const running = "call_00000000-0000-4000-8000-000000000003"
        yield* act(running, { do: "tag", tags: ["pump", "plant 4"] })
        yield* act(running, { do: "join", who: "linus@example.com" })
        assert.deepInclude(at(yield* getCalls("linus", ""), 0), { session: running, tags: ["pump", "plant 4"] })
        yield* act(running, { do: "end" })
        yield* act(running, { do: "rate", who: "grace", rating: 4 })
        const call = yield* getCalls("ada", `/${running}`)
        assert.deepInclude(call, { reasonCallEnded: "Call Ended", ratings: [{ participant_id: "102", rating: "4" }] })
        assert.deepStrictEqual(
          listAt(yield* getCalls("ada", "")).map((call) => textAt(call, "session").at(-1)),
          ["3", "2", "1"]
        )
      })
    )
  )

  it.live("is listed by its time when it began in the past", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* place({
          from: "linus",
          to: "ada",
          startsAt: "2025-12-31T12:00:00Z",
          steps: [...answered, { do: "end", at: "10 minutes" }]
        })
        const list = (query: string) =>
          Effect.map(getCalls("ada", query), (calls) => listAt(calls).map((call) => textAt(call, "session")))
        const all = yield* list("")
        assert.strictEqual(all.indexOf(id), 2)
        assert.deepStrictEqual(yield* list("?page_size=1&page=3"), [id])
        assert.deepStrictEqual(yield* list("?order=timeCallStarted"), all.toReversed())
        assert.deepStrictEqual(yield* list("?filter=dialerName=Linus Torvalds"), [id])
      })
    )
  )

  it.live("loses a deactivated participant, and ends when one is deleted", () =>
    fresh(
      Effect.gen(function* () {
        const { token } = yield* logIn()
        const headers = asUser(token)
        const { id } = yield* place({
          from: "ada",
          to: "grace",
          steps: [...answered, { do: "join", who: "linus" }]
        })
        yield* send("PUT", "/api/v1r1/enterprise/users/103", { headers, body: { active: false } })
        assert.strictEqual((yield* read(id)).state, "running")
        yield* send("DELETE", "/api/v1r1/enterprise/users/102", { headers })
        const { events, state, to } = yield* read(id)
        assert.deepStrictEqual([state, to], ["ended", "Deleted User"])
        assert.deepStrictEqual(typesOf(events).slice(-4), ["left", "left", "left", "ended"])
      })
    )
  )

  it.live("records who received an invitation", () =>
    fresh(
      Effect.gen(function* () {
        const { id } = yield* place({ from: "ada", to: "grace", steps: answered })
        const { token } = yield* logIn()
        const body = { call_id: id, contact_tokens: ["contact-103"] }
        yield* send("POST", "/api/v1/session/invite", { headers: asUser(token), body })
        assert.deepStrictEqual((yield* read(id)).invited, ["Linus Torvalds"])
        yield* act(id, { do: "join", who: "linus" })
        assert.strictEqual(listAt(yield* getCalls("linus", `/${id}`), "participants").length, 3)
      })
    )
  )

  it.live("is removed by undo, with all its progress", () =>
    fresh(
      Effect.gen(function* () {
        const { state } = yield* Control
        const { id } = yield* place({ from: "ada", to: "grace", steps: [{ do: "ring" }] })
        yield* later("1 hour")
        assert.strictEqual((yield* read(id)).ending, "missed")
        assert.strictEqual((yield* state.undo({ payload: {} })).count, 1)
        assert.match(yield* detailOf(read(id)), /There is no call/)
      })
    )
  )
})

describe("the promise API for calls", () => {
  it("places calls, acts on them, and restores them from a snapshot and a saved state", async () => {
    await using emulator = await startEmulator()
    const { control } = emulator
    const steps: ReadonlyArray<CallAction> = [...answered, { do: "end", at: "1 minute" }]
    const { id } = await control.calls.place({ payload: { from: "ada", to: "grace", steps } })
    await emulator.advance("2 minutes")
    const rated = await control.calls.act({ params: { id }, payload: { do: "rate", who: "ada", rating: 2 } })
    assert.instanceOf(rated.ended_at, Date)
    assert.deepStrictEqual(rated.ratings, [{ by: "Ada Lovelace", rating: "2" }])
    await control.state.take({ params: { name: "called" } })
    const saved = await control.state.save()
    await control.state.reset()
    assert.deepStrictEqual(await control.calls.list(), [])
    await control.state.restore({ params: { name: "called" } })
    assert.deepStrictEqual(await control.calls.list(), [rated])
    await control.state.reset()
    await control.state.load({ payload: saved })
    assert.deepStrictEqual(await control.calls.read({ params: { id } }), rated)
  })
})
