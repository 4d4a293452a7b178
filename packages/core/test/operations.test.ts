import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Auth } from "../src/Auth.ts"
import { CallId, Calls } from "../src/Calls.ts"
import { operations } from "../src/Contract.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { Invitations } from "../src/Invitations.ts"
import { OnCallGroupId, OnCallGroups } from "../src/OnCallGroups.ts"
import { PersonalAccessTokenId, PersonalAccessTokens } from "../src/PersonalAccessTokens.ts"
import { Pods } from "../src/Pods.ts"
import { Registration } from "../src/Registration.ts"
import { Session } from "../src/Session.ts"
import * as Testing from "../src/testing.ts"
import { Tokens } from "../src/Tokens.ts"
import { json, wire } from "./support/wire.ts"

const services = Effect.all({
  auth: Auth,
  tokens: Tokens,
  pats: PersonalAccessTokens,
  registration: Registration,
  calls: Calls,
  groups: OnCallGroups,
  invitations: Invitations,
  users: EnterpriseUsers,
  pods: Pods
})

type Sdk = Effect.Success<typeof services>

type Act<A = unknown, E = unknown> = (sdk: Sdk) => Effect.Effect<A, E>

/** Acts as somebody who is logged in. */
const acting = <A, E>(act: Act<A, E>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* act(yield* services)
  })

const secret = Redacted.make("secret")
const login = { email: "ada@example.com", password: secret }
const account = { user_info: { email: "ada@example.com", name: "Ada", password: secret } }
const enterprise = { contact_email: "a@example.com", contact_name: "Ada", enterprise_name: "Engines", reseller_id: "1" }
const callId = CallId.make("call_1")
const groupId = OnCallGroupId.make(2)
const userId = UserId.make(7)
const patId = PersonalAccessTokenId.make(3)

/** The operations of the interface's section 4, each with the method of the SDK that calls it. */
const table: ReadonlyArray<readonly [section: string, route: string, operation: string, act: Act]> = [
  ["4.1.1", "POST /v1/anonymous/auth", "Auth.anonymous", ({ auth }) => auth.anonymous("Ada")],
  ["4.1.2", "POST /v1/auth", "Auth.logIn", ({ auth }) => auth.logIn(login)],
  ["4.1.3", "POST /v1/auth/exchange", "Auth.exchange", ({ auth }) => auth.exchange(secret)],
  ["4.1.4", "POST /v1/auth/refresh", "Auth.refresh", ({ auth }) => auth.refresh(secret)],
  ["4.1.5", "POST /v1/enterprise/auth", "Auth.enterprise", ({ auth }) => auth.enterprise(login)],
  ["4.1.6", "GET /v1/token/info", "Tokens.info", ({ tokens }) => tokens.info(secret)],
  ["4.1.7", "GET /v1/token/validate", "Tokens.validate", ({ tokens }) => tokens.validate({})],
  ["4.1.8", "POST /v1r1/auth", "Auth.logInV1R1", ({ auth }) => auth.logInV1R1(login)],
  ["4.1.9", "POST /v1r1/auth/from_url", "Auth.fromUrl", ({ auth }) => auth.fromUrl("https://x.example")],
  ["4.1.10", "POST /v1r1/auth/pat", "Auth.personalAccessToken", ({ auth }) => auth.personalAccessToken(secret)],
  ["4.2.1", "GET /v1r1/personal_access_token", "PersonalAccessTokens.list", ({ pats }) => pats.list],
  ["4.2.2", "POST /v1r1/personal_access_token", "PersonalAccessTokens.create", ({ pats }) => pats.create],
  ["4.2.3", "GET /v1r1/personal_access_token/{id}", "PersonalAccessTokens.read", ({ pats }) => pats.read("3")],
  ["4.2.4", "DELETE /v1r1/personal_access_token/{id}", "PersonalAccessTokens.remove", ({ pats }) => pats.remove(patId)],
  ["4.3.1", "POST /v1/register", "Registration.register", ({ registration }) => registration.register(account)],
  ["4.3.2", "POST /v1/register/confirm", "Registration.confirm", ({ registration }) => registration.confirm(secret)],
  [
    "4.3.3",
    "POST /v1/register/confirm_new_email",
    "Registration.confirmNewEmail",
    ({ registration }) => registration.confirmNewEmail(secret)
  ],
  [
    "4.3.4",
    "POST /v1/register/resend_confirmation",
    "Registration.resendConfirmation",
    ({ registration }) => registration.resendConfirmation("ada@example.com")
  ],
  [
    "4.3.5",
    "POST /v1r1/register",
    "Registration.registerV1R1",
    ({ registration }) => registration.registerV1R1(account)
  ],
  [
    "4.3.6",
    "POST /v1r1/register/enterprise",
    "Registration.registerEnterprise",
    ({ registration }) => registration.registerEnterprise(enterprise)
  ],
  ["4.4.1", "GET /v1/calls", "Calls.list", ({ calls }) => calls.list()],
  ["4.4.2", "GET /v1/calls/recent", "Calls.recent", ({ calls }) => calls.recent],
  ["4.4.3", "GET /v1/calls/{call_id}", "Calls.read", ({ calls }) => calls.read(callId)],
  ["4.4.4", "PUT /v1/calls/{call_id}", "Calls.annotate", ({ calls }) => calls.annotate(callId, {})],
  ["4.4.5", "GET /v1/calls/{call_id}/event_stream", "Calls.eventStream", ({ calls }) => calls.eventStream(callId)],
  ["4.4.6", "GET /v1/calls/{call_id}/events", "Calls.events", ({ calls }) => calls.events(callId)],
  ["4.4.7", "GET /v1/on_call_groups", "OnCallGroups.list", ({ groups }) => groups.list()],
  [
    "4.4.8",
    "POST /v1/on_call_groups/{group_id}/favorites",
    "OnCallGroups.favorite",
    ({ groups }) => groups.favorite(groupId)
  ],
  [
    "4.4.9",
    "DELETE /v1/on_call_groups/{group_id}/favorites",
    "OnCallGroups.unfavorite",
    ({ groups }) => groups.unfavorite(groupId)
  ],
  [
    "4.4.10",
    "POST /v1/personal_room/invite",
    "Invitations.personalRoom",
    ({ invitations }) => invitations.personalRoom({ email: "bob@example.com", name: "Bob" })
  ],
  [
    "4.4.11",
    "POST /v1/session/invite",
    "Invitations.session",
    ({ invitations }) => invitations.session({ call_id: callId })
  ],
  [
    "4.5.1",
    "POST /v1r1/enterprise/users",
    "EnterpriseUsers.provision",
    ({ users }) => users.provision({ name: "Bob" })
  ],
  ["4.5.2", "GET /v1r1/enterprise/pods", "Pods.list", ({ pods }) => pods.list()],
  ["4.5.3", "GET /v1r1/enterprise/users", "EnterpriseUsers.list", ({ users }) => users.list()],
  [
    "4.5.4",
    "PUT /v1r1/enterprise/users/:user_id",
    "EnterpriseUsers.update",
    ({ users }) => users.update(userId, { active: false })
  ],
  ["4.5.5", "DELETE /v1r1/enterprise/users/:user_id", "EnterpriseUsers.remove", ({ users }) => users.remove(userId)]
]

/** What is sent when somebody acts whose requests are all answered so. */
const sentBy = Effect.fnUntraced(function* <A, E>(answer: () => Response, act: Act<A, E>) {
  const { layer, sent } = wire(answer)
  yield* acting(act).pipe(Effect.provide(layer))
  return sent.map(({ body, method, path }) => `${method} ${path} ${body}`.trim())
})

const aCall = () => json(200, { session: "call_1" })
const aToken = () => json(200, { id: 3 })

const assertRefused = <E extends { readonly _tag: string }>(act: Act<unknown, E>) => {
  const { layer, sent } = wire(aCall)
  return Effect.gen(function* () {
    const error = yield* Effect.flip(acting(act))
    assert.strictEqual(error._tag, "InvalidRequest")
    assert.strictEqual(sent.length, 0)
  }).pipe(Effect.provide(layer))
}

describe("operations", () => {
  it("are those of the interface: none is missing, none is more", () => {
    assert.deepStrictEqual(
      operations.map(({ id, method, path }) => `${id}: ${method} ${path}`).toSorted(),
      table.map(([, route, name]) => `${name}: ${route.replaceAll(/\{(\w+)\}/g, ":$1")}`).toSorted()
    )
    assert.strictEqual(table.length, 36)
  })

  it.effect.each(table)("§%s %s is sent by %s", ([, , operation, act]) =>
    Effect.gen(function* () {
      yield* acting(act)
      const sent = yield* (yield* Testing.Requests).all
      assert.deepStrictEqual(
        sent.map((request) => request.operation),
        [operation]
      )
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("does not take the recent calls for a call of that name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* sentBy(
          () => json(200, []),
          ({ calls }) => calls.recent
        ),
        ["GET /api/v1/calls/recent"]
      )
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.read(callId)), ["GET /api/v1/calls/call_1"])
    })
  )
})

describe("path parameters", () => {
  it.effect.each([
    ["a/b c", "a%2Fb%20c"],
    ["a?b#c", "a%3Fb%23c"],
    ["../users", "..%2Fusers"],
    ["%2e%2e", "%252e%252e"],
    ["...", "..."],
    ["ü😀", "%C3%BC%F0%9F%98%80"]
  ] as const)("sends %j as %s", ([text, segment]) =>
    Effect.gen(function* () {
      const id = CallId.make(text)
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.read(id)), [`GET /api/v1/calls/${segment}`])
      assert.deepStrictEqual(yield* sentBy(aCall, ({ calls }) => calls.events(id)), [
        `GET /api/v1/calls/${segment}/events`
      ])
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.read(text)), [
        `GET /api/v1r1/personal_access_token/${segment}`
      ])
    })
  )

  it.effect.each([[""], ["."], [".."], ["call_\uD800"]] as const)("refuses %j before anything is sent", ([text]) =>
    Effect.gen(function* () {
      assert.throws(() => CallId.make(text))
      const id = text as CallId
      yield* assertRefused(({ calls }) => calls.read(id))
      yield* assertRefused(({ calls }) => calls.annotate(id, {}))
      yield* assertRefused(({ calls }) => calls.eventStream(id))
      yield* assertRefused(({ calls }) => calls.events(id))
      yield* assertRefused(({ pats }) => pats.read(text))
    })
  )

  it.effect.each([[1.5], [Number.NaN], [Number.POSITIVE_INFINITY]] as const)("refuses the integer %d", ([id]) =>
    Effect.gen(function* () {
      yield* assertRefused(({ users }) => users.remove(id as UserId))
      yield* assertRefused(({ users }) => users.update(id as UserId, {}))
      yield* assertRefused(({ groups }) => groups.favorite(id as OnCallGroupId))
      yield* assertRefused(({ groups }) => groups.unfavorite(id as OnCallGroupId))
      yield* assertRefused(({ pats }) => pats.remove(id as PersonalAccessTokenId))
    })
  )

  it.effect("are a text to read a personal access token by, and an integer to remove it by", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.read("007")), [
        "GET /api/v1r1/personal_access_token/007"
      ])
      assert.deepStrictEqual(yield* sentBy(aToken, ({ pats }) => pats.remove(patId)), [
        "DELETE /api/v1r1/personal_access_token/3"
      ])
    })
  )
})

describe("alternative ids", () => {
  it.effect.each(["alt1_id", "alt2_id", "alt3_id"] as const)("sends %s of 512 characters, and none of 513", (name) =>
    Effect.gen(function* () {
      const annotate =
        (length: number) =>
        ({ calls }: Sdk) =>
          calls.annotate(callId, { [name]: "x".repeat(length) })
      assert.deepStrictEqual(yield* sentBy(() => json(200, "ok"), annotate(512)), [
        `PUT /api/v1/calls/call_1 {"${name}":"${"x".repeat(512)}"}`
      ])
      yield* assertRefused(annotate(513))
    })
  )
})

describe("bare string answers", () => {
  const acts: ReadonlyArray<readonly [operation: string, act: Act]> = [
    ["Auth.enterprise", ({ auth }) => Effect.map(auth.enterprise(login), Redacted.value)],
    ["Calls.annotate", ({ calls }) => calls.annotate(callId, {})],
    ["OnCallGroups.favorite", ({ groups }) => groups.favorite(groupId)],
    ["OnCallGroups.unfavorite", ({ groups }) => groups.unfavorite(groupId)]
  ]
  const text = "ENT.a-b_c"
  const answers = {
    quoted: () => json(200, text),
    "unquoted as text": () => new Response(text, { headers: { "content-type": "text/plain" } }),
    "unquoted as JSON": () => new Response(text, { headers: { "content-type": "application/json" } })
  }

  it.effect.each(
    acts.flatMap(([name, act]) => Object.entries(answers).map(([form, answer]) => [name, form, act, answer] as const))
  )("%s takes the string, %s", ([, , act, answer]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* acting(act).pipe(Effect.provide(wire(answer).layer)), text)
    })
  )
})

describe("answers without a body", () => {
  const answers = {
    "an empty body": () => new Response(""),
    "{}": () => json(200, {}),
    '""': () => json(200, ""),
    null: () => json(200, null),
    OK: () => new Response("OK", { headers: { "content-type": "text/plain" } }),
    "a 204": () => new Response(null, { status: 204 })
  }
  const empty = new Set([
    "Registration.register",
    "Registration.registerV1R1",
    "Registration.registerEnterprise",
    "Registration.resendConfirmation",
    "Invitations.personalRoom",
    "PersonalAccessTokens.remove"
  ])
  const acts = table.filter(([, , operation]) => empty.has(operation))

  it.effect.each(
    acts.flatMap(([, , name, act]) =>
      Object.entries(answers).map(([form, answer]) => [name, form, act, answer] as const)
    )
  )("%s takes %s for success", ([, , act, answer]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* acting(act).pipe(Effect.provide(wire(answer).layer)))
    })
  )

  it("are those of six operations", () => assert.strictEqual(acts.length, 6))
})
