import { assert, describe, layer } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { Control } from "../../src/library/Control.ts"
import { controlled, controlOf, originOf } from "../support/control.ts"
import { asAda, key, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const register = (email: string) =>
  send("POST", "/api/v1/register", { body: { user_info: { email, name: "A", password: "x" } } })

const invite = (email: string) =>
  Effect.flatMap(asAda, (headers) =>
    send("POST", "/api/v1/personal_room/invite", { headers, body: { email, name: "B" } })
  )

describe("the outbox", () => {
  layer(controlled())((it) => {
    it.effect("shows the subject, the recipient and the link of each e-mail", () =>
      Effect.gen(function* () {
        const { outbox } = yield* Control
        const headers = yield* asAda
        const before = (yield* outbox.list({ query: {} })).at(-1)?.id ?? 0
        yield* send("POST", users, { headers, body: { email: "welcome@example.com" } })
        yield* send("PUT", `${users}/103`, { headers, body: { email: "moved@example.com" } })
        yield* register("registered@example.com")
        yield* send("POST", "/api/v1/register/resend_confirmation?email=registered%40example.com")
        yield* send("POST", "/api/v1r1/register/enterprise", {
          body: { contact_email: "c@example.com", contact_name: "C", enterprise_name: "E", reseller_id: "1" }
        })
        yield* invite("guest@example.com")
        yield* send("POST", "/api/v1/session/invite", {
          headers,
          body: { call_id: "call_00000000-0000-4000-8000-000000000003", contact_tokens: ["contact-102"] }
        })
        const mails = yield* outbox.list({ query: { after: before } })
        assert.deepStrictEqual(
          mails.map(({ kind, to }) => [kind, to]),
          [
            ["welcome", "welcome@example.com"],
            ["new-email", "moved@example.com"],
            ["confirmation", "registered@example.com"],
            ["confirmation", "registered@example.com"],
            ["enterprise", "c@example.com"],
            ["personal-room", "guest@example.com"],
            ["session", "grace@example.com"]
          ]
        )
        assert.deepStrictEqual(
          mails.flatMap(({ kind, user }) => (user === undefined ? [] : [[kind, user]])),
          [["new-email", 103]]
        )
        assert.strictEqual(mails[5]?.link, "https://room.example/ada")
        const session = "call_00000000-0000-4000-8000-000000000003"
        assert.deepStrictEqual([mails[6]?.token, mails[6]?.link], [session, `https://session.example/${session}`])
      })
    )

    it.effect("has links that confirm an account by a POST", () =>
      Effect.gen(function* () {
        const { outbox } = yield* Control
        yield* register("linked@example.com")
        const { link = "", token = "" } = yield* outbox.wait({ query: { to: "Linked@example.com" } })
        assert.strictEqual(link, `${yield* originOf}/us/api/v1/register/confirm?confirmation_token=${token}`)
        const answer = yield* Effect.promise(() => fetch(link, { method: "POST", headers: key }))
        assert.strictEqual(answer.status, 200)
      })
    )

    it.effect("waits for the next e-mail", () =>
      Effect.gen(function* () {
        const { outbox } = yield* Control
        yield* invite("twice@example.com")
        const first = yield* outbox.wait({ query: { to: "twice@example.com", kind: "personal-room" } })
        const waiting = yield* Effect.forkChild(
          outbox.wait({ query: { to: "twice@example.com", after: first.id, timeout: Duration.seconds(30) } }),
          { startImmediately: true }
        )
        yield* invite("other@example.com")
        yield* invite("twice@example.com")
        const second = yield* Fiber.join(waiting)
        assert.isAbove(second.id, first.id)
        assert.strictEqual(second.to, "twice@example.com")
      })
    )

    it.effect("lists the existing e-mails when none arrives in time", () =>
      Effect.gen(function* () {
        const { outbox } = yield* Control
        yield* invite("late@example.com")
        const problem = yield* Effect.flip(
          outbox.wait({ query: { to: "nobody@example.com", kind: "welcome", timeout: Duration.millis(10) } })
        )
        assert.strictEqual(problem._tag, "NoMailProblem")
        assert.match(problem.message, /kind welcome to nobody@example.com .*personal-room to late@example.com/)
      })
    )

    it.effect("is separate for each tenant and region, and dated by their clock", () =>
      Effect.gen(function* () {
        const { outbox } = yield* Control
        yield* register("mine@example.com")
        yield* Effect.gen(function* () {
          const { clock, outbox } = yield* Control
          yield* clock.change({
            payload: { set: DateTime.toUtc(DateTime.makeUnsafe("2031-02-03T04:05:06Z")), scale: 0 }
          })
          assert.deepStrictEqual(yield* outbox.list({ query: { to: "mine@example.com" } }), [])
          yield* send("POST", "/api/v1/register/resend_confirmation?email=new%40example.com", {
            headers: { ...key, "x-mock-tenant": "theirs" },
            region: "eu"
          })
          const mails = yield* outbox.list({ query: { region: "eu", to: "new@example.com", after: 2 } })
          assert.deepStrictEqual(
            mails.map(({ at }) => DateTime.formatIso(at)),
            ["2031-02-03T04:05:06.000Z"]
          )
          assert.match(mails[0]?.link ?? "", /\/t\/theirs\/eu\/api\/v1\/register\/confirm\?/)
        }).pipe(Effect.provide(controlOf("theirs")))
        assert.lengthOf(yield* outbox.list({ query: { to: "mine@example.com" } }), 1)
      })
    )
  })

  layer(controlled({ users: 1200 }))("with more than 1000 e-mails", (it) => {
    it.effect("drops the oldest and reports the total", () =>
      Effect.gen(function* () {
        const { outbox, tenants } = yield* Control
        const contacts = Array.from({ length: 1200 }, (_, at) => `contact-${101 + at}`)
        const invited = yield* send("POST", "/api/v1/session/invite", {
          headers: yield* asAda,
          body: { call_id: "call_00000000-0000-4000-8000-000000000003", contact_tokens: contacts }
        })
        assert.strictEqual(invited.status, 200)
        const ids = (yield* outbox.list({ query: {} })).map(({ id }) => id)
        assert.deepStrictEqual(
          ids,
          Array.from({ length: 1000 }, (_, at) => 203 + at)
        )
        assert.deepStrictEqual((yield* tenants.list())[0]?.mails_dropped, { us: 202, eu: 0 })
        const missed = yield* Effect.flip(outbox.wait({ query: { to: "no@one.example", timeout: Duration.zero } }))
        assert.include(String(missed), "Older ones were dropped: 202.")
        yield* invite("next@example.com")
        assert.strictEqual((yield* outbox.list({ query: { to: "next@example.com" } }))[0]?.id, 1203)
      })
    )
  })
})
