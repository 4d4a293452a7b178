import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { fault, noFaults } from "../faults/support/fault.ts"
import { controlled } from "../support/control.ts"
import { partsOf, raw } from "../support/rawSocket.ts"

const page = "http://localhost:5173"

const users = "/us/api/v1r1/enterprise/users"

const request = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    raw(
      `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: "emulator", connection: "close", ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`
    ),
    partsOf
  )

const preflight = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  request("OPTIONS", path, {
    origin: page,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "authorization,content-type,x-own",
    ...headers
  })

const isShared = ({ headers }: ReturnType<typeof partsOf>) => {
  assert.strictEqual(headers["access-control-allow-origin"], page)
  assert.strictEqual(headers["access-control-allow-credentials"], "true")
  assert.strictEqual(headers["vary"], "origin")
}

const isNotShared = ({ headers }: ReturnType<typeof partsOf>) =>
  assert.deepStrictEqual(
    Object.keys(headers).filter((name) => name.startsWith("access-control-")),
    []
  )

layer(controlled())("pages of other origins", (it) => {
  it.effect("may send requests in any tenant, and their preflights leave no trace", () =>
    Effect.gen(function* () {
      const id = yield* fault({ operations: ["*"], does: { kind: "status", status: 503 } })
      for (const path of [users, "/t/one/eu/api/v1/auth", "/us/nothing", "/nothing"]) {
        const answer = yield* preflight(path)
        assert.strictEqual(answer.status, 204)
        isShared(answer)
        assert.strictEqual(answer.headers["access-control-allow-methods"], "PUT")
        assert.strictEqual(answer.headers["access-control-allow-headers"], "authorization,content-type,x-own")
        assert.strictEqual(answer.headers["access-control-max-age"], "600")
        assert.notProperty(answer.headers, "access-control-allow-private-network")
        assert.strictEqual(answer.body, "")
      }
      const { evidence, faults, journal, tenants } = yield* Control
      assert.deepStrictEqual(
        (yield* faults.list()).map(({ id, matches }) => ({ id, matches })),
        [{ id, matches: 0 }]
      )
      assert.lengthOf(yield* journal.list({ query: {} }), 0)
      assert.deepStrictEqual(
        (yield* tenants.list()).map(({ name }) => name),
        ["default"]
      )
      assert.notInclude(JSON.stringify(yield* evidence.read()), `"raw"`)
      yield* noFaults
    })
  )

  it.effect("may reach a private network if they request it", () =>
    Effect.gen(function* () {
      const { headers } = yield* preflight(users, { "access-control-request-private-network": "true" })
      assert.strictEqual(headers["access-control-allow-private-network"], "true")
    })
  )

  it.effect("may read answers, errors and the errors of faults", () =>
    Effect.gen(function* () {
      const refused = yield* request("GET", users, { origin: page })
      assert.strictEqual(refused.status, 400)
      isShared(refused)
      isShared(yield* request("GET", "/us/nothing", { origin: page }))
      for (const does of [
        { kind: "rateLimit", retryAfter: 3 },
        { kind: "html" },
        { kind: "malformed" },
        { kind: "truncate" },
        { kind: "slow", every: 0 }
      ] as const) {
        yield* fault({ operations: ["*"], does })
        const answer = yield* request("GET", users, { origin: page })
        isShared(answer)
        assert.match(answer.headers["access-control-expose-headers"] ?? "", /date.*retry-after/)
        yield* noFaults
      }
    })
  )

  it.effect("may not use the control plane or the index", () =>
    Effect.gen(function* () {
      for (const path of ["/__mock", "/__mock/clock", "/t/default/__mock/openapi.json", "/", "/t/default"]) {
        isNotShared(yield* request("GET", path, { origin: page }))
        isNotShared(yield* preflight(path))
      }
    })
  )

  it.effect("change no answers for other clients", () =>
    Effect.gen(function* () {
      const answer = yield* request("GET", users)
      isNotShared(answer)
      assert.notProperty(answer.headers, "vary")
      assert.strictEqual((yield* request("OPTIONS", users)).status, 400)
    })
  )
})

layer(Emulator.layerServer({ port: 0, cors: [page, "null"] }))("with listed origins, pages", (it) => {
  it.effect("that are not allowed, and other clients, get answers that vary by origin", () =>
    Effect.gen(function* () {
      const other = { origin: "http://localhost:5174" }
      for (const { headers } of [
        yield* request("GET", users),
        yield* request("GET", users, other),
        yield* request("GET", "/us/nothing"),
        yield* preflight(users, other),
        partsOf(yield* raw(`GET ${users} HTTP/1.1\r\nx-large: ${"a".repeat(20_000)}\r\n\r\n`))
      ])
        assert.strictEqual(headers["vary"], "origin")
      assert.notProperty((yield* request("GET", "/__mock/clock", other)).headers, "vary")
    })
  )

  it.effect("that are listed use the service, and others get an explanation", () =>
    Effect.gen(function* () {
      isShared(yield* request("GET", users, { origin: page }))
      assert.strictEqual((yield* preflight(users, { origin: "null" })).headers["access-control-allow-origin"], "null")
      isNotShared(yield* request("GET", users, { origin: "http://localhost:5174" }))
      const refused = yield* preflight(users, { origin: "http://localhost:5174" })
      assert.strictEqual(refused.status, 403)
      isNotShared(refused)
      assert.match(JSON.parse(refused.body).message, /localhost:5174.*--cors/)
    })
  )
})

layer(Emulator.layerServer({ port: 0, cors: "off" }))("switched off", (it) => {
  it.effect("is off, and no page of another origin uses the service", () =>
    Effect.gen(function* () {
      isNotShared(yield* request("GET", users, { origin: page }))
      isNotShared(yield* preflight(users))
    })
  )
})

describe("the option cors", () => {
  it("works without a socket", async () => {
    const inProcess = Effect.flatMap(Emulator.make({}), ({ fetch }) =>
      Effect.promise(() => fetch(`http://emulator.internal${users}`, { headers: { origin: page } }))
    )
    const answer = await Effect.runPromise(Effect.scoped(inProcess))
    assert.strictEqual(answer.headers.get("access-control-allow-origin"), page)
  })
})
