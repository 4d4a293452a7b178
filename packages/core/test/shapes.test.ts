import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Calls } from "../src/Calls.ts"
import * as Drift from "../src/Drift.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { OnCallGroups } from "../src/OnCallGroups.ts"
import { Pods } from "../src/Pods.ts"
import { Registration } from "../src/Registration.ts"
import { Session } from "../src/Session.ts"
import { json, wire } from "./support/wire.ts"

/** Decodes an answer as the SDK does; a field that would be left out fails. */
const answering = <A, E, R>(body: unknown, act: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("token-1") })),
    act
  ).pipe(Effect.provide(Layer.merge(wire(() => json(200, body)).layer, Drift.layerStrict)))

const pageOf = (entry: unknown) => ({ entries: [entry], total_entries: 1, total_pages: 1, page: 1, page_size: 20 })

const callOf = (call: unknown) =>
  answering(
    [call],
    Effect.flatMap(Calls, (calls) => calls.list())
  )

const assertUser = (user: object) =>
  Effect.gen(function* () {
    const { entries } = yield* answering(
      pageOf(user),
      Effect.flatMap(EnterpriseUsers, (users) => users.list())
    )
    assert.deepStrictEqual<unknown>(entries, [user])
  })

const assertCall = (call: object) =>
  Effect.gen(function* () {
    assert.deepStrictEqual<unknown>(yield* callOf(call), [call])
  })

const user = {
  active: true,
  available: false,
  avatar: null,
  confirmation_sent_at: "",
  confirmed_at: "2021-03-12T20:31:52.103442Z",
  created_at: "2021-03-12T20:31:52.103442Z",
  email: "ada@example.com",
  email_confirmed: true,
  enterprise_id: 9,
  first_call_at: "",
  id: 7,
  invitation_sent_at: "",
  is_confirmed: true,
  is_first_login: false,
  last_used_at: "2021-03-12T20:31:52.103442Z",
  license: "named",
  location: "",
  manage: true,
  name: "Ada",
  permissions: ["manage_account", "manage_personal_contacts", "web_login"],
  provider: "",
  provider_uid: "",
  role_id: 3,
  role_name: "User",
  status: 1,
  status_message: "",
  title: "",
  unavailable_expires_at: "",
  updated_at: "2021-03-12T20:31:52.103442Z",
  username: "ada"
}

describe("the shapes of the deployed service", () => {
  it.effect("takes a user with all 31 fields, and redacts the token", () =>
    Effect.gen(function* () {
      const { entries } = yield* answering(
        pageOf({ ...user, token: "secret" }),
        Effect.flatMap(EnterpriseUsers, (users) => users.list())
      )
      assert.deepStrictEqual<unknown>(entries, [{ ...user, token: Redacted.make("secret") }])
      assert.strictEqual(Object.keys(user).length, 30)
    })
  )

  it.effect.each([[1], ["online"], [""], [null]])("takes the status %j of a user", ([status]) =>
    assertUser({ id: 7, status })
  )

  it.effect.each([
    ["https://example.com/a.png"],
    [""],
    [{ original: null, thumb: null }],
    [{ original: "https://example.com/a.png", thumb: "https://example.com/t.png" }],
    [null]
  ])("takes the avatar %j of a user", ([avatar]) => assertUser({ id: 7, avatar }))

  it.effect.each([[""], [null], ["2024-01-31T10:00:00.123456Z"]])("takes the date %j of a user", ([date]) =>
    assertUser({ id: 7, last_used_at: date, confirmed_at: date, unavailable_expires_at: date })
  )

  it.effect.each([
    [1, "EnterpriseAdmin"],
    [3, "User"]
  ])("takes the role %i, %s", ([role_id, role_name]) => assertUser({ id: 7, role_id, role_name }))

  it.effect.each([["available"], [true], [null]] as const)("takes the availability %j of an account", ([available]) =>
    Effect.gen(function* () {
      const account = yield* answering(
        { id: 7, available },
        Effect.flatMap(Registration, (registration) => registration.confirmNewEmail(Redacted.make("t")))
      )
      assert.deepStrictEqual(account, { id: 7, available })
    })
  )

  it.effect("takes the fields of an account that the interface does not show", () =>
    Effect.gen(function* () {
      const more = { confirmed_at: "2021-03-12T20:31:52.103442Z", email_confirmed: true, enterprise_id: 9 }
      const account = yield* answering(
        { id: 7, ...more },
        Effect.flatMap(Registration, (registration) => registration.confirmNewEmail(Redacted.make("t")))
      )
      assert.deepStrictEqual(account, { id: 7, ...more })
    })
  )

  it.effect.each([["1615583559.322"], [1_615_583_559], [""], [null]])("takes the time %j of a call", ([time]) =>
    assertCall({ session: "call_1", timeCallStarted: time, timeCallEnded: time })
  )

  it.effect.each(["7", 7])("takes the id %j inside a call", (id) =>
    assertCall({
      session: "call_1",
      dialderId: id,
      dialerId: id,
      receiverId: id,
      owner_id: id,
      dialer: { id, enterpriseId: id },
      receiver: { id, enterpriseId: id },
      participants: [{ id, enterpriseId: id, isAnonymous: false }]
    })
  )

  it.effect.each(["Call Ended", "Timed out", ""])("takes the reason %j of a call", (reasonCallEnded) =>
    assertCall({ session: "call_1", reasonCallEnded, recordingStatus: "finished" })
  )

  it.effect("takes a call that has nothing but its session", () => assertCall({ session: "call_1" }))

  it.effect("refuses a call without its session", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(callOf({ dialerName: "Ada" }))
      assert.strictEqual(error._tag, "UnexpectedAnswer")
    })
  )

  it.effect("takes pods whose subpods, admins and users are objects", () =>
    Effect.gen(function* () {
      const pod = {
        id: 4,
        enterprise_id: 9,
        name: "Field",
        description: "",
        avatar: { original: null, thumb: null },
        default: false,
        user_count: 2,
        admin_count: 1,
        subpods: [{ id: 5, name: "North" }],
        admins: [{ id: 7, name: "Ada" }],
        users: [{ id: 8, name: "Grace" }],
        email: "field@example.com",
        expert: true,
        manage: false
      }
      const { entries } = yield* answering(
        pageOf(pod),
        Effect.flatMap(Pods, (pods) => pods.list())
      )
      assert.deepStrictEqual<unknown>(entries, [pod])
    })
  )

  it.effect("redacts the tokens of those in a pod", () =>
    Effect.gen(function* () {
      const people = [{ id: 7, token: "canary" }]
      const page = yield* answering(
        pageOf({ id: 4, subpods: people, admins: people, users: people }),
        Effect.flatMap(Pods, (pods) => pods.list())
      )
      assert.notInclude(JSON.stringify(page), "canary")
    })
  )

  it.effect.each(["https://example.com/g.png", { original: null, thumb: null }])(
    "takes the avatar %j of an on-call group",
    (avatar) =>
      Effect.gen(function* () {
        const { entries } = yield* answering(
          pageOf({ id: 2, avatar }),
          Effect.flatMap(OnCallGroups, (groups) => groups.list())
        )
        assert.deepStrictEqual<unknown>(entries, [{ id: 2, avatar }])
      })
  )

  it.effect("takes one recent call, or a list of them", () =>
    Effect.gen(function* () {
      const recent = { contact: { id: "7", status: "", enterprise_ids: [9] }, start_time: "", duration: 12 }
      const read = Effect.flatMap(Calls, (calls) => calls.recent)
      assert.deepStrictEqual<unknown>(yield* answering(recent, read), [recent])
      assert.deepStrictEqual<unknown>(yield* answering([recent, recent], read), [recent, recent])
      assert.deepStrictEqual<unknown>(yield* answering([], read), [])
    })
  )

  it.effect("takes a user, or anything else, in answer to a change", () =>
    Effect.gen(function* () {
      const update = Effect.flatMap(EnterpriseUsers, (users) => users.update(UserId.make(7), { active: false }))
      const changed = yield* answering({ id: 7, status: 1, other: true }, update)
      assert.deepStrictEqual<unknown>(Option.getOrUndefined(changed.entry), { id: 7, status: 1 })
      assert.deepStrictEqual(changed.body, { id: 7, status: 1, other: true })
      const { body, entry } = yield* answering({ ok: true }, update)
      assert.deepStrictEqual([entry._tag, body], ["None", { ok: true }])
    })
  )
})
