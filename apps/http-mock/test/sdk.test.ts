import { assert, layer } from "@effect/vitest"
import { Calls } from "@remote-assist/core/Calls"
import * as Client from "@remote-assist/core/Client"
import * as Drift from "@remote-assist/core/Drift"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Invitations } from "@remote-assist/core/Invitations"
import { OnCallGroups } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Region } from "@remote-assist/core/Region"
import { Registration } from "@remote-assist/core/Registration"
import { Session } from "@remote-assist/core/Session"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { Emulator } from "../src/library/Emulator.ts"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const sdk = Client.layer.pipe(
  Layer.provide(region),
  Layer.provideMerge(Drift.layerStrict),
  Layer.provideMerge(Emulator.layer({ calls: 60 }))
)

const asAda = Effect.gen(function* () {
  const { demo } = yield* Emulator
  const session = yield* Session
  yield* session.logIn({ email: demo.email, password: Redacted.make(demo.password) })
})

layer(sdk)("the SDK with strict decoding", (it) => {
  it.effect("takes what the calls answer, and renews the session at the bare string", () =>
    Effect.gen(function* () {
      yield* asAda
      const calls = yield* Calls
      const page = yield* calls.list({ page_size: 60 })
      assert.strictEqual(page.length, 60)
      for (const { session } of page.slice(0, 5)) {
        assert.strictEqual((yield* calls.read(session)).session, session)
        assert.strictEqual((yield* calls.events(session)).call?.callId, session)
        assert.strictEqual((yield* calls.eventStream(session)).data?.call_id, session)
        assert.strictEqual(yield* calls.annotate(session, { alt1_id: "x" }), "OK")
      }
      yield* Effect.flatMap(Emulator, ({ advance }) => advance("31 days"))
      assert.strictEqual((yield* calls.recent).length, 1)
    })
  )

  it.effect("takes what the on-call groups, invitations and personal access tokens answer", () =>
    Effect.gen(function* () {
      yield* asAda
      const groups = yield* OnCallGroups
      const [first] = (yield* groups.list({ order: "name" })).entries
      assert.strictEqual(first?.name, "Electrical")
      if (first !== undefined) assert.strictEqual(yield* groups.favorite(first.id), "OK")
      const invitations = yield* Invitations
      yield* invitations.personalRoom({ email: "guest@example.org", name: "Guest" })
      const [latest] = yield* (yield* Calls).recent
      const [call] = yield* (yield* Calls).list()
      const token = latest?.contact?.token
      if (call !== undefined && token !== undefined && token !== null)
        assert.deepStrictEqual(
          (yield* invitations.session({ call_id: call.session, contact_tokens: [token] })).body,
          {}
        )
      const tokens = yield* PersonalAccessTokens
      const { id } = yield* tokens.create
      assert.strictEqual((yield* tokens.read(String(id))).id, id)
      yield* tokens.remove(id)
      assert.strictEqual((yield* tokens.list).length, 1)
    })
  )

  it.effect("registers, confirms and logs in with the token of the outbox", () =>
    Effect.gen(function* () {
      const registration = yield* Registration
      const password = Redacted.make("banburismus")
      yield* registration.register({ user_info: { email: "joan@example.com", name: "Joan Clarke", password } })
      const { demo, outbox } = yield* Emulator
      const token = (yield* outbox("us")).at(-1)?.token ?? ""
      assert.strictEqual((yield* registration.confirm(Redacted.make(token))).status, "confirmed")
      yield* Effect.flatMap(Session, (session) => session.logIn({ email: "joan", password }))
      const account = yield* registration.confirmNewEmail(Redacted.make(demo.newEmailToken))
      assert.strictEqual(account.email, "grace.hopper@example.com")
    })
  )
})

layer(Client.layer.pipe(Layer.provide(region), Layer.provideMerge(Emulator.layer({ users: 200, calls: 95 }))))(
  "the SDK on a list that it changes",
  (it) => {
    const activeBut = (id: number) =>
      Effect.gen(function* () {
        const users = yield* EnterpriseUsers
        const { entries, total_entries } = yield* users.list({ filter: "active=true" })
        return total_entries - entries.filter((user) => user.id === id).length
      })

    const asAdmin = Effect.gen(function* () {
      yield* asAda
      const users = yield* EnterpriseUsers
      const [ada] = (yield* users.list({ filter: "username=ada" })).entries
      return ada?.id ?? assert.fail("there is no ada")
    })

    it.effect("deactivates every user that a walk over the active ones yields", () =>
      Effect.gen(function* () {
        const own = yield* asAdmin
        const users = yield* EnterpriseUsers
        assert.isAbove(yield* activeBut(own), 150)
        yield* users.stream({ filter: "active=true" }).pipe(
          Stream.filter(({ id }) => id !== own),
          Stream.runForEach(({ id }) => users.deactivate(id))
        )
        assert.strictEqual(yield* activeBut(own), 0)
      })
    )

    it.effect("reactivates them all where they are collected first", () =>
      Effect.gen(function* () {
        const own = yield* asAdmin
        const users = yield* EnterpriseUsers
        yield* users
          .stream({ filter: "active=false" }, { collectFirst: true })
          .pipe(Stream.runForEach(({ id }) => users.reactivate(id)))
        assert.isAbove(yield* activeBut(own), 150)
        assert.strictEqual((yield* users.list({ filter: "active=false" })).total_entries, 0)
      })
    )

    it.effect("walks the calls to their end", () =>
      Effect.gen(function* () {
        yield* asAda
        const calls = yield* Calls
        const ids = yield* Stream.runCollect(Stream.map(calls.stream(), ({ session }) => session))
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.strictEqual(ids.length, (yield* calls.list({ page_size: 1000 })).length)
        const pages = yield* Stream.runCollect(calls.pages({ page_size: 30 }))
        assert.strictEqual(pages.flat().length, ids.length)
      })
    )

    it.effect("inspects the token of whoever is logged in", () =>
      Effect.gen(function* () {
        yield* asAda
        const tokens = yield* Tokens
        const token = yield* (yield* Session).token
        assert.deepStrictEqual(yield* tokens.info(), yield* tokens.info(token))
        assert.strictEqual((yield* tokens.validate({ resource_type: "user" })).type, "user")
      })
    )
  }
)
