import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, send } from "../support/wire.ts"

const joan = { email: "joan@example.com", name: "Joan Clarke", password: "banburismus" }

const tokenFor = (to: string) =>
  Effect.flatMap(Emulator, ({ outbox }) =>
    Effect.map(outbox("us"), (mails) => mails.findLast((mail) => mail.to === to)?.token ?? "no mail")
  )

const confirm = (token: string, what = "confirm") =>
  send("POST", `/api/v1/register/${what}?confirmation_token=${token}`)

layer(Emulator.layerServer({ port: 0 }))("registration on the wire", (it) => {
  it.effect("registers on both versions with an empty 200, confirms by the mailed token, and logs in", () =>
    Effect.gen(function* () {
      for (const [version, email] of [
        ["v1", "one@example.com"],
        ["v1r1", "two@example.com"]
      ] as const) {
        const body = { user_info: { ...joan, email } }
        const { status, text } = yield* send("POST", `/api/${version}/register`, { body })
        assert.deepStrictEqual([status, text], [200, ""])
        const logIn = send("POST", "/api/v1/auth", { body: { email, password: joan.password } })
        assert.deepStrictEqual([(yield* logIn).status, (yield* logIn).json.code], [401, 1005])
        const done = yield* confirm(yield* tokenFor(email))
        assert.strictEqual(done.status, 200)
        assert.strictEqual(
          done.text,
          '{"message":"The account is confirmed. Log in with its e-mail address.","status":"confirmed"}'
        )
        assert.strictEqual((yield* logIn).status, 200)
      }
    })
  )

  it.effect("keeps location and title of /v1r1", () =>
    Effect.gen(function* () {
      const email = "three@example.com"
      const body = { user_info: { ...joan, email, location: "Bletchley", title: "Codebreaker" }, invitation_token: "x" }
      yield* send("POST", "/api/v1r1/register", { body })
      yield* confirm(yield* tokenFor(email))
      const { json } = yield* send("GET", `/api/v1r1/enterprise/users?filter=email%3D${email}`, {
        headers: yield* asAda
      })
      assert.deepInclude(json.entries[0], { location: "Bletchley", title: "Codebreaker", is_confirmed: true })
    })
  )

  it.effect("confirms new@example.com of the default world, and its token once", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* confirm("confirm-demo-new")).status, 200)
      const { status, text } = yield* confirm("confirm-demo-new")
      assert.strictEqual(status, 401)
      assert.strictEqual(
        text,
        '{"code":1002,"message":"The confirmation_token is unknown, used already or replaced by a newer one."}'
      )
    })
  )

  it.effect("answers a new e-mail address with the user of section 2.4", () =>
    Effect.gen(function* () {
      const { json, status } = yield* confirm("confirm-demo-grace", "confirm_new_email")
      assert.strictEqual(status, 200)
      const fields =
        "active available avatar confirmed_email created_at email id is_confirmed is_first_login last_used_at name permissions personal_room_session_id personal_room_url role_id role_name status status_message token unavailable_expires_at updated_at username"
      assert.deepStrictEqual(Object.keys(json).toSorted(), fields.split(" "))
      assert.deepInclude(json, { id: 102, email: "grace.hopper@example.com", available: "true", token: "" })
      assert.strictEqual((yield* confirm("confirm-demo-grace", "confirm_new_email")).status, 401)
    })
  )

  it.effect("sends a confirmation again, or says with 401 that it was not sent", () =>
    Effect.gen(function* () {
      const { outbox } = yield* Emulator
      yield* send("POST", "/api/v1/register", { body: { user_info: joan } })
      const resend = (email: string) => send("POST", `/api/v1/register/resend_confirmation?email=${email}`)
      const sent = yield* resend("joan%40example.com")
      assert.deepStrictEqual([sent.status, sent.text], [200, ""])
      assert.strictEqual((yield* outbox("us")).filter(({ to }) => to === joan.email).length, 2)
      const { json, status } = yield* resend("nobody%40example.com")
      assert.deepStrictEqual([status, json.code, Object.keys(json)], [401, 1008, ["code", "message"]])
    })
  )

  it.effect("registers an enterprise with an empty 200, and writes to its contact", () =>
    Effect.gen(function* () {
      const path = "/api/v1r1/register/enterprise"
      const body = { contact_email: "b@example.org", contact_name: "B", enterprise_name: "Works", reseller_id: "r" }
      const { status, text } = yield* send("POST", path, { body })
      assert.deepStrictEqual([status, text], [200, ""])
      assert.isTrue((yield* (yield* Emulator).outbox("us")).some(({ to }) => to === "b@example.org"))
      const { reseller_id: _, ...missing } = body
      const refused = yield* send("POST", path, { body: missing })
      assert.deepStrictEqual([refused.status, refused.json.code, refused.json.name], [400, 1009, "generic"])
    })
  )

  it.effect("refuses a taken address, a missing field and a wrong API key in the words of the version", () =>
    Effect.gen(function* () {
      const taken = { user_info: { ...joan, email: "ada@example.com" } }
      const statusOf = (path: string, sent: Parameters<typeof send>[2]) =>
        Effect.map(send("POST", path, sent), ({ json, status }) => [status, json.code, json.name])
      for (const [path, status, name] of [
        ["/api/v1/register", 401, undefined],
        ["/api/v1r1/register", 400, "generic"]
      ] as const) {
        assert.deepStrictEqual(yield* statusOf(path, { body: taken }), [status, 1010, name])
        assert.deepStrictEqual(yield* statusOf(path, { body: { user_info: {} } }), [status, 1009, name])
        assert.deepStrictEqual(yield* statusOf(path, { body: taken, headers: {} }), [status, 1006, name])
      }
      assert.strictEqual((yield* send("POST", "/api/v1/register/confirm")).status, 401)
    })
  )
})
