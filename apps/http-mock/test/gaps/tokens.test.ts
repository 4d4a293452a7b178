import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { tokens } from "../../src/world/gaps/accounts.ts"
import { infoOf, later, prove, statusOf } from "../support/gaps.ts"
import type { Probes } from "../support/gaps.ts"
import { at, numberAt, textAt } from "../support/json.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const patPath = "/api/v1r1/personal_access_token"

const asLinus = Effect.map(logIn("linus"), ({ token }) => asUser(token))

const infoOfAda = Effect.flatMap(logIn(), ({ token }) => infoOf(token))

const lifeOf = Effect.map(infoOfAda, (info) => numberAt(info, "expires_at") - numberAt(info, "created_at"))

const refresh = (refresh_token: string) => statusOf("POST", "/api/v1/auth/refresh", { body: { refresh_token } })

const createPat = Effect.flatMap(asAda, (headers) => Effect.map(send("POST", patPath, { headers }), ({ json }) => json))

const exchangePat = (token: string) => send("POST", "/api/v1r1/auth/pat", { body: { token } })

const month = 30 * 24 * 3600

const probes: Probes<typeof tokens> = {
  "pat.description": {
    ask: Effect.map(createPat, (pat) => at(pat, "description")),
    answers: { numbered: "Personal access token 2", empty: "" }
  },
  "pat.life": {
    ask: Effect.gen(function* () {
      const token = textAt(yield* createPat, "token")
      const before = (yield* exchangePat(token)).status
      yield* later("2 hours")
      return [before, (yield* exchangePat(token)).status, (yield* exchangePat("pat-demo-ada")).status]
    }),
    answers: [
      ["unlimited", [200, 200, 200]],
      [3600, [200, 400, 200]]
    ]
  },
  "pat.made-tokens": {
    ask: Effect.gen(function* () {
      const created = yield* createPat
      const { json } = yield* exchangePat(textAt(created, "token"))
      yield* send("DELETE", `${patPath}/${String(at(created, "id"))}`, { headers: yield* asAda })
      return yield* statusOf("GET", patPath, { headers: asUser(textAt(json, "token")) })
    }),
    answers: { end: 400, "go on": 200 }
  },
  "pat.others": {
    ask: Effect.flatMap(asLinus, (headers) =>
      Effect.map(send("GET", `${patPath}/1`, { headers }), ({ json, status }) => [status, at(json, "code")])
    ),
    answers: { "not found": [400, 1008], "access denied": [400, 1007] }
  },
  "pat.shown": {
    ask: Effect.flatMap(asAda, (headers) =>
      Effect.map(send("GET", `${patPath}/1`, { headers }), ({ json }) => at(json, "token") ?? "none")
    ),
    answers: { always: "pat-demo-ada", "on creation": "none" }
  },
  "refresh.life": {
    ask: Effect.gen(function* () {
      const pair = yield* logIn()
      yield* later("2 hours")
      return yield* refresh(pair.refresh)
    }),
    answers: [
      [3 * month, 200],
      [3600, 401]
    ]
  },
  "refresh.most": {
    ask: Effect.gen(function* () {
      const first = yield* logIn("linus")
      const last = yield* logIn("linus")
      return [yield* refresh(first.refresh), yield* refresh(last.refresh)]
    }),
    answers: [
      [100, [200, 200]],
      [1, [401, 200]]
    ]
  },
  "refresh.reuse": {
    ask: Effect.gen(function* () {
      const pair = yield* logIn()
      const twice = yield* Effect.all([refresh(pair.refresh), refresh(pair.refresh)])
      yield* later("2 minutes")
      return [...twice, yield* refresh(pair.refresh)]
    }),
    answers: { grace: [200, 200, 401], once: [200, 401, 401], always: [200, 200, 200] }
  },
  "refresh.grace": {
    ask: Effect.gen(function* () {
      const pair = yield* logIn()
      yield* refresh(pair.refresh)
      yield* later("30 seconds")
      return yield* refresh(pair.refresh)
    }),
    answers: [
      [60, 200],
      [0, 401]
    ]
  },
  "token.after-deactivation": {
    ask: Effect.gen(function* () {
      const pair = yield* logIn("linus")
      const headers = yield* asAda
      for (const active of [false, true])
        yield* send("PUT", "/api/v1r1/enterprise/users/103", { headers, body: { active } })
      const again = yield* asLinus
      return [
        yield* statusOf("GET", "/api/v1/calls", { headers: asUser(pair.token) }),
        yield* refresh(pair.refresh),
        yield* statusOf("GET", "/api/v1/calls", { headers: again })
      ]
    }),
    answers: { resumes: [200, 200, 200], void: [401, 401, 200] }
  },
  "token.data": {
    ask: Effect.map(infoOfAda, (info) => {
      const data = textAt(info, "data")
      return data.startsWith("{") ? Object.keys(JSON.parse(data)).includes("sub") : data
    }),
    answers: { subject: "User:101", claims: true, empty: "" }
  },
  "token.expired-info": {
    ask: Effect.gen(function* () {
      const { token } = yield* logIn()
      yield* later("31 days")
      const { json, status } = yield* send("GET", `/api/v1/token/info?token=${token}`)
      return [status, at(json, "code") ?? at(json, "status")]
    }),
    answers: { errorV1: [401, 1003], status: [200, "expired"] }
  },
  "token.life": {
    ask: lifeOf,
    answers: [
      [month, month],
      [60, 60]
    ]
  },
  "token.owner-category": {
    ask: Effect.flatMap(logIn(), ({ token }) =>
      statusOf("GET", `/api/v1/token/validate?token=${token}&permission_category=guardian`)
    ),
    answers: [
      [{ owner: "enterprise_admin", employee: "web_login" }, 401],
      [{ guardian: "web_login" }, 200]
    ]
  },
  "token.status": {
    ask: Effect.map(infoOfAda, (info) => at(info, "status")),
    answers: [
      ["active", "active"],
      ["valid", "valid"]
    ]
  },
  "token.units": {
    ask: lifeOf,
    answers: [
      [1, month],
      [1000, month * 1000]
    ]
  }
}

describe("the gaps about tokens and their lifetimes", () => {
  prove(probes)
})
