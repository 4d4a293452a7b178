import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { auth } from "../../src/world/gaps/accounts.ts"
import { infoOf, prove, statusOf } from "../support/gaps.ts"
import type { Probes } from "../support/gaps.ts"
import { at, textAt } from "../support/json.ts"
import { key, logIn, send } from "../support/wire.ts"

const anonymous = (headers: Record<string, string>) => statusOf("POST", "/api/v1/anonymous/auth", { headers, body: {} })

const exchange = statusOf("POST", "/api/v1/auth/exchange", { body: { refresh_token: "alias-demo-ada" } })

const probes: Probes<typeof auth> = {
  "api-key.value": {
    ask: statusOf("POST", "/api/v1/anonymous/auth", { body: {} }),
    answers: [
      [["demo-api-key"], 200],
      [["one", "another"], 401]
    ]
  },
  "api-key.form": {
    ask: Effect.all([anonymous(key), anonymous({ authorization: "demo-api-key" })]),
    answers: { "header-or-authorization": [200, 200], header: [200, 401], authorization: [401, 200] }
  },
  "api-key.beside-token": {
    ask: Effect.flatMap(logIn(), ({ token }) =>
      Effect.forEach(["/api/v1/calls", "/api/v1r1/personal_access_token", "/api/v1r1/enterprise/pods"], (path) =>
        statusOf("GET", path, { headers: { authorization: token } })
      )
    ),
    answers: { required: [401, 400, 400], optional: [200, 200, 400] }
  },
  "auth.exchange-reuse": {
    ask: Effect.all([exchange, exchange]),
    answers: { reusable: [200, 200], once: [200, 401] }
  },
  "auth.enterprise-log-in": {
    ask: statusOf("POST", "/api/v1/enterprise/auth", { body: { email: "linus", password: "correct-horse" } }),
    answers: { administrators: 401, everyone: 200 }
  },
  "auth.from-url-subject": {
    ask: send("POST", "/api/v1r1/auth/from_url", { body: { link_url: "https://invite.example/w/demo" } }).pipe(
      Effect.flatMap(({ json }) => infoOf(textAt(json, "token"))),
      Effect.map((info) => textAt(info, "data").replace(/:.*-.*/, ""))
    ),
    answers: { guest: "Session", user: "User:102" }
  },
  "auth.guest-permissions": {
    ask: send("POST", "/api/v1/anonymous/auth", { body: {} }).pipe(
      Effect.flatMap(({ json }) => infoOf(textAt(json, "token"))),
      Effect.map((info) => at(info, "permissions"))
    ),
    answers: [
      [["view_account"], ["view_account"]],
      [
        ["view_account", "view_contacts"],
        ["view_account", "view_contacts"]
      ]
    ]
  },
  "auth.password": {
    ask: statusOf("POST", "/api/v1r1/auth", { body: { email: "ada", password: "correct-horse" } }),
    answers: [
      ["correct-horse", 200],
      ["battery-staple", 400]
    ]
  }
}

describe("the gaps about API keys and login", () => {
  prove(probes)
})
