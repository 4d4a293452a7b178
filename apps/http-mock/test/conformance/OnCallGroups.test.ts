import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, recordsAt } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const favoritesOf = (site: Site, email: string) =>
  Effect.map(askAs(site, email, "OnCallGroups.list", { query: { filter: "favorite=true" } }), ({ json }) =>
    recordsAt(json, "entries").map(({ id }) => id)
  )

const unknown = (id: OperationId) => (site: Site) => askAs(site, "ada", id, { id: 99 })

group("OnCallGroups", {
  list: {
    200: {
      "every group, marked as the caller's favorite or not": (site) =>
        Effect.gen(function* () {
          assert.strictEqual(at((yield* askAs(site, "ada", "OnCallGroups.list")).json, "total_entries"), 2)
          assert.deepStrictEqual(yield* favoritesOf(site, "ada"), [11])
          assert.deepStrictEqual(yield* favoritesOf(site, "grace"), [])
        })
    },
    401: {
      "a filter by an unknown field": (site) => askAs(site, "ada", "OnCallGroups.list", { query: { filter: "size=1" } })
    },
    500: internal
  },
  favorite: {
    200: {
      "a favorite of the caller alone, also when it is one already": (site) =>
        Effect.gen(function* () {
          yield* askAs(site, "ada", "OnCallGroups.favorite", { id: 12 })
          yield* askAs(site, "ada", "OnCallGroups.favorite", { id: 12 })
          assert.deepStrictEqual(yield* favoritesOf(site, "ada"), [11, 12])
          assert.deepStrictEqual(yield* favoritesOf(site, "grace"), [])
        })
    },
    401: { "an unknown group": unknown("OnCallGroups.favorite") },
    500: internal
  },
  unfavorite: {
    200: {
      "no longer a favorite, even if it was not one": (site) =>
        Effect.gen(function* () {
          yield* askAs(site, "grace", "OnCallGroups.favorite", { id: 11 })
          yield* askAs(site, "ada", "OnCallGroups.unfavorite", { id: 11 })
          yield* askAs(site, "ada", "OnCallGroups.unfavorite", { id: 11 })
          assert.deepStrictEqual(yield* favoritesOf(site, "ada"), [])
          assert.deepStrictEqual(yield* favoritesOf(site, "grace"), [11])
        })
    },
    401: {
      "an unknown group": unknown("OnCallGroups.unfavorite")
    },
    500: internal
  }
})
