import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Control } from "../../../src/library/Control.ts"
import { controlled, originOf } from "../../support/control.ts"
import { slowly } from "../../support/slowly.ts"
import { Move, run } from "../../support/traffic.ts"
import { asAda, send } from "../../support/wire.ts"

const upTo = <S extends Schema.Constraint>(most: number, item: S) =>
  Schema.Array(item).check(Schema.isMinLength(1), Schema.isMaxLength(most))

const Log = Schema.Struct({
  /** Rounds with a change of the clock after each. */
  rounds: upTo(
    4,
    Schema.Struct({
      clients: upTo(4, upTo(8, Move)),
      advance: Schema.Literals(["none", "1 second", "2 hours", "31 days", "91 days"])
    })
  )
})

const play = ({ rounds }: typeof Log.Type) =>
  Effect.gen(function* () {
    const { clock } = yield* Control
    for (const { advance, clients } of rounds) {
      yield* run(clients)
      if (advance !== "none") yield* clock.change({ payload: { advance: Duration.fromInputUnsafe(advance) } })
    }
  })

const differing = Effect.fnUntraced(function* (tenant?: string) {
  const { journal } = yield* Control
  const file = yield* journal.replayFile()
  const report = yield* journal.replay({ payload: { ...file, ...(tenant === undefined ? {} : { tenant }) } })
  assert.strictEqual(report.equal + report.different + report.not_compared, file.requests.length)
  return report.requests.filter(({ result }) => result !== "equal")
})

// time passes while the requests run
const live = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.provideService(test, Clock.Clock, Clock.Clock.defaultValue())

describe("a replay on a fresh tenant", () => {
  it.effect.prop(
    "gives byte-equal answers for any requests of several clients at once, with changes of the clock between them",
    { log: Log },
    ({ log }) =>
      Effect.gen(function* () {
        yield* play(log)
        assert.deepStrictEqual(yield* differing(), [])
        const { requests } = yield* Effect.flatMap(Control, ({ journal }) => journal.replayFile())
        const regions = requests.flatMap(({ region, world }) => (world === undefined ? [] : [region]))
        assert.strictEqual(
          new Set(regions).size,
          regions.length,
          "a world is set before the first request of a region only"
        )
      }).pipe(Effect.provide(controlled({ users: 40, calls: 9 })), live),
    { arbitrary: { runs: 25 }, timeout: 60_000 }
  )

  it.effect("begins where the journal does when the first requests have fallen out of it", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      const headers = yield* asAda
      for (const name of ["a", "b", "c", "d", "e", "f"])
        yield* send("POST", "/api/v1r1/enterprise/users", { headers, body: { email: `${name}@example.com` } })
      yield* send("GET", "/api/v1r1/enterprise/users", { headers })
      const { requests } = yield* journal.replayFile()
      assert.deepStrictEqual(
        requests.map(({ id, world }) => [id, world !== undefined]),
        [
          [5, true],
          [6, false],
          [7, false],
          [8, false]
        ]
      )
      assert.deepStrictEqual(yield* differing(), [])
    }).pipe(Effect.provide(controlled({ journal: 4 })), live)
  )

  it.effect("runs requests in the order in which they reached the world, not in that in which they came", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const slow = yield* slowly({ headers, body: { email: "slow@example.com" } })
      yield* send("POST", "/api/v1r1/enterprise/users", { headers, body: { email: "fast@example.com" } })
      yield* slow.finish
      const entries = yield* Effect.flatMap(Control, ({ journal }) => journal.list({ query: {} }))
      assert.deepStrictEqual(
        entries.flatMap(({ mails }) => mails.map(({ to }) => to)),
        ["fast@example.com", "slow@example.com"]
      )
      assert.deepStrictEqual(yield* differing(), [])
    }).pipe(Effect.provide(controlled()), live)
  )

  it.effect("takes over what the control plane changed between requests", () =>
    Effect.gen(function* () {
      const { gaps, state } = yield* Control
      yield* state.take({ params: { name: "before" } })
      const headers = yield* asAda
      yield* send("POST", "/api/v1r1/enterprise/users", { headers, body: { email: "a@example.com" } })
      yield* gaps.choose({ params: { id: "page.default-size" }, payload: { choice: 3 } })
      yield* send("GET", "/api/v1r1/enterprise/users", { headers })
      yield* state.restore({ params: { name: "before" } })
      yield* send("GET", "/api/v1r1/enterprise/users", { headers })
      assert.deepStrictEqual(yield* differing(), [])
    }).pipe(Effect.provide(controlled()), live)
  )

  it.effect("says byte by byte where an answer differs", () =>
    Effect.gen(function* () {
      const { journal } = yield* Control
      yield* asAda
      const { requests, ...file } = yield* journal.replayFile()
      const changed = requests.map((request) => ({
        ...request,
        answer: { status: 201, headers: { ...request.answer?.headers, etag: "1" }, body: { text: `{"refresh":1}` } }
      }))
      const report = yield* journal.replay({ payload: { ...file, requests: changed } })
      assert.strictEqual(report.different, 1)
      assert.deepStrictEqual(
        report.requests[0]?.differences.map(({ what, recorded }) => [what, recorded]),
        [
          ["status", "201"],
          ["header etag", "1"],
          ["body from byte 11 on", `{"refresh":1}`]
        ]
      )
    }).pipe(Effect.provide(controlled()))
  )

  it.effect("makes a tenant of its own, named or not, and no other", () =>
    Effect.gen(function* () {
      const { journal, tenants } = yield* Control
      yield* asAda
      yield* differing()
      yield* differing()
      yield* differing("mine")
      const names = (yield* tenants.list()).map(({ name }) => name)
      assert.deepStrictEqual(names, ["default", "replay-1", "replay-2", "mine"])
      const file = yield* journal.replayFile()
      const taken = yield* Effect.flip(journal.replay({ payload: { ...file, tenant: "mine" } }))
      assert.strictEqual(taken._tag, "BadRequestProblem")
    }).pipe(Effect.provide(controlled()))
  )

  it.effect("refuses a world or a method that is none, and says what is wrong with it", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const request = {
        id: 1,
        at: "2030-01-01T00:00:00Z",
        region: "us",
        method: "GET",
        path: "/us/api/v1/calls",
        headers: {},
        body: { text: "" },
        answer: null
      }
      for (const [change, why] of [
        [{ world: { settings: {} } }, /The world of request 1 does not fit: Missing key.*region/],
        [{ method: "BREW IT" }, /BREW IT.* is no method that request 1 can be sent with/],
        [{ method: "TRACK" }, /TRACK.* is no method that request 1 can be sent with/]
      ] as const) {
        const file = { format: "remote-assist-mock replay", version: 1, requests: [{ ...request, ...change }] }
        const answer = yield* Effect.promise(() =>
          fetch(`${origin}/__mock/replay`, { method: "POST", body: JSON.stringify(file) })
        )
        assert.strictEqual(answer.status, 400)
        assert.match(yield* Effect.promise(() => answer.text()), why)
      }
    }).pipe(Effect.provide(controlled()))
  )
})
