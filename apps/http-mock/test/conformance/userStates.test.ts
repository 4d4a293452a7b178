import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs, newSite, password } from "./support/Site.ts"
import type { Asked, Site } from "./support/Site.ts"

const finished = "call_00000000-0000-4000-8000-000000000001"
const running = "call_00000000-0000-4000-8000-000000000003"

const asAda = (site: Site, id: OperationId, asked: Asked = {}) =>
  Effect.map(askAs(site, "ada", id, asked), ({ json }) => json)

const found = (site: Site, filter: string) =>
  Effect.map(asAda(site, "EnterpriseUsers.list", { query: { filter } }), ({ entries }) => entries)

const update = (site: Site, id: number, body: object) => asAda(site, "EnterpriseUsers.update", { id, body })

/** The numbers of users of the default group and of the other one. */
const userCounts = (site: Site) =>
  Effect.map(asAda(site, "Pods.list"), ({ entries }) =>
    entries.map(({ user_count }: { readonly user_count: number }) => user_count)
  )

const logInStatus = (site: Site, email: string, secret = password) =>
  Effect.map(site.ask("Auth.logIn", { body: { email, password: secret } }), ({ status }) => status)

layer(Emulator.layerServer({ port: 0 }))("§3.1: user activity", (it) => {
  const row = (name: string, test: (site: Site) => Effect.Effect<unknown>) =>
    it.effect(name, () => Effect.flatMap(newSite, test))

  const deactivated = "active = true -> active = false, by PUT /v1r1/enterprise/users/:user_id"

  row(`${deactivated}: no log-in by any operation, and no use of the service`, (site) =>
    Effect.gen(function* () {
      const pat = (yield* site.ask("PersonalAccessTokens.create", { token: (yield* site.logIn("grace")).token })).json
      const { refresh, token } = yield* site.logIn("grace")
      yield* update(site, 102, { active: false })
      assert.deepInclude((yield* found(site, "id=102"))[0], { active: false })
      assert.strictEqual(yield* logInStatus(site, "grace"), 401)
      assert.strictEqual(
        (yield* site.ask("Auth.logInV1R1", { body: { email: "grace@example.com", password } })).status,
        400
      )
      assert.strictEqual((yield* site.ask("Auth.refresh", { body: { refresh_token: refresh } })).status, 401)
      assert.strictEqual((yield* site.ask("Auth.personalAccessToken", { body: { token: pat.token } })).status, 400)
      assert.strictEqual((yield* site.ask("Calls.list", { token })).status, 401)
      assert.strictEqual((yield* site.ask("PersonalAccessTokens.list", { token })).status, 400)
      assert.strictEqual((yield* site.ask("Tokens.info", { query: { token } })).status, 401)
    })
  )

  row(`${deactivated}: all data stays, a second time as the first`, (site) =>
    Effect.gen(function* () {
      const grace = yield* site.logIn("grace")
      const pat = (yield* site.ask("PersonalAccessTokens.create", { token: grace.token })).json
      yield* site.ask("OnCallGroups.favorite", { id: 12, token: grace.token })
      const [before] = yield* found(site, "id=102")
      const call = yield* asAda(site, "Calls.read", { id: running })
      yield* update(site, 102, { active: false })
      yield* update(site, 102, { active: false })
      const [after] = yield* found(site, "id=102")
      assert.deepStrictEqual(after, { ...before, active: false, updated_at: after.updated_at })
      assert.deepStrictEqual(yield* userCounts(site), [4, 1])
      assert.deepStrictEqual(yield* asAda(site, "Calls.read", { id: running }), call)
      yield* update(site, 102, { active: true })
      const { token } = yield* site.logIn("grace")
      assert.deepStrictEqual((yield* site.ask("PersonalAccessTokens.list", { token })).json, [pat])
      const query = { filter: "favorite=true" }
      assert.strictEqual((yield* site.ask("OnCallGroups.list", { query, token })).json.entries[0].id, 12)
    })
  )

  const reactivated = "active = false -> active = true, by PUT /v1r1/enterprise/users/:user_id"

  row(`${reactivated}: the user logs in again, and their tokens work again`, (site) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* logInStatus(site, "edsger"), 401)
      const { token } = yield* site.logIn("grace")
      yield* update(site, 102, { active: false })
      for (const id of [102, 104]) assert.deepInclude(yield* update(site, id, { active: true }), { id, active: true })
      assert.strictEqual(yield* logInStatus(site, "edsger"), 200)
      assert.strictEqual((yield* site.ask("Calls.list", { token })).status, 200)
    })
  )

  const deleted = "active = true or false -> no user, by DELETE /v1r1/enterprise/users/:user_id"

  row(`${deleted}: all data of the user is removed`, (site) =>
    Effect.gen(function* () {
      const { refresh, token } = yield* site.logIn("linus")
      const pat = (yield* site.ask("PersonalAccessTokens.create", { token })).json
      yield* asAda(site, "EnterpriseUsers.remove", { id: 103 })
      assert.strictEqual((yield* site.ask("Calls.list", { token })).status, 401)
      assert.strictEqual((yield* site.ask("Auth.refresh", { body: { refresh_token: refresh } })).status, 401)
      assert.strictEqual((yield* site.ask("Auth.personalAccessToken", { body: { token: pat.token } })).status, 400)
      assert.deepStrictEqual(yield* userCounts(site), [3, 0])
      assert.strictEqual((yield* asAda(site, "EnterpriseUsers.list")).total_entries, 3)
    })
  )

  row(`${deleted}: calls refer to Deleted User from then on, and to nothing else of them`, (site) =>
    Effect.gen(function* () {
      const shownOf = Effect.all({
        call: asAda(site, "Calls.read", { id: finished }),
        list: Effect.map(asAda(site, "Calls.list"), (calls) => calls[2]),
        events: asAda(site, "Calls.events", { id: finished }),
        stream: asAda(site, "Calls.eventStream", { id: finished })
      })
      assert.include(JSON.stringify(yield* shownOf), "Linus Torvalds")
      yield* asAda(site, "EnterpriseUsers.remove", { id: 103 })
      const { call, events, list, stream } = yield* shownOf
      assert.notMatch(JSON.stringify({ call, events, list, stream }), /linus/i)
      assert.strictEqual(call.receiver.name, "Deleted User")
      assert.strictEqual(call.receiverName, "Deleted User")
      assert.strictEqual(call.participants[1].name, "Deleted User")
      assert.deepStrictEqual(list, call)
      assert.strictEqual(events.call.receiverName, "Deleted User")
      assert.strictEqual(events.stats.participantStats[1].name, "Deleted User")
      assert.strictEqual(stream.data.to.name, "Deleted User")
      assert.strictEqual(call.dialer.name, "Ada Lovelace")
    })
  )

  row(`${deleted}: recent calls refer to Deleted User too`, (site) =>
    Effect.gen(function* () {
      yield* asAda(site, "EnterpriseUsers.remove", { id: 102 })
      const recent = yield* asAda(site, "Calls.recent")
      assert.strictEqual(recent.contact_name, "Deleted User")
      assert.notMatch(JSON.stringify(recent), /grace/i)
    })
  )
})
