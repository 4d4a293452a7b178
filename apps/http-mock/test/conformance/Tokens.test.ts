import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, listAt, numberAt } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { Site } from "./support/Site.ts"

const infoOf = (site: Site, query: Readonly<Record<string, string>>) =>
  Effect.flatMap(site.logIn("ada"), ({ token }) => site.ask("Tokens.validate", { query: { token, ...query } }))

const validates = (query: Readonly<Record<string, string>>) => (site: Site) => infoOf(site, query)

group("Tokens", {
  info: {
    200: {
      "the token of the query": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const { json } = yield* site.ask("Tokens.info", { query: { token } })
          assert.isAbove(numberAt(json, "expires_at"), numberAt(json, "created_at"))
          assert.include(listAt(json, "permissions"), "view_contacts")
        }),
      "the token of the authorization header": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const inQuery = yield* site.ask("Tokens.info", { query: { token } })
          assert.deepStrictEqual((yield* site.ask("Tokens.info", { token })).json, inQuery.json)
        })
    },
    401: {
      "an unknown token": (site) => site.ask("Tokens.info", { query: { token: "nonsense" } })
    },
    500: internal
  },
  validate: {
    200: {
      "nothing is demanded": (site) =>
        Effect.gen(function* () {
          const { json } = yield* infoOf(site, {})
          assert.deepStrictEqual([at(json, "id"), at(json, "type")], ["101", "user"])
        }),
      "its permission_category owner": validates({ permission_category: "owner" }),
      "several permissions, each of which it has": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const path = "/api/v1/token/validate?permission_list=view_contacts&permission_list=view_account"
          assert.strictEqual((yield* site.request("GET", path, { token })).status, 200)
          yield* site.ask("Tokens.validate", { token })
        })
    },
    401: {
      "an unknown token": (site) => site.ask("Tokens.validate", { query: { token: "nonsense" } })
    },
    500: internal
  }
})
