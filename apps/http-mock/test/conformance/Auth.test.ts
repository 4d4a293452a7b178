import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { at, textAt } from "../support/json.ts"
import { group, internal } from "./support/group.ts"
import type { OperationId } from "./support/Operations.ts"
import { password } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const calls = (site: Site, token: string) => Effect.map(site.ask("Calls.list", { token }), ({ status }) => status)

const infoOf = (site: Site, token: string) =>
  Effect.map(site.ask("Tokens.validate", { query: { token } }), ({ json }) => json)

const logsInBy = (id: "Auth.logIn" | "Auth.logInV1R1", email: string) => (site: Site) =>
  Effect.gen(function* () {
    const { json } = yield* site.ask(id, { body: { email, password } })
    assert.strictEqual(yield* calls(site, textAt(json, "token")), 200)
    assert.strictEqual(at(yield* infoOf(site, textAt(json, "token")), "id"), "101")
    assert.strictEqual(
      (yield* site.ask("Auth.refresh", { body: { refresh_token: textAt(json, "refresh") } })).status,
      200
    )
  })

const refused = (id: OperationId, body: unknown) => (site: Site) => site.ask(id, { body })

const wrong = { email: "ada@example.com", password: "wrong" }

const withoutKey = (id: OperationId, body: unknown) => (site: Site) => site.ask(id, { body, key: undefined })

group("Auth", {
  anonymous: {
    200: {
      "a guest, whom calls are not for": (site) =>
        Effect.gen(function* () {
          const token = textAt((yield* site.ask("Auth.anonymous", { body: {} })).json, "token")
          assert.strictEqual(at(yield* infoOf(site, token), "type"), "session")
          assert.strictEqual(yield* calls(site, token), 401)
        }),
      "a guest with a display_name": (site) => site.ask("Auth.anonymous", { body: { display_name: "Guest" } }),
      "another token for each guest": (site) =>
        Effect.gen(function* () {
          const ask = site.ask("Auth.anonymous", { body: {} })
          assert.notStrictEqual(textAt((yield* ask).json, "token"), textAt((yield* ask).json, "token"))
        })
    },
    401: { "no API key": withoutKey("Auth.anonymous", {}) },
    500: internal
  },
  logIn: {
    200: {
      "by e-mail address": logsInBy("Auth.logIn", "ada@example.com")
    },
    401: {
      "a wrong password": refused("Auth.logIn", wrong)
    },
    500: internal
  },
  exchange: {
    200: {
      "the log-in user of an alias": (site) =>
        Effect.gen(function* () {
          const { json } = yield* site.ask("Auth.exchange", { body: { refresh_token: "alias-demo-ada" } })
          assert.strictEqual(at(yield* infoOf(site, textAt(json, "token")), "id"), "101")
        })
    },
    401: {
      "a refresh token of no alias": (site) =>
        Effect.gen(function* () {
          const { refresh } = yield* site.logIn("ada")
          yield* site.ask("Auth.exchange", { body: { refresh_token: refresh } })
        })
    },
    500: internal
  },
  refresh: {
    200: {
      "after the token has expired, which authorization may still carry": (site) =>
        Effect.gen(function* () {
          const { refresh, token } = yield* site.logIn("ada")
          yield* site.advance("31 days")
          assert.strictEqual(yield* calls(site, token), 401)
          const { json } = yield* site.ask("Auth.refresh", { body: { refresh_token: refresh }, token })
          assert.strictEqual(yield* calls(site, textAt(json, "token")), 200)
        })
    },
    401: {
      "an unknown refresh token": refused("Auth.refresh", { refresh_token: "nonsense" }),
      "a token that is not a refresh token": (site) =>
        Effect.gen(function* () {
          const { token } = yield* site.logIn("ada")
          yield* site.ask("Auth.refresh", { body: { refresh_token: token } })
        })
    },
    500: internal
  },
  enterprise: {
    200: {
      "a bare JSON string, which administers and has no calls": (site) =>
        Effect.gen(function* () {
          const token = textAt((yield* site.ask("Auth.enterprise", { body: { email: "ada", password } })).json)
          assert.strictEqual(at((yield* site.ask("EnterpriseUsers.list", { token })).json, "total_entries"), 4)
          assert.strictEqual(at(yield* infoOf(site, token), "type"), "enterprise")
          assert.strictEqual(yield* calls(site, token), 401)
        })
    },
    401: {
      "a wrong password": refused("Auth.enterprise", wrong)
    },
    500: internal
  },
  logInV1R1: {
    200: {
      "by e-mail address": logsInBy("Auth.logInV1R1", "ada@example.com")
    },
    400: {
      "a wrong password": refused("Auth.logInV1R1", wrong)
    }
  },
  fromUrl: {
    200: {
      "the holder of the invite URL of a workbox": (site) =>
        Effect.gen(function* () {
          const body = { link_url: "https://invite.example/w/demo" }
          const { json } = yield* site.ask("Auth.fromUrl", { body })
          yield* infoOf(site, textAt(json, "token"))
          yield* site.ask("Auth.refresh", { body: { refresh_token: textAt(json, "refresh") } })
        })
    },
    400: { "a URL of no workbox": refused("Auth.fromUrl", { link_url: "https://invite.example/w/other" }) }
  },
  personalAccessToken: {
    200: {
      "the user who has the personal access token": (site) =>
        Effect.gen(function* () {
          const { json } = yield* site.ask("Auth.personalAccessToken", { body: { token: "pat-demo-ada" } })
          assert.strictEqual(at(yield* infoOf(site, textAt(json, "token")), "id"), "101")
          assert.strictEqual(yield* calls(site, textAt(json, "token")), 200)
        })
    },
    400: {
      "an unknown personal access token": refused("Auth.personalAccessToken", { token: "nonsense" })
    }
  }
})
