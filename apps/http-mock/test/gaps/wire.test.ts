import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { defaultCodes } from "../../src/world/gaps/wire.ts"
import type { wire } from "../../src/world/gaps/wire.ts"
import { prove } from "../support/gaps.ts"
import type { Probes } from "../support/gaps.ts"
import { at, listAt } from "../support/json.ts"
import { asAda, send } from "../support/wire.ts"

const usersPath = "/api/v1r1/enterprise/users"

const listed = (query: string, path = usersPath) =>
  Effect.flatMap(asAda, (headers) => send("GET", `${path}?${query}`, { headers }))

const statusOf = (query: string, path?: string) => Effect.map(listed(query, path), ({ status }) => status)

const totalOf = (filter: string) =>
  Effect.map(listed(`filter=${encodeURIComponent(filter)}`), ({ json }) => at(json, "total_entries"))

const groups = "/api/v1/on_call_groups"

/** The response to the second request in an hour with a limit of one. */
const limited = (seen: (response: Response) => unknown) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(async () => {
      const control = (path: string, method: string, body: unknown) =>
        fetch(new URL(`/__mock/${path}`, baseUrl.us), { method, body: JSON.stringify(body) })
      await control("clock", "POST", { set: "2026-01-01T12:00:00Z", scale: 0 })
      await control("rate-limit", "PUT", { limits: ["1/hour"] })
      await fetch(`${baseUrl.us}/api/v1/on_call_groups`)
      return seen(await fetch(`${baseUrl.us}/api/v1/on_call_groups`))
    })
  )

const probes: Probes<typeof wire> = {
  "errors.bad-input-v1": {
    ask: Effect.map(
      Effect.forEach(["auth", "auth/refresh", "register"], (path) => send("POST", `/api/v1/${path}`, { body: {} })),
      (answers) => answers.map(({ json, status }) => `${status} ${String(at(json, "code"))}`)
    ),
    answers: [
      [401, ["401 1009", "401 1009", "401 1009"]],
      [500, ["500 1009", "500 1009", "500 1009"]]
    ]
  },
  "errors.codes": {
    ask: Effect.map(
      Effect.all([
        send("POST", "/api/v1r1/auth", { body: { email: "ada", password: "wrong" } }),
        send("POST", "/api/v1/auth", { body: { email: "ada", password: "wrong" } }),
        send("GET", "/api/v1/nothing")
      ]),
      (answers) => answers.map(({ json }) => at(json, "code"))
    ),
    answers: [
      [defaultCodes, [1001, 1001, 1008]],
      [{ credentials: 7 }, [7, 7, 1008]]
    ]
  },
  "errors.no-version": {
    ask: Effect.map(send("GET", "/api/v2/auth"), ({ json, status }) => [status, at(json, "name") ?? "none"]),
    answers: { errorV1R1: [400, "generic"], errorV1: [401, "none"] }
  },
  "filter.combination": {
    ask: Effect.all([totalOf("role_name=User&name~=Linus%"), totalOf("role_name=User AND name~=Linus%")]),
    answers: { "one clause": [0, 0], "&": [1, 0], AND: [0, 1] }
  },
  "filter.operators": {
    ask: Effect.all([totalOf("id<102"), totalOf("id<=102"), totalOf("id>=102"), totalOf("id!=102"), totalOf("id>102")]),
    answers: { seen: [undefined, undefined, undefined, undefined, 2], comparisons: [1, 2, 3, 3, 2] }
  },
  "filter.unknown-field": {
    ask: Effect.map(listed("filter=nmae%3Dx"), ({ json, status }) => [status, at(json, "total_entries") ?? "none"]),
    answers: { refused: [400, "none"], ignored: [200, 4], "no entry passes": [200, 0] }
  },
  "limits.headers": {
    ask: limited(({ headers }) =>
      [...headers.keys()].filter((name) => name.includes("ratelimit")).map((name) => `${name}: ${headers.get(name)}`)
    ),
    answers: {
      RateLimit: ['ratelimit: "rate-limit-1";r=0;t=3600', 'ratelimit-policy: "rate-limit-1";q=1;w=3600'],
      "X-RateLimit": ["x-ratelimit-limit: 1", "x-ratelimit-remaining: 0", "x-ratelimit-reset: 1767272400"],
      none: []
    }
  },
  "limits.retry-after": {
    ask: limited(({ headers }) => headers.get("retry-after")),
    answers: { seconds: "3600", date: "Thu, 01 Jan 2026 13:00:00 GMT" }
  },
  "limits.status": {
    ask: limited(({ status }) => status),
    answers: [
      [429, 429],
      [503, 503]
    ]
  },
  "order.descending": {
    ask: Effect.map(
      Effect.forEach(["name", "-name", "name%20desc", "name:desc"], (order) => listed(`order=${order}`, groups)),
      (answers) => answers.map(({ json, status }) => (status === 200 ? at(json, "entries", 0, "name") : status))
    ),
    answers: {
      "-field": ["Electrical", "Hydraulics", 401, 401],
      "field desc": ["Electrical", 401, "Hydraulics", 401],
      "field:desc": ["Electrical", 401, 401, "Hydraulics"]
    }
  },
  "order.unknown-field": {
    ask: statusOf("order=nmae", groups),
    answers: { refused: 401, ignored: 200 }
  },
  "page.beyond-last": {
    ask: Effect.all([statusOf("page=1"), statusOf("page=2"), statusOf("page=1&filter=id%3D1")]),
    answers: { empty: [200, 200, 200], refused: [200, 400, 200] }
  },
  "page.default-size": {
    ask: Effect.map(listed("page=1"), ({ json }) => [at(json, "page_size"), listAt(json, "entries").length]),
    answers: [
      [20, [20, 4]],
      [3, [3, 3]]
    ]
  },
  "page.malformed": {
    ask: Effect.map(
      Effect.forEach(
        [
          "page=x",
          "page=0",
          "page=&page_size=2",
          "page=2&page_size=-1",
          "page=2&page_size=3",
          "page",
          "page_size",
          "pag%65=abc",
          "page_size=%35"
        ],
        (query) => listed(query)
      ),
      (answers) =>
        answers.map(({ json, status }) => (status === 200 ? [at(json, "page"), at(json, "page_size")] : status))
    ),
    answers: {
      refused: [400, 400, 400, 400, [2, 3], 400, 400, 400, [1, 5]],
      "the default": [
        [1, 20],
        [1, 20],
        [1, 2],
        [2, 20],
        [2, 3],
        [1, 20],
        [1, 20],
        [1, 20],
        [1, 5]
      ]
    }
  },
  "page.maximum-size": {
    ask: Effect.all([statusOf("page_size=50"), statusOf("page_size=51"), statusOf("page=1")]),
    answers: [
      [1000, [200, 200, 200]],
      [50, [200, 400, 200]]
    ]
  },
  "page.no-entries": {
    ask: Effect.map(listed("filter=id%3D1"), ({ json }) => at(json, "total_pages")),
    answers: [
      [1, 1],
      [0, 0]
    ]
  },
  "page.over-maximum": {
    ask: Effect.map(listed("page_size=5000"), ({ json, status }) => [status, at(json, "page_size") ?? "none"]),
    answers: { refused: [400, "none"], "the maximum": [200, 1000] }
  },
  "request.maximum-body": {
    ask: Effect.map(
      send("POST", "/api/v1r1/auth", {
        body: JSON.stringify({ email: "ada", password: "correct-horse" }).padEnd(2000)
      }),
      ({ status }) => status
    ),
    answers: [
      [1_048_576, 200],
      [1000, 400]
    ]
  },
  "query.unknown-parameters": {
    ask: Effect.all([
      statusOf("pagesize=5"),
      statusOf("pagesize=5", groups),
      statusOf("order=name", "/api/v1r1/enterprise/pods"),
      statusOf("filter=id%3D101&order=name&page=1&page_size=5"),
      statusOf("verbose=1", "/api/v1/calls/recent")
    ]),
    answers: { refused: [400, 401, 400, 200, 200], ignored: [200, 200, 200, 200, 200] }
  },
  "request.unknown-fields": {
    ask: Effect.flatMap(asAda, (headers) =>
      Effect.map(
        send("POST", usersPath, { headers, body: { email: "joan@example.com", nickname: "J" } }),
        ({ status }) => status
      )
    ),
    answers: { ignored: 200, refused: 400 }
  }
}

describe("the gaps about every operation", () => {
  prove(probes)
})
