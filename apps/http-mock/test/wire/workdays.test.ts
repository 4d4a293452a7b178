import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const path = "/api/v1/calls"

interface Party {
  readonly id: string
  readonly username: string
}

interface Shown {
  readonly session: string
  readonly dialer: Party
  readonly receiver: Party
  readonly participants: ReadonlyArray<Party & { readonly isAnonymous: boolean }>
  readonly timeCallStarted: number
  readonly callDuration: number
  readonly reasonCallEnded: string
}

const allCalls = (headers: Record<string, string>, query = "") =>
  Effect.gen(function* () {
    const found: Array<Shown> = []
    for (let page = 1; ; page++) {
      const { json } = yield* send("GET", `${path}?page_size=200&page=${page}${query}`, { headers })
      found.push(...json)
      if (json.length < 200) return found
    }
  })

const options = { port: 0, users: 1000, calls: 20_000, shape: "workday" } as const

layer(Emulator.layerServer(options))("a working day on the wire", (it) => {
  it.effect("has the same calls for all who are in them", () =>
    Effect.gen(function* () {
      const calls = yield* allCalls(yield* asAda)
      assert.isAbove(calls.length, 150)
      assert.deepStrictEqual(
        calls,
        calls.toSorted((one, other) => other.timeCallStarted - one.timeCallStarted)
      )
      const others = new Set(
        calls.flatMap(({ participants }) =>
          participants.flatMap(({ isAnonymous, username }) => (isAnonymous || username === "ada" ? [] : [username]))
        )
      )
      const some = [...others].slice(0, 12)
      for (const username of some) {
        const { token } = yield* logIn(username)
        // some are not active
        if (token === undefined) continue
        const theirs = yield* allCalls(asUser(token))
        assert.deepStrictEqual(
          theirs.filter(({ participants }) => participants.some((one) => one.username === "ada")),
          calls.filter(({ participants }) => participants.some((one) => one.username === username)),
          username
        )
        const recent = yield* send("GET", `${path}/recent`, { headers: asUser(token) })
        assert.strictEqual(Date.parse(recent.json.start_time) / 1000 >= (theirs[0]?.timeCallStarted ?? 0), true)
      }
    })
  )

  it.effect("filters and orders them as a plain list is", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const calls = yield* allCalls(headers)
      const declined = calls.filter(({ reasonCallEnded }) => reasonCallEnded === "Declined")
      assert.isAbove(declined.length, 0)
      assert.deepStrictEqual(yield* allCalls(headers, "&filter=reasonCallEnded%3DDeclined"), declined)
      const durations = (yield* allCalls(headers, "&order=-callDuration")).map(({ callDuration }) => callDuration ?? -1)
      assert.deepStrictEqual(
        durations.filter((duration) => duration >= 0),
        calls.flatMap(({ callDuration }) => callDuration ?? []).toSorted((one, other) => other - one)
      )
    })
  )

  it.effect("shows events and statistics of each, and takes what is noted on them", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const calls = yield* allCalls(headers)
      for (const { participants, reasonCallEnded, session } of calls.slice(3, 60)) {
        const { json, status } = yield* send("GET", `${path}/${session}/events`, { headers })
        assert.strictEqual(status, 200, JSON.stringify(json))
        const isMet = ["Call Ended", "Failed"].includes(reasonCallEnded)
        assert.strictEqual(json.stats.participantStats.length, isMet ? participants.length : 0, session)
        assert.strictEqual((yield* send("GET", `${path}/${session}/event_stream`, { headers })).status, 200)
      }
      const session = calls[50]?.session ?? ""
      yield* send("PUT", `${path}/${session}`, { headers, body: { alt1_id: "order-7" } })
      const noted = yield* allCalls(headers, "&filter=alt1_id%3Dorder-7")
      assert.deepStrictEqual(
        noted.map((call) => call.session),
        [session]
      )
    })
  )
})

describe("users of a working day", () => {
  it.effect("are not those that another world of the same seed has", () =>
    Effect.gen(function* () {
      const page = Effect.gen(function* () {
        const { json } = yield* send("GET", "/api/v1r1/enterprise/users?page_size=100", { headers: yield* asAda })
        return json.entries.map(({ first_call_at, id }: any) => [id, first_call_at !== ""]).slice(4)
      })
      const ofDay = Effect.provide(page, Emulator.layerServer({ ...options, users: 200 }))
      const inTurn = yield* Effect.provide(page, Emulator.layerServer({ port: 0, users: 200 }))
      const first = yield* ofDay
      assert.isTrue(inTurn.every(([, hasFirst]: [number, boolean]) => !hasFirst))
      assert.isTrue(first.some(([, hasFirst]: [number, boolean]) => hasFirst))
      assert.deepStrictEqual(yield* ofDay, first)
    })
  )
})
