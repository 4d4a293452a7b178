import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { World } from "../../src/persistence/Codec.ts"
import { gaps } from "../../src/world/gaps/options.ts"
import * as Users from "../../src/world/users/Users.ts"
import { viewOf } from "../support/view.ts"
import { Walk, walked } from "../support/walk.ts"
import { worldOf } from "../support/worlds.ts"

const us = World("us")
const save = Schema.encodeSync(Schema.fromJsonString(us))
const load = Schema.decodeSync(Schema.fromJsonString(us))
const loadAny = Schema.decodeUnknownResult(us)

const start = worldOf({ users: 25, calls: 9, choices: { "users.own-account": "refused" } })

const saved = (): any => JSON.parse(save(start))

describe("the saved form of a world", () => {
  it.prop("decodes to an equal world, which behaves equally", { one: Walk, other: Walk }, ({ one, other }) => {
    const world = walked(start, one)
    const loaded = load(save(world))
    assert.deepStrictEqual(viewOf(loaded), viewOf(world))
    assert.strictEqual(save(loaded), save(world))
    assert.deepStrictEqual(viewOf(walked(loaded, other)), viewOf(walked(world, other)))
    assert.strictEqual(Users.size(loaded.users), Users.size(world.users))
  })

  it("does not have generated users", () => {
    const many = worldOf({ users: 1_000_000 })
    assert.isBelow(save(many).length, 12_000)
    assert.deepStrictEqual(load(save(many)).users, many.users)
  })

  it("accepts every default and every listed option", () => {
    for (const [id, { first, options }] of Object.entries(gaps))
      for (const choice of [first, ...options]) {
        const { settings, ...world } = saved()
        const decoded = loadAny({ ...world, settings: { ...settings, choices: { [id]: choice } } })
        assert.deepStrictEqual(Result.getOrThrow(decoded).settings.choices, { [id]: choice }, id)
      }
  })

  it.each([
    ["a region", (world: any): unknown => (world.settings.region = "eu"), '["settings"]["region"]'],
    [
      "an e-mail",
      (world: any): unknown => (world.users.rows[3].entry.email = 7),
      '["users"]["rows"][3]["entry"]["email"]'
    ],
    ["an id", (world: any): unknown => (world.users.rows[0].entry.id = 900), '["users"]["rows"][0]["entry"]["id"]'],
    ["a removed user", (world: any): unknown => world.users.removed.push(99), '["users"]["removed"][0]'],
    ["sizes", (world: any): unknown => (world.users.next = 2), '["users"]["next"]'],
    ["a gap", (world: any): unknown => (world.settings.choices = { "no.gap": 1 }), '["settings"]["choices"]["no.gap"]'],
    ["a choice", (world: any): unknown => (world.settings.choices = { "users.own-account": 1 }), "users.own-account"],
    ["a mail", (world: any): unknown => (world.outbox[0][1].kind = "letter"), '["outbox"][0][1]["kind"]'],
    [
      "tokens that are not listed by whose they are",
      (world: any): unknown => delete world.refreshTokensOf,
      '["refreshTokensOf"]'
    ],
    ["a key", (world: any): unknown => (world.settings.key = "*"), '["settings"]["key"]']
  ] as const)("names the invalid path of %s", (_, spoil, path) => {
    const world = saved()
    spoil(world)
    const refused = loadAny(world)
    assert.isTrue(Result.isFailure(refused))
    assert.include(String(Result.isFailure(refused) && refused.failure.message), path)
  })
})
