import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { group, internal } from "./support/group.ts"
import type { Site } from "./support/Site.ts"

const infoOf = (site: Site, query: Readonly<Record<string, string>>) =>
  Effect.flatMap(site.logIn("ada"), ({ token }) => site.ask("Tokens.validate", { query: { token, ...query } }))

const validates = (query: Readonly<Record<string, string>>) => (site: Site) => infoOf(site, query)

const expired = (id: "Tokens.info" | "Tokens.validate") => (site: Site) =>
  Effect.gen(function* () {
    const { token } = yield* site.logIn("ada")
    yield* site.advance("31 days")
    assert.strictEqual((yield* site.ask(id, { query: { token } })).json.code, 1003)
  })

group("Tokens", {
  info: {
    200: {
      "the token of the query": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const { created_at, expires_at, permissions } = (yield* site.ask("Tokens.info", { query: { token } })).json
          assert.isAbove(expires_at, created_at)
          assert.include(permissions, "view_contacts")
        }),
      "the token of the authorization header": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const inQuery = yield* site.ask("Tokens.info", { query: { token } })
          assert.deepStrictEqual((yield* site.ask("Tokens.info", { token })).json, inQuery.json)
        })
    },
    401: {
      "an unknown token": (site) => site.ask("Tokens.info", { query: { token: "nonsense" } }),
      "no token": (site) => site.ask("Tokens.info"),
      "an expired token": expired("Tokens.info")
    },
    500: internal
  },
  validate: {
    200: {
      "nothing is demanded": (site) =>
        Effect.gen(function* () {
          const { json } = yield* infoOf(site, {})
          assert.deepStrictEqual([json.id, json.type], ["101", "user"])
        }),
      "its resource_type": validates({ resource_type: "user" }),
      "its permission_category owner": validates({ permission_category: "owner" }),
      "its permission_category employee": validates({ permission_category: "employee" }),
      "a permission of its permission_list": validates({ permission_list: "view_contacts" }),
      "several permissions, each of which it has": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const path = "/api/v1/token/validate?permission_list=view_contacts&permission_list=view_account"
          assert.strictEqual((yield* site.request("GET", path, { token })).status, 200)
          yield* site.ask("Tokens.validate", { token })
        })
    },
    401: {
      "another resource_type": validates({ resource_type: "enterprise" }),
      "a permission_category that it is not of": (site) =>
        Effect.flatMap(site.logIn("grace"), ({ token }) =>
          site.ask("Tokens.validate", { query: { token, permission_category: "owner" } })
        ),
      "an unknown permission_category": validates({ permission_category: "nonsense" }),
      "a permission that it lacks": validates({ permission_list: "fly" }),
      "an unknown token": (site) => site.ask("Tokens.validate", { query: { token: "nonsense" } }),
      "an expired token": expired("Tokens.validate")
    },
    500: internal
  }
})
