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

const provision = (site: Site, body: object) => asAda(site, "EnterpriseUsers.provision", { body })

const update = (site: Site, id: number, body: object) => asAda(site, "EnterpriseUsers.update", { id, body })

/** The numbers of users of the default group and of the other one. */
const userCounts = (site: Site) =>
  Effect.map(asAda(site, "Pods.list"), ({ entries }) =>
    entries.map(({ user_count }: { readonly user_count: number }) => user_count)
  )

const adminCounts = (site: Site) =>
  Effect.map(asAda(site, "Pods.list"), ({ entries }) =>
    entries.map(({ admin_count }: { readonly admin_count: number }) => admin_count)
  )

const logInStatus = (site: Site, email: string, secret = password) =>
  Effect.map(site.ask("Auth.logIn", { body: { email, password: secret } }), ({ status }) => status)

const joan = { email: "joan@example.com", name: "Joan Clarke" }

layer(Emulator.layerServer({ port: 0 }))("§3.1: user activity", (it) => {
  const row = (name: string, test: (site: Site) => Effect.Effect<unknown>) =>
    it.effect(name, () => Effect.flatMap(newSite, test))

  const posted = "(none) -> active = true, by POST /v1r1/enterprise/users"

  row(`${posted}: the user is created and a welcome e-mail is sent`, (site) =>
    Effect.gen(function* () {
      assert.deepInclude(yield* provision(site, joan), { ...joan, active: true })
      assert.strictEqual((yield* found(site, `email=${joan.email}`)).length, 1)
      assert.deepStrictEqual(
        (yield* site.mailsTo(joan.email)).map(({ kind }) => kind),
        ["welcome"]
      )
    })
  )

  row(`${posted}: no e-mail when send_email is false`, (site) =>
    Effect.gen(function* () {
      yield* provision(site, { ...joan, send_email: false })
      assert.deepStrictEqual(yield* site.mailsTo(joan.email), [])
      assert.strictEqual((yield* found(site, `email=${joan.email}`)).length, 1)
      yield* provision(site, { email: "mary@example.com", send_email: true })
      assert.strictEqual((yield* site.mailsTo("mary@example.com")).length, 1)
    })
  )

  row(`${posted}: the default group without pod_ids, else the groups given`, (site) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* userCounts(site), [4, 1])
      yield* provision(site, joan)
      assert.deepStrictEqual(yield* userCounts(site), [5, 1])
      yield* provision(site, { email: "mary@example.com", pod_ids: [2] })
      assert.deepStrictEqual(yield* userCounts(site), [5, 2])
      yield* provision(site, { email: "dilly@example.com", pod_ids: [1, 2], role: "EnterpriseAdmin" })
      assert.deepStrictEqual(yield* userCounts(site), [6, 3])
      assert.deepStrictEqual(yield* adminCounts(site), [2, 1])
    })
  )

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

  row(`${deactivated}: the user consumes no license: their entry names none`, (site) =>
    Effect.gen(function* () {
      yield* update(site, 102, { active: false })
      assert.strictEqual((yield* found(site, "id=102"))[0].license, "")
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

  for (const [state, id, username] of [
    ["active", 103, "linus"],
    ["deactivated", 104, "edsger"]
  ] as const)
    row(`${deleted}: one who is ${state} is gone, which cannot be undone`, (site) =>
      Effect.gen(function* () {
        const [before] = yield* found(site, `id=${id}`)
        assert.strictEqual(before.active, state === "active")
        yield* asAda(site, "EnterpriseUsers.remove", { id })
        assert.deepStrictEqual(yield* found(site, `username=${username}`), [])
        assert.strictEqual(yield* logInStatus(site, username), 401)
        const { token } = yield* site.logIn("ada")
        const back = yield* site.ask("EnterpriseUsers.update", { id, body: { active: true }, token })
        assert.strictEqual(back.status, 400)
        const again = yield* provision(site, { email: before.email })
        assert.isAbove(again.id, id)
      })
    )

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
