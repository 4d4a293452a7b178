import { assert, describe, it } from "@effect/vitest"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import type { OnCallGroupQuery } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import * as EnterpriseUsers from "../../../src/service/groups/EnterpriseUsers.ts"
import { list, setFavorite } from "../../../src/service/groups/OnCallGroups.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { ada, answerOf, as, grace, on, failureOf, successOf, worldOf } from "../../support/worlds.ts"

const world = worldOf()
const userOf = (id: number) => Option.getOrThrow(Users.byId(world.users, id))
const hydraulics = OnCallGroupId.make(11)
const electrical = OnCallGroupId.make(12)

const favorites = (of: number, from = world) =>
  answerOf(list(as(userOf(of), from), { filter: "favorite=true" })).entries.map(({ name }) => name)

const names = (query: OnCallGroupQuery) => answerOf(list(as(userOf(ada), world), query)).entries.map(({ name }) => name)

describe("list", () => {
  it("has the fields of section 2.12", () => {
    const page = answerOf(list(as(userOf(ada), world), {}))
    assert.deepInclude(page, { total_entries: 2, total_pages: 1, page: 1, page_size: 20 })
    assert.deepStrictEqual(page.entries[0], {
      avatar: "",
      description: "Hydraulics experts on call",
      enterprise_id: 8888,
      favorite: true,
      id: hydraulics,
      name: "Hydraulics",
      on_call_group: true
    })
  })

  it("filters by every operator, orders and pages", () => {
    assert.deepStrictEqual(names({ filter: "name=Electrical" }), ["Electrical"])
    assert.deepStrictEqual(names({ filter: "name~=%dra%" }), ["Hydraulics"])
    assert.deepStrictEqual(names({ filter: "id>11" }), ["Electrical"])
    assert.deepStrictEqual(names({ filter: '"name|=Hydraulics,Other"' }), ["Hydraulics"])
    assert.deepStrictEqual(names({ order: "name" }), ["Electrical", "Hydraulics"])
    assert.deepStrictEqual(names({ order: "-name", page: 2, page_size: 1 }), ["Electrical"])
    const page = answerOf(list(as(userOf(ada), world), { filter: "favorite=false", page_size: 1 }))
    assert.deepInclude(page, { total_entries: 1, total_pages: 1 })
  })

  it("rejects an unknown field, operator or order", () => {
    for (const query of [{ filter: "nmae=x" }, { filter: "id<12" }, { order: "nmae" }, { page_size: 0 }])
      assert.strictEqual(failureOf(list(as(userOf(ada), world), query)).cause, "badInput")
  })
})

describe("favorites", () => {
  it("belong to each user", () => {
    const [next] = successOf(setFavorite(as(userOf(grace), world), electrical, true))
    assert.deepStrictEqual(favorites(grace, next), ["Electrical"])
    assert.deepStrictEqual(favorites(ada, next), ["Hydraulics"])
    const [after] = successOf(setFavorite(as(userOf(ada), next), hydraulics, false))
    assert.deepStrictEqual(favorites(ada, after), [])
    assert.deepStrictEqual(favorites(grace, after), ["Electrical"])
  })

  it("do not change if set or removed again", () => {
    const [twice] = successOf(setFavorite(as(userOf(ada), world), hydraulics, true))
    assert.deepStrictEqual(favorites(ada, twice), ["Hydraulics"])
    const [none] = successOf(setFavorite(as(userOf(grace), world), hydraulics, false))
    assert.deepStrictEqual(favorites(grace, none), [])
  })

  it("are rejected for an unknown group", () => {
    const unknown = OnCallGroupId.make(1)
    assert.strictEqual(failureOf(setFavorite(as(userOf(ada), world), unknown, true)).cause, "notFound")
    assert.strictEqual(failureOf(setFavorite(as(userOf(ada), world), unknown, false)).cause, "notFound")
  })

  it("are removed with their user", () => {
    const [next] = successOf(EnterpriseUsers.remove(on(world), ada))
    assert.strictEqual(HashMap.size(next.favorites), 0)
  })
})
