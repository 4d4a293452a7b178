import { gzipSync } from "node:zlib"

import { operations } from "@remote-assist/core/Contract"
import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { Choices } from "../../src/world/gaps/Gaps.ts"
import { emulator, service } from "../upstream/support/service.ts"
import { asking, everything } from "./support/traffic.ts"

/** An emulator in process that passes every operation on. */
const before = async (us: string, gaps: Partial<Choices> = {}) => {
  const started = await startEmulator({ upstream: { us }, upstreamOperations: ["*"], gaps })
  onTestFinished(started.close)
  return started
}

const driftOf = async (gaps: Partial<Choices>, own: Partial<Choices> = {}) => {
  const behind = await emulator({ gaps })
  const tenant = await before(behind.baseUrl.us, own)
  await everything(tenant)
  return tenant.control.upstream.drift()
}

const placesOf = ({ differences }: Awaited<ReturnType<typeof driftOf>>) =>
  [...new Set(differences.map(({ operation, path }) => `${operation} ${path}`))].toSorted()

/** What a choice of the service at a gap shows as, by operation and path. */
const shown: ReadonlyArray<readonly [gaps: Partial<Choices>, places: ReadonlyArray<string>]> = [
  [{ "users.token": "present" }, ["EnterpriseUsers.list $.entries[*].token"]],
  [{ "calls.recent": "list" }, ["Calls.recent $"]],
  [{ "invitation.personal-room-answer": "{}" }, ["Invitations.personalRoom $"]],
  [{ "calls.annotate-answer": "Noted" }, ["Calls.annotate $"]],
  [{ "on-call.answer": "done" }, ["OnCallGroups.favorite $", "OnCallGroups.unfavorite $"]],
  [{ "token.status": "valid" }, ["Tokens.info $.status", "Tokens.validate $.status"]],
  [
    { "token.units": 1000 },
    [
      "Tokens.info $.created_at",
      "Tokens.info $.expires_at",
      "Tokens.validate $.created_at",
      "Tokens.validate $.expires_at"
    ]
  ],
  [
    { "calls.time-units": 1000 },
    [
      "Calls.eventStream $.data.timestamp",
      "Calls.events $.call.lastEvaluatedTimestamp",
      "Calls.events $.call.timeCallEnded",
      "Calls.events $.call.timeCallStarted",
      "Calls.events $.call.timestamp",
      "Calls.events $.stats.participantStats[*].ended.timestamp",
      "Calls.events $.stats.participantStats[*].network.bandwidth[*].timestamp",
      "Calls.events $.stats.participantStats[*].network.packetLoss[*].timestamp",
      "Calls.events $.stats.participantStats[*].started.timestamp",
      "Calls.events $.stats.timestamp",
      "Calls.list $[*].timeCallEnded",
      "Calls.list $[*].timeCallStarted",
      "Calls.read $.timeCallEnded",
      "Calls.read $.timeCallStarted"
    ]
  ],
  [
    { "calls.time-units": "text" },
    [
      "Calls.events $.call.timeCallEnded",
      "Calls.events $.call.timeCallStarted",
      "Calls.list $[*].timeCallEnded",
      "Calls.list $[*].timeCallStarted",
      "Calls.read $.timeCallEnded",
      "Calls.read $.timeCallStarted"
    ]
  ],
  [
    { "calls.running": "empty texts" },
    [
      "Calls.events $.call.callDuration",
      "Calls.events $.call.timeCallEnded",
      "Calls.list $[*].callDuration",
      "Calls.list $[*].timeCallEnded",
      "Calls.read $.callDuration",
      "Calls.read $.timeCallEnded"
    ]
  ],
  [
    { "registration.user": "absent" },
    [
      "avatar",
      "personal_room_session_id",
      "personal_room_url",
      "status_message",
      "token",
      "unavailable_expires_at"
    ].map((field) => `Registration.confirmNewEmail $.${field}`)
  ],
  [
    { "pods.fields": "the ten that are shown" },
    ["email", "expert", "manage"].map((field) => `Pods.list $.entries[*].${field}`)
  ],
  [{ "pat.shown": "on creation" }, ["PersonalAccessTokens.list $[*].token", "PersonalAccessTokens.read $.token"]],
  [{ "users.answer": "empty" }, ["EnterpriseUsers.provision $", "EnterpriseUsers.update $"]],
  [
    { "calls.recording-status": "done" },
    ["Calls.events $.call.recordingStatus", "Calls.list $[*].recordingStatus", "Calls.read $.recordingStatus"]
  ],
  [{ "calls.event-type": "push" }, ["Calls.eventStream $.type"]]
]

describe("the drift of an upstream", () => {
  it("is none where it is as the emulator, and every operation was compared", async () => {
    const { compared, differences, not_compared } = await driftOf({})
    assert.deepStrictEqual(differences, [])
    assert.deepStrictEqual(not_compared, [])
    const asked = new Set(compared.filter(({ status }) => status === 200).map(({ operation }) => operation))
    assert.sameMembers(
      [...asked],
      operations.map(({ id }) => id)
    )
  })

  it.each(shown)("is what %j makes another", async (gaps, places) => {
    const drift = await driftOf(gaps)
    assert.deepStrictEqual(placesOf(drift), places)
    // the emulator can be told the same, and then nothing differs
    assert.deepStrictEqual((await driftOf(gaps, gaps)).differences, [])
  })

  it.each([
    ["a status that is not documented", 422, {}, "{}", "contract status: 200, 401, 500 -> 422"],
    ["a field of another type", 200, {}, '[{"session":5}]', "contract $[*].session: "],
    ["no JSON", 200, {}, "<html>", "contract $: JSON -> a body that is none"],
    ["another form of errors", 401, {}, '{"error":"no"}', "contract $: "],
    [
      "another type of body",
      200,
      { "content-type": "text/json" },
      "[]",
      "emulator content-type: application/json -> text/json"
    ],
    ["packed JSON", 200, { "content-encoding": "gzip" }, gzipSync('{"calls":[]}'), "contract $: "]
  ] as const)("is told of %s", async (_, status, headers, body, told) => {
    const us = await service((__, answer) =>
      answer.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
    )
    const tenant = await before(us)
    await (await asking(tenant)("Calls.list")).arrayBuffer()
    const { differences } = await tenant.control.upstream.drift()
    const lines = differences.map(({ against, expected, got, path }) => `${against} ${path}: ${expected} -> ${got}`)
    assert.isTrue(lines[0]?.startsWith(told), lines.join("\n"))
  })

  it.each([
    ["what may be of a proxy", 503, {}, "<html>", "what stands before the service may have answered"],
    [
      "what cannot be unpacked",
      200,
      { "content-encoding": "gzip" },
      "[]",
      "the answer has a content encoding that cannot be undone"
    ],
    [
      "what unpacks to much more",
      200,
      { "content-encoding": "gzip" },
      gzipSync(Buffer.alloc(17 * 1024 * 1024)),
      "the answer has a content encoding that cannot be undone"
    ],
    [
      "what is too large to keep",
      200,
      {},
      Buffer.alloc(1024 * 1024 + 1, " "),
      "the request or the answer is larger than 1 MiB"
    ]
  ] as const)("lists apart %s", async (_, status, headers, body, why) => {
    const us = await service((__, answer) => answer.writeHead(status, headers).end(body))
    const tenant = await before(us)
    await (await asking(tenant)("Calls.list")).arrayBuffer()
    const { differences, not_compared } = await tenant.control.upstream.drift()
    assert.deepStrictEqual(differences, [])
    assert.deepStrictEqual(not_compared, [{ operation: "Calls.list", status, answers: 1, why }])
  })

  it("tells no keys of tables, and no values but words of the service", async () => {
    const body = {
      "canary@example.com": 1,
      ["x".repeat(60)]: 1,
      eyJhbGciOiJIUzI1NiJ9canary: "canary-value",
      status: "canary-status"
    }
    const us = await service((_, answer) =>
      answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([body]))
    )
    const tenant = await before(us)
    await (await asking(tenant)("Calls.list")).arrayBuffer()
    assert.notInclude(JSON.stringify(await tenant.control.upstream.drift()).replaceAll("canary-status", ""), "canary@")
  })

  it("is refused where nothing is passed on", async () => {
    const started = await startEmulator()
    onTestFinished(started.close)
    const answer = await started.fetch(`${new URL(started.baseUrl.us).origin}/__mock/drift`)
    assert.strictEqual(answer.status, 404)
    assert.match(await answer.text(), /--upstream us=<address>/)
  })
})
