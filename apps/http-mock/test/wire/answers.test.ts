import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { Emulator } from "../../src/library/Emulator.ts"
import { at, listAt, recordAt, textAt } from "../support/json.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"
const calls = "/api/v1/calls"
const idOf = (last: number) => `call_00000000-0000-4000-8000-00000000000${last}`
const [finished, missed, running] = [idOf(1), idOf(2), idOf(3)]

const wrong = { email: "ada@example.com", password: "wrong" }

const wrongPassword = '"message":"The e-mail address, user name or password is wrong."'

const session = "/api/v1/session/invite"

/** The bytes of answers, which the contract does not specify. */
const bytes: ReadonlyArray<
  readonly [who: string | undefined, method: string, path: string, body: unknown, status: number, text: string]
> = [
  [undefined, "POST", "/api/v1/auth", wrong, 401, `{"code":1001,${wrongPassword}}`],
  [undefined, "POST", "/api/v1r1/auth", wrong, 400, `{"code":1001,${wrongPassword},"name":"generic"}`],
  [undefined, "GET", calls, undefined, 401, '"The user token is missing. Send it in the header authorization."'],
  ["linus", "GET", `${calls}/${missed}`, undefined, 403, `"You were not in the call ${missed}."`],
  ["linus", "GET", `${calls}/call_x/events`, undefined, 401, '"There is no call call_x."'],
  ["ada", "PUT", `${calls}/${finished}`, {}, 200, '"OK"'],
  ["ada", "POST", "/api/v1/on_call_groups/12/favorites", undefined, 200, '"OK"'],
  [
    "ada",
    "GET",
    "/api/v1r1/personal_access_token",
    undefined,
    200,
    '[{"description":"Demo","id":1,"token":"pat-demo-ada"}]'
  ],
  ["ada", "DELETE", "/api/v1r1/personal_access_token/1", undefined, 200, ""],
  ["ada", "POST", "/api/v1/personal_room/invite", { email: "guest@example.org", name: "Guest" }, 200, ""],
  [
    "grace",
    "POST",
    "/api/v1/personal_room/invite",
    { email: "guest@example.org", name: "Guest" },
    401,
    '{"code":1007,"message":"Grace Hopper has no personal room."}'
  ],
  ["ada", "POST", session, { call_id: running, contact_tokens: ["contact-102"] }, 200, "{}"],
  [undefined, "POST", "/api/v1/register/resend_confirmation?email=new%40example.com", undefined, 200, ""],
  [
    undefined,
    "POST",
    "/api/v1/register/confirm?confirmation_token=confirm-demo-new",
    undefined,
    200,
    '{"message":"The account is confirmed. Log in with its e-mail address.","status":"confirmed"}'
  ],
  [
    undefined,
    "POST",
    "/api/v1/register/confirm?confirmation_token=confirm-demo-new",
    undefined,
    401,
    '{"code":1002,"message":"The confirmation_token is unknown, used already or replaced by a newer one."}'
  ],
  ["ada", "DELETE", `${users}/104`, undefined, 200, "{}"]
]

layer(Emulator.layerServer({ port: 0 }))("the bytes of an answer", (it) => {
  for (const [who, method, path, body, status, text] of bytes)
    it.effect(`to ${who ?? "anybody"}: ${method} ${path}: ${status} ${text}`, () =>
      Effect.gen(function* () {
        const headers = who === undefined ? key : asUser((yield* logIn(who)).token)
        const answer = yield* send(method, path, { headers, body })
        assert.deepStrictEqual([answer.status, answer.text], [status, text])
        if (text !== "") assert.strictEqual(answer.type, "application/json")
      })
    )

  it.effect("have the form of the version, even if it is percent-encoded", () =>
    Effect.gen(function* () {
      const { json, status } = yield* send("POST", "/api/%761/token/info", {})
      assert.deepStrictEqual([status, Object.keys(recordAt(json))], [401, ["code", "message"]])
    })
  )

  it.effect("have whole numbers for times, and texts for the ids of calls", () =>
    Effect.gen(function* () {
      const { json } = yield* send("GET", `${calls}/${finished}`, { headers: yield* asAda })
      for (const field of ["timeCallStarted", "timeCallEnded", "callDuration"])
        assert.isTrue(Number.isInteger(at(json, field)), field)
      assert.deepInclude(json, { dialderId: "101", receiverId: "103", timestamp: "2025-12-31T00:00:00.000000Z" })
    })
  )

  it.effect("reject an empty name of a user, as in a registration", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const name of ["", " "])
        for (const [method, path] of [
          ["POST", users],
          ["PUT", `${users}/103`]
        ] as const) {
          const { json, status } = yield* send(method, path, { headers, body: { email: "nameless@example.com", name } })
          assert.deepStrictEqual([status, at(json, "code")], [400, 1009])
          assert.match(textAt(json, "message"), /name is empty\. Send a name/)
        }
    })
  )
})

layer(Emulator.layerServer({ port: 0, users: 40_000, calls: 100_000 }))("a list of many rows", (it) => {
  const get = (path: string) => Effect.flatMap(asAda, (headers) => send("GET", path, { headers }))

  it.effect("decodes a filter once: %2B is a plus, + is a space", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* send("POST", users, { headers, body: { email: "ada+test@example.com", name: "A%2BB" } })
      const totalOf = (filter: string) =>
        Effect.map(get(`${users}?filter=${filter}`), ({ json }) => at(json, "total_entries"))
      assert.strictEqual(yield* totalOf("email%3Dada%2Btest%40example.com"), 1)
      assert.strictEqual(yield* totalOf("email%3Dada+test%40example.com"), 0)
      assert.strictEqual(yield* totalOf("name%3DA%252BB"), 1)
      assert.strictEqual((yield* get(`${users}?filter=email%253Dada%252Btest%2540example.com`)).status, 400)
    })
  )

  it.effect("finds a generated user by e-mail, user name and id", () =>
    Effect.gen(function* () {
      const last = at((yield* get(`${users}?page=39000&page_size=1`)).json, "entries", 0)
      for (const field of ["email", "username", "id"]) {
        const { json } = yield* get(`${users}?filter=${encodeURIComponent(`${field}=${String(at(last, field))}`)}`)
        assert.deepStrictEqual([at(json, "total_entries"), at(json, "entries")], [1, [last]])
      }
    })
  )

  it.effect("pages calls from the first to the last, and reads one of them", () =>
    Effect.gen(function* () {
      assert.lengthOf(listAt((yield* get(`${calls}?page=5000`)).json), 20)
      assert.lengthOf(listAt((yield* get(`${calls}?page=5001`)).json), 0)
      const oldest = textAt((yield* get(`${calls}?order=timeCallStarted&page_size=1`)).json, 0, "session")
      assert.strictEqual(textAt((yield* get(`${calls}/${oldest}`)).json, "session"), oldest)
    })
  )

  it.effect("does not block other requests", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const done: Array<string> = []
      const named = (name: string, path: string) =>
        Effect.tap(send("GET", path, { headers }), () => Effect.sync(() => done.push(name)))
      const list = yield* Effect.forkChild(named("list", `${calls}?order=receiverName`))
      yield* named("one", `${calls}/${finished}`)
      yield* Fiber.join(list)
      assert.deepStrictEqual(done, ["one", "list"])
    })
  )
})

describe("a token of an hour", () => {
  layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))((it) => {
    it.effect("is valid to its last minute, and is renewed with or without itself in authorization", () =>
      Effect.gen(function* () {
        const { advance } = yield* Emulator
        const { refresh, token } = yield* logIn()
        yield* advance("59 minutes")
        assert.strictEqual((yield* send("GET", users, { headers: asUser(token) })).status, 200)
        yield* advance("1 minute")
        const { status, text } = yield* send("GET", users, { headers: asUser(token) })
        const expired = '{"code":1003,"message":"The token has expired. Refresh it or log in again.","name":"generic"}'
        assert.deepStrictEqual([status, text], [400, expired])
        const renew = (headers: Record<string, string>) =>
          send("POST", "/api/v1/auth/refresh", { headers, body: { refresh_token: refresh } })
        const { json } = yield* renew(asUser(token))
        assert.strictEqual((yield* send("GET", users, { headers: asUser(textAt(json, "token")) })).status, 200)
        assert.strictEqual((yield* renew(key)).status, 200)
        yield* advance("1 minute")
        assert.strictEqual((yield* renew(key)).status, 401)
      })
    )
  })
})
