import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, listAt, recordAt, recordsAt, textAt } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const finished = "call_00000000-0000-4000-8000-000000000001"
const missed = "call_00000000-0000-4000-8000-000000000002"
const running = "call_00000000-0000-4000-8000-000000000003"

const withoutToken = (id: OperationId) => (site: Site) => site.ask(id, { id: finished })

const unknownCall = (id: OperationId) => (site: Site) => askAs(site, "ada", id, { id: "call_nonsense" })

/** Linus was only in the finished call. */
const ofOthers = (id: OperationId) => (site: Site) => askAs(site, "linus", id, { id: running })

const sessionsOf = (site: Site, email: string, query: Readonly<Record<string, string>> = {}) =>
  Effect.map(askAs(site, email, "Calls.list", { query }), ({ json }) =>
    listAt(json).map((call) => textAt(call, "session"))
  )

group("Calls", {
  list: {
    200: {
      "the calls of the caller": (site) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* sessionsOf(site, "ada"), [running, missed, finished])
          assert.deepStrictEqual(yield* sessionsOf(site, "linus"), [finished])
          assert.deepStrictEqual(yield* sessionsOf(site, "grace"), [running, missed])
        })
    },
    401: { "no token": withoutToken("Calls.list") },
    500: internal
  },
  recent: {
    200: {
      "the latest call of the caller, from their side": (site) =>
        Effect.gen(function* () {
          const ofAda = (yield* askAs(site, "ada", "Calls.recent")).json
          assert.deepInclude(ofAda, { contact_name: "Grace Hopper", outgoing: true })
          const ofGrace = (yield* askAs(site, "grace", "Calls.recent")).json
          assert.deepInclude(ofGrace, { contact_name: "Ada Lovelace", outgoing: false })
        })
    },
    401: {
      "no call yet": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          yield* site.ask("EnterpriseUsers.provision", { body: { email: "joan@example.com" }, token })
          yield* askAs(site, "joan@example.com", "Calls.recent")
        })
    },
    500: internal
  },
  read: {
    200: {
      "the call as in the list, for every outcome": (site) =>
        Effect.gen(function* () {
          const { json: listed } = yield* askAs(site, "ada", "Calls.list")
          for (const [index, id] of [running, missed, finished].entries())
            assert.deepStrictEqual((yield* askAs(site, "ada", "Calls.read", { id })).json, at(listed, index))
        })
    },
    401: { "an unknown call": unknownCall("Calls.read") },
    403: { "a call of others": ofOthers("Calls.read") },
    500: internal
  },
  annotate: {
    200: {
      "no field at all": (site) => askAs(site, "ada", "Calls.annotate", { id: finished, body: {} })
    },
    401: {
      "an unknown call": (site) => askAs(site, "ada", "Calls.annotate", { id: "call_nonsense", body: {} })
    },
    500: internal
  },
  eventStream: {
    200: {
      "the start of a call": (site) =>
        Effect.gen(function* () {
          const { data, type } = recordAt((yield* askAs(site, "ada", "Calls.eventStream", { id: finished })).json)
          assert.strictEqual(type, "request")
          assert.deepInclude(data, { event_type: "call_started", status: "unknown", call_id: finished })
          assert.deepStrictEqual([at(data, "from", "id"), at(data, "to", "id")], [101, 103])
        })
    },
    401: { "an unknown call": unknownCall("Calls.eventStream") },
    403: { "a call of others": ofOthers("Calls.eventStream") },
    500: internal
  },
  events: {
    200: {
      "the call with a statistic of each participant": (site) =>
        Effect.gen(function* () {
          const { call, error, stats } = recordAt((yield* askAs(site, "ada", "Calls.events", { id: finished })).json)
          assert.isFalse(error)
          assert.deepInclude(call, { callId: finished, dialerName: "Ada Lovelace", receiverName: "Linus Torvalds" })
          assert.deepStrictEqual(
            recordsAt(stats, "participantStats").map(({ isDialer, name }) => [name, isDialer]),
            [
              ["Ada Lovelace", true],
              ["Linus Torvalds", false]
            ]
          )
        }),
      "a call that was missed": (site) => askAs(site, "ada", "Calls.events", { id: missed }),
      "a call that is running": (site) => askAs(site, "ada", "Calls.events", { id: running })
    },
    401: { "an unknown call": unknownCall("Calls.events") },
    403: { "a call of others": ofOthers("Calls.events") },
    500: internal
  }
})
