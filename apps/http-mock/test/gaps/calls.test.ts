import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { CallAction } from "../../src/world/calls/CallScript.ts"
import type { calls } from "../../src/world/gaps/calls.ts"
import { prove } from "../support/gaps.ts"
import type { Probes } from "../support/gaps.ts"
import { at, listAt, recordAt, textAt } from "../support/json.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const callsPath = "/api/v1/calls"

const idOf = (last: number) => `call_00000000-0000-4000-8000-00000000000${last}`

const [finished, missed, running] = [idOf(1), idOf(2), idOf(3)]

const sendAsAda = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(asAda, (headers) => send(method, path, { headers, body }))

const askedAs = (who: string, method: string, path: string, body?: unknown) =>
  Effect.flatMap(logIn(who), ({ token }) => send(method, path, { headers: asUser(token), body }))

const call = (id: string, rest = "") => Effect.map(sendAsAda("GET", `${callsPath}/${id}${rest}`), ({ json }) => json)

const answered = [{ do: "ring" }, { do: "answer" }] as const

/** A call from grace to ada, as ada gets it. */
const placed = (steps: ReadonlyArray<CallAction>) =>
  Effect.gen(function* () {
    const { control } = yield* Emulator
    const { calls } = yield* control
    const { id } = yield* calls.place({ query: {}, payload: { from: "grace", to: "ada", steps } }).pipe(Effect.orDie)
    return yield* call(id)
  })

const recent = Effect.map(sendAsAda("GET", `${callsPath}/recent`), ({ json }) => json)

const invite = (body: unknown) => sendAsAda("POST", "/api/v1/session/invite", body)

const favorite = sendAsAda("POST", "/api/v1/on_call_groups/11/favorites")

const contacts = { contact_tokens: ["contact-103"] }

const fileShared = {
  event_type: "file_shared",
  status: "known",
  creator: { avatar: { original: "", thumb: "" }, id: 101, name: "Ada Lovelace" },
  id: 7,
  mime_type: "image/png",
  name: "pump.png",
  progress: 100,
  deleted: false
}

const empty = [200, null, ""]

const object = [200, "application/json", "{}"]

const probes: Probes<typeof calls> = {
  "calls.access": {
    ask: Effect.gen(function* () {
      const boss = { email: "boss@example.com", role: "EnterpriseAdmin" }
      yield* sendAsAda("POST", "/api/v1r1/enterprise/users", boss)
      const read = yield* askedAs("boss", "GET", `${callsPath}/${finished}`)
      return [read.status, (yield* askedAs("grace", "GET", `${callsPath}/${finished}`)).status]
    }),
    answers: { participants: [403, 403], "administrators too": [200, 403] }
  },
  "calls.annotate-answer": {
    ask: Effect.map(sendAsAda("PUT", `${callsPath}/${finished}`, { alt1_id: "A-1" }), ({ json }) => json),
    answers: [
      ["OK", "OK"],
      ["noted", "noted"]
    ]
  },
  "calls.deleted-user": {
    ask: Effect.andThen(
      sendAsAda("DELETE", "/api/v1r1/enterprise/users/103"),
      Effect.map(call(finished), (one) => at(one, "receiver"))
    ),
    answers: [
      [
        { id: 0, name: "Deleted User", email: "", username: "" },
        { id: "0", name: "Deleted User", email: "", username: "", enterpriseId: "8888" }
      ],
      [
        { id: -1, name: "Deleted User", email: "nobody@example.com", username: "nobody" },
        { id: "-1", name: "Deleted User", email: "nobody@example.com", username: "nobody", enterpriseId: "8888" }
      ]
    ]
  },
  "calls.event": {
    ask: Effect.map(call(finished, "/event_stream"), (one) => {
      const { call_id, from, is_group, reason, timestamp, to, ...event } = recordAt(one, "data")
      return event
    }),
    answers: [
      [
        { event_type: "call_started", status: "unknown" },
        { event_type: "call_started", status: "unknown" }
      ],
      [
        { event_type: "call_ended", status: "known" },
        { event_type: "call_ended", status: "known" }
      ],
      [fileShared, fileShared]
    ]
  },
  "calls.event-type": {
    ask: Effect.map(call(finished, "/event_stream"), (event) => at(event, "type")),
    answers: [
      ["request", "request"],
      ["response", "response"]
    ]
  },
  "calls.order": {
    ask: Effect.map(sendAsAda("GET", callsPath), ({ json }) => textAt(json, 0, "session")),
    answers: { "newest first": running, "oldest first": finished }
  },
  "calls.reasons": {
    ask: Effect.map(Effect.all([call(finished), call(missed), call(running)]), (calls) =>
      calls.map((one) => at(one, "reasonCallEnded"))
    ),
    answers: [
      [
        {
          ended: "Call Ended",
          missed: "Timed out",
          declined: "Declined",
          busy: "Busy",
          cancelled: "Cancelled",
          failed: "Failed"
        },
        ["Call Ended", "Timed out", ""]
      ],
      [{ ended: "done", missed: "missed" }, ["done", "missed", ""]]
    ]
  },
  "calls.recent": {
    ask: Effect.map(recent, (json) => (Array.isArray(json) ? json.length : at(json, "contact_name"))),
    answers: { one: "Grace Hopper", list: 3 }
  },
  "calls.recent-most": {
    others: { "calls.recent": "list" },
    ask: Effect.map(recent, (all) => listAt(all).length),
    answers: [
      [20, 3],
      [2, 2]
    ]
  },
  "calls.recording-expiry": {
    ask: Effect.flatMap(Emulator, ({ advance, fetch }) =>
      Effect.gen(function* () {
        const recordingUrl = textAt(yield* call(finished), "recordingUrl")
        yield* advance("2 minutes")
        return yield* Effect.promise(() => fetch(recordingUrl).then(({ status }) => status))
      })
    ),
    answers: [
      [3600, 200],
      [60, 403]
    ]
  },
  "calls.recording-running": {
    ask: Effect.map(placed([...answered, { do: "record" }]), (one) => [
      at(one, "recordingStatus"),
      at(one, "recordingUrl")
    ]),
    answers: [
      ["started", ["started", ""]],
      ["recording", ["recording", ""]]
    ]
  },
  "calls.ring-time": {
    ask: Effect.flatMap(Emulator, ({ advance }) =>
      Effect.gen(function* () {
        const session = textAt(yield* placed([{ do: "ring" }]), "session")
        yield* advance("31 seconds")
        return at(yield* call(session), "reasonCallEnded")
      })
    ),
    answers: [
      [30, "Timed out"],
      [60, ""]
    ]
  },
  "calls.recording-status": {
    ask: Effect.map(Effect.all([call(finished), call(missed)]), (calls) =>
      calls.map((one) => at(one, "recordingStatus"))
    ),
    answers: [
      ["finished", ["finished", ""]],
      ["available", ["available", ""]]
    ]
  },
  "calls.running": {
    ask: Effect.map(call(running), (one) => [at(one, "timeCallEnded") ?? "unset", at(one, "callDuration") ?? "unset"]),
    answers: { unset: ["unset", "unset"], "empty texts": ["", ""] }
  },
  "calls.time-units": {
    ask: Effect.map(call(finished), (one) => [at(one, "timeCallStarted"), at(one, "callDuration")]),
    answers: [
      [1, [1_767_139_200, 754]],
      [1000, [1_767_139_200_000, 754_000]],
      ["text", ["1767139200.000", 754]]
    ]
  },
  "invitation.personal-room": {
    ask: Effect.map(
      askedAs("linus", "POST", "/api/v1/personal_room/invite", { email: "guest@example.org", name: "Guest" }),
      ({ status }) => status
    ),
    answers: { "the administrator": 401, "every user": 200 }
  },
  "invitation.personal-room-answer": {
    ask: Effect.gen(function* () {
      const { json } = yield* sendAsAda("GET", "/api/v1r1/enterprise/users?filter=username%3Dada")
      const tokens = [(yield* logIn("ada")).token, textAt(json, "entries", 0, "token")]
      const body = { email: "guest@example.org", name: "Guest" }
      const answers = yield* Effect.forEach(tokens, (token) =>
        send("POST", "/api/v1/personal_room/invite", { headers: asUser(token), body })
      )
      return answers.map(({ status, text, type }) => [status, type, text])
    }),
    others: { "users.token": "present" },
    answers: { "{} for tokens of entries": [empty, object], empty: [empty, empty], "{}": [object, object] }
  },
  "invitation.session-answer": {
    ask: Effect.map(invite({ call_id: running, ...contacts }), ({ json }) => json),
    answers: [
      [{}, {}],
      ["sent", "sent"]
    ]
  },
  "invitation.session-call": {
    ask: Effect.map(invite({ call_id: finished, ...contacts }), ({ status }) => status),
    answers: { running: 401, any: 200 }
  },
  "invitation.session-required": {
    ask: Effect.map(invite(contacts), ({ status }) => status),
    answers: { "call_id and contact_tokens": 401, contact_tokens: 200 }
  },
  "on-call.answer": {
    ask: Effect.map(favorite, ({ json }) => json),
    answers: [
      ["OK", "OK"],
      ["done", "done"]
    ]
  },
  "on-call.favorite-twice": {
    ask: Effect.map(favorite, ({ status }) => status),
    answers: { "the same answer": 200, refused: 401 }
  }
}

describe("the gaps about calls, on-call groups and invitations", () => {
  prove(probes)
})
