import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, numberAt, recordAt, recordsAt, textAt } from "../support/json.ts"
import { group } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { askAs } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const created = (site: Site, token: string) =>
  Effect.map(site.ask("PersonalAccessTokens.create", { token }), ({ json }) => ({
    ...recordAt(json),
    id: numberAt(json, "id"),
    token: textAt(json, "token")
  }))

const idsOf = (site: Site, token: string) =>
  Effect.map(site.ask("PersonalAccessTokens.list", { token }), ({ json }) => recordsAt(json).map(({ id }) => id))

const withoutToken = (id: OperationId) => (site: Site) => site.ask(id, { id: 1 })

const asGrace = (id: OperationId) => (site: Site) => askAs(site, "grace", id, { id: 1 })

group("PersonalAccessTokens", {
  list: {
    200: {
      "the caller's own and no others": (site) =>
        Effect.gen(function* () {
          const ada = yield* site.logIn("ada")
          const grace = yield* site.logIn("grace")
          const { id } = yield* created(site, grace.token)
          assert.deepStrictEqual(yield* idsOf(site, grace.token), [id])
          assert.deepStrictEqual(yield* idsOf(site, ada.token), [1])
        })
    },
    400: { "no token": withoutToken("PersonalAccessTokens.list") }
  },
  create: {
    200: {
      "a token that logs in, listed and read as it was made": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("grace")
          const token1 = yield* created(site, token)
          assert.deepStrictEqual((yield* site.ask("PersonalAccessTokens.list", { token })).json, [token1])
          assert.deepStrictEqual((yield* site.ask("PersonalAccessTokens.read", { id: token1.id, token })).json, token1)
          yield* site.ask("Auth.personalAccessToken", { body: { token: token1.token } })
          assert.include([...site.met], "Auth.personalAccessToken 200")
        })
    },
    400: { "no token": withoutToken("PersonalAccessTokens.create") }
  },
  read: {
    200: {
      "one of the caller": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const { json } = yield* site.ask("PersonalAccessTokens.read", { id: 1, token })
          assert.deepStrictEqual([at(json, "id"), textAt(json, "token")], [1, "pat-demo-ada"])
        })
    },
    400: {
      "one of another user": asGrace("PersonalAccessTokens.read")
    }
  },
  remove: {
    200: {
      "removed permanently: neither listed nor read, and not usable": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          const { id, token: encoded } = yield* created(site, token)
          yield* site.ask("PersonalAccessTokens.remove", { id, token })
          assert.deepStrictEqual(yield* idsOf(site, token), [1])
          for (const again of [
            site.ask("PersonalAccessTokens.read", { id, token }),
            site.ask("PersonalAccessTokens.remove", { id, token }),
            site.ask("Auth.personalAccessToken", { body: { token: encoded } })
          ])
            assert.strictEqual((yield* again).status, 400)
          assert.isAbove((yield* created(site, token)).id, id)
        })
    },
    400: {
      "one of another user, which stays": (site) =>
        Effect.gen(function* () {
          yield* asGrace("PersonalAccessTokens.remove")(site)
          assert.deepStrictEqual(yield* idsOf(site, (yield* site.logIn("ada")).token), [1])
        })
    }
  }
})
