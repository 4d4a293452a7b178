import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Emulator } from "../../../src/library/Emulator.ts"
import type { WorldFile } from "../../../src/library/Emulator.ts"
import { decode } from "../../../src/world/seed/WorldFile.ts"
import { at, listAt, recordsAt, textAt } from "../../support/json.ts"
import { asAda, asUser, key, logIn, send } from "../../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

const world: WorldFile = {
  size: { users: 10, calls: 5 },
  pods: [{ name: "Night Shift", description: "From ten to six" }],
  on_call_groups: [{ name: "Turbines" }],
  users: [
    {
      name: "Rosa Parks",
      email: "rosa@plant.example",
      role: "EnterpriseAdmin",
      password: "own-password",
      pods: ["Night Shift", "Everyone"],
      favorites: ["Turbines"],
      personal_access_tokens: [{ token: "pat-rosa", description: "Build" }]
    },
    { name: "Sam", email: "sam@plant.example", username: "sammy", active: false }
  ],
  accounts: [{ name: "Tom", email: "tom@plant.example", password: "tom-password", confirmation_token: "confirm-tom" }],
  annotations: [{ call: 0, alt1_id: "order-1" }]
}

const on = <A, E>(options: Parameters<typeof Emulator.layerServer>[0], use: Effect.Effect<A, E, Emulator>) =>
  Effect.provide(use, Emulator.layerServer({ port: 0, ...options }))

const found = (filter: string, headers: Record<string, string>) =>
  Effect.map(send("GET", `${users}?filter=${encodeURIComponent(filter)}`, { headers }), ({ json }) =>
    at(json, "entries", 0)
  )

const asRosa = Effect.map(
  send("POST", "/api/v1r1/auth", { body: { email: "rosa@plant.example", password: "own-password" } }),
  ({ json }) => asUser(textAt(json, "token"))
)

const pods = (headers: Record<string, string>) =>
  Effect.map(send("GET", "/api/v1r1/enterprise/pods", { headers }), ({ json }) => recordsAt(json, "entries"))

describe("a world file", () => {
  it.effect("adds its records to the default world", () =>
    on(
      { world },
      Effect.gen(function* () {
        const ada = yield* asAda
        assert.strictEqual(at((yield* send("GET", users, { headers: ada })).json, "total_entries"), 12)
        const sam = yield* found("username=sammy", ada)
        assert.deepInclude(sam, { name: "Sam", active: false, role_name: "User" })
        const rosa = yield* asRosa
        assert.strictEqual((yield* send("GET", users, { headers: rosa })).status, 200)
        const shift = (yield* pods(rosa)).find(({ name }) => name === "Night Shift")
        assert.deepInclude(shift, { description: "From ten to six", user_count: 1, admin_count: 1 })
        assert.lengthOf(listAt(shift, "admins"), 1)
        const groups = yield* send("GET", "/api/v1/on_call_groups", { headers: rosa })
        assert.deepStrictEqual(
          recordsAt(groups.json, "entries")
            .filter(({ favorite }) => favorite === true)
            .map(({ name }) => name),
          ["Turbines"]
        )
        const pat = yield* send("POST", "/api/v1r1/auth/pat", { body: { token: "pat-rosa" } })
        assert.strictEqual(pat.status, 200)
        const confirmed = yield* send("POST", "/api/v1/register/confirm?confirmation_token=confirm-tom", {
          region: "eu"
        })
        assert.strictEqual(confirmed.status, 200)
        const calls = yield* send("GET", "/api/v1/calls", { headers: ada })
        assert.lengthOf(listAt(calls.json), 5)
        assert.strictEqual(at(calls.json, 0, "alt1_id"), "order-1")
        const mails = yield* Effect.flatMap(Emulator, ({ outbox }) => outbox("us"))
        assert.include(
          mails.map(({ token }) => token),
          "confirm-tom"
        )
      })
    )
  )

  it.effect("has an administrator with the printed token if the file has none", () =>
    on(
      { world: { default: false, users: [{ name: "A", email: "a@x", role: "EnterpriseAdmin" }] } },
      Effect.gen(function* () {
        const { demo } = yield* Emulator
        const body = { token: demo.personalAccessToken }
        assert.strictEqual((yield* send("POST", "/api/v1r1/auth/pat", { body })).status, 200)
      })
    )
  )

  it.effect("replaces the default world, with its administrator's credentials", () =>
    on(
      { world: { ...world, default: false, pods: [{ name: "Night Shift" }, { name: "Everyone", default: true }] } },
      Effect.gen(function* () {
        const { demo } = yield* Emulator
        assert.deepInclude(demo, {
          email: "rosa@plant.example",
          password: "own-password",
          personalAccessToken: "pat-rosa"
        })
        assert.strictEqual(
          (yield* send("POST", "/api/v1r1/auth", { body: { email: "ada@example.com", password: "correct-horse" } }))
            .status,
          400
        )
        const rosa = yield* asRosa
        assert.strictEqual(at((yield* send("GET", users, { headers: rosa })).json, "total_entries"), 12)
        assert.deepStrictEqual(
          (yield* pods(rosa)).map(({ name, user_count }) => [name, user_count]),
          [
            ["Night Shift", 1],
            ["Everyone", 12]
          ]
        )
        const calls = yield* send("GET", "/api/v1/calls", { headers: rosa })
        assert.lengthOf(listAt(calls.json), 5)
        const { json } = yield* send("POST", users, { headers: rosa, body: { email: "next@plant.example" } })
        assert.strictEqual(at(json, "id"), 113)
      })
    )
  )

  it.effect("can describe a world with one user and no call", () =>
    on(
      { world: { default: false, users: [{ name: "Solo", email: "solo@x.example", role: "EnterpriseAdmin" }] } },
      Effect.gen(function* () {
        const { token } = yield* logIn("solo@x.example")
        const headers = asUser(token)
        assert.strictEqual(at((yield* send("GET", users, { headers })).json, "total_entries"), 1)
        assert.deepStrictEqual((yield* send("GET", "/api/v1/calls", { headers })).json, [])
        const named = yield* send("GET", "/api/v1/calls/call_00000000-0000-4000-8000-000000000001", { headers })
        assert.strictEqual(named.status, 401)
        assert.deepStrictEqual(
          (yield* pods(headers)).map(({ name, user_count }) => [name, user_count]),
          [["Everyone", 1]]
        )
        assert.strictEqual((yield* send("GET", users, { headers: key })).status, 400)
      })
    )
  )

  it.each([
    [
      {
        users: [
          { name: "A", email: "a@x" },
          { name: "B", email: 7 }
        ]
      },
      "users[1].email"
    ],
    [{ users: [{ name: "A", email: "no address" }] }, "users[0].email"],
    [{ users: [{ name: "A", email: "a@x", rôle: "User" }] }, "users[0].rôle"],
    [{ users: [{ name: "A", email: "a@x", role: "Boss" }] }, "users[0].role"],
    [{ users: [{ name: "A", email: "ADA@example.com", username: "a" }] }, "users[0].email"],
    [
      {
        users: [
          { name: "A", email: "a@x" },
          { name: "B", email: "b@x", username: "A" }
        ]
      },
      "users[1].username"
    ],
    [
      { users: [{ name: "A", email: "ada@x" }] },
      'users[0]: its user name comes from its e-mail address: "ada" exists already; use another as username.'
    ],
    [
      { users: [{ name: "A", email: "a@x", username: "ada" }] },
      'users[0].username: "ada" exists already; use another.'
    ],
    [{ users: [{ name: "A", email: "a@x", pods: ["Everyone", "Nowhere"] }] }, "users[0].pods[1]"],
    [{ users: [{ name: "A", email: "a@x", favorites: ["Nothing"] }] }, "users[0].favorites[0]"],
    [{ users: [{ name: "A", email: "a@x", personal_access_tokens: [{ token: "pat-demo-ada" }] }] }, "tokens[0]"],
    [{ pods: [{ name: "everyone" }] }, "pods[0].name"],
    [{ on_call_groups: [{ name: "G" }, { name: "G" }] }, "on_call_groups[1].name"],
    [{ users: [{ id: 500, name: "A", email: "a@x" }] }, "users[0].id: ids need"],
    [{ default: false, users: [{ id: 100, name: "A", email: "a@x" }] }, "users[0].id"],
    [
      {
        default: false,
        users: [
          { id: 500, name: "A", email: "a@x", role: "EnterpriseAdmin" },
          { id: 500, name: "B", email: "b@x" }
        ]
      },
      "users[1].id"
    ],
    [
      {
        default: false,
        size: { users: 9, calls: 9 },
        users: [{ id: 500, name: "A", email: "a@x", role: "EnterpriseAdmin" }]
      },
      "size.calls: calls need users without ids"
    ],
    [{ users: [{ name: "A", email: "a@x", token: "t" }] }, "users[0].token"],
    [{ users: [{ name: "A", email: "a@x", role_id: "1" }] }, "users[0].role_id"],
    [{ pods: [{ id: 1, name: "Crew" }] }, "pods[0].id"],
    [{ pods: [{ name: "Crew", admins: ["ada@example.com"] }] }, "pods[0].admins[0]"],
    [{ pods: [{ name: "Crew", subpods: ["Nowhere"] }] }, "pods[0].subpods[0]"],
    [{ annotations: [{ call: 3 }] }, "annotations[0].call"],
    [{ size: { users: -1 } }, "size.users"],
    [
      { default: false, users: [{ name: "A", email: "a@x" }] },
      "users: a world without the default one needs an active EnterpriseAdmin"
    ],
    [
      { default: false, size: { calls: 1 }, users: [{ name: "A", email: "a@x", role: "EnterpriseAdmin" }] },
      "size.calls"
    ]
  ])("is rejected with the path of an invalid value: %j", (file, path) => {
    const refused = decode(file, "world.json as --seed")
    assert.isTrue(Result.isFailure(refused))
    assert.include(Result.isFailure(refused) ? refused.failure.message : "", path)
  })
})
