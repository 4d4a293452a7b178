import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { Fault } from "../../src/faults/Fault.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled } from "../support/control.ts"
import { textAt } from "../support/json.ts"
import { asUser, key, logIn, send } from "../support/wire.ts"
import type { Sent } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"

/** Whether a fault with conditions hits a request. */
const isHit = Effect.fnUntraced(function* (
  which: Pick<Fault, "where" | "caller">,
  method: string,
  path: string,
  sent: Sent = {}
) {
  yield* fault({ operations: ["*"], does: { kind: "body", status: 299 }, ...which })
  const { status } = yield* send(method, path, sent)
  const [entry] = yield* Effect.flatMap(Control, ({ faults }) => faults.list())
  yield* noFaults
  assert.strictEqual(entry?.matches, status === 299 ? 1 : 0)
  return status === 299
})

type Condition = NonNullable<NonNullable<Fault["where"]>["params"]>[string]

const users = "/api/v1r1/enterprise/users"

layer(controlled())("a fault for some requests", (it) => {
  it.effect.each([
    [{ page: "2" }, "?page=2", true],
    [{ page: 2 }, "?page=2", true],
    [{ page: 2 }, "?page=3", false],
    [{ page: { absent: true } }, "", true],
    [{ page: { absent: true } }, "?page=2", false],
    [{ page: { absent: false } }, "?page=2", true],
    [{ filter: { contains: "grace" } }, "?filter=email%3Dgrace@example.com", true],
    [{ filter: { matches: "^email=.+@example\\.com$" } }, "?filter=email%3Dgrace@example.com", true],
    [{ filter: { matches: "^email=.+@example\\.com$" } }, "?filter=email%3Dgrace@example.org", false],
    [{ page: 2, page_size: 5 }, "?page=2&page_size=5", true],
    [{ page: 2, page_size: 5 }, "?page=2&page_size=6", false],
    [{ toString: "x" }, "?page=2", false]
  ] as const)("matches the query: %j %s", ([query, sent, expected]) =>
    Effect.map(isHit({ where: { query } }, "GET", `${users}${sent}`), (hit) => assert.strictEqual(hit, expected))
  )

  it.effect.each([
    ["(a+)+$", `${"a".repeat(9_000)}b`],
    ["^(?:(?:a|aa)*)*$", `${"a".repeat(9_000)}b`],
    ["(((a?){9}){5})*b", "a".repeat(9_999)]
  ] as const)("answers at once for a pattern with catastrophic backtracking: %s", ([matches, text]) =>
    Effect.map(isHit({ where: { body: { "/name": { matches } } } }, "POST", users, { body: { name: text } }), (hit) =>
      assert.isFalse(hit)
    )
  )

  it.effect("matches headers and path parameters", () =>
    Effect.gen(function* () {
      const headers = { ...key, "X-Trace": "abc-1" }
      const traced = (condition: Condition) =>
        isHit({ where: { headers: { "x-TRACE": condition } } }, "GET", users, { headers })
      assert.deepStrictEqual(
        yield* Effect.all([traced("abc-1"), traced("abc"), traced({ contains: "abc" }), traced({ absent: true })]),
        [true, false, true, false]
      )
      const put = (params: Readonly<Record<string, Condition>>) =>
        isHit({ where: { params } }, "PUT", `${users}/102`, { body: {} })
      assert.isTrue(yield* put({ user_id: 102 }))
      assert.isFalse(yield* put({ user_id: { equals: "103" } }))
    })
  )

  it.effect.each([
    [{ "/email": "a@b.c" }, { email: "a@b.c" }, true],
    [{ "/pod_ids/*": 3 }, { pod_ids: [1, 3] }, true],
    [{ "/pod_ids/*": "3" }, { pod_ids: [1, 3] }, false],
    [{ "/pod_ids": { equals: [1, 3] } }, { pod_ids: [1, 3] }, true],
    [{ "/pod_ids": { equals: [3, 1] } }, { pod_ids: [1, 3] }, false],
    [{ "/role": { absent: true } }, { name: "x" }, true],
    [{ "/role": null }, { role: null }, true],
    [{ "/name": { matches: "^R" } }, { name: "Rosa" }, true],
    [{ "/name": { contains: "os" }, "/email": { absent: false } }, { name: "Rosa" }, false],
    [{ "/name": { absent: true } }, "no JSON", true],
    [{ "": { equals: { name: "x", role: "y" } } }, { role: "y", name: "x" }, true]
  ] as const)("matches the JSON body: %j %j", ([body, sent, expected]) =>
    Effect.map(isHit({ where: { body } }, "POST", users, { body: sent }), (hit) => assert.strictEqual(hit, expected))
  )

  it.effect.each([
    [1, true],
    [2, false]
  ] as const)("reads %i long values before another one for a large pattern: %j", ([count, expected]) =>
    Effect.gen(function* () {
      const names = [...Array(count).fill("a".repeat(9_999)), "z"]
      const where = { body: { "/names/*": { matches: "z{1,1000}" } } }
      assert.strictEqual(yield* isHit({ where }, "POST", users, { body: { names } }), expected)
    })
  )

  it.effect("keeps the body for the operation and the journal", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn()
      const body = { email: "kept@example.com", name: "Kept" }
      assert.isFalse(
        yield* isHit({ where: { body: { "/email": "x" } } }, "POST", users, { headers: asUser(token), body })
      )
      const { journal } = yield* Control
      const [last] = (yield* journal.list({ query: { operation: "EnterpriseUsers.provision", limit: 1 } })).toReversed()
      assert.strictEqual(last?.status, 200)
      const { request } = yield* journal.read({ params: { id: last?.id ?? 0 } })
      assert.strictEqual(request.body.text, JSON.stringify(body))
    })
  )

  it.effect("matches the user of the token", () =>
    Effect.gen(function* () {
      const ada = asUser((yield* logIn()).token)
      const grace = asUser((yield* logIn("grace@example.com")).token)
      const guest = asUser(textAt((yield* send("POST", "/api/v1/anonymous/auth", { body: {} })).json, "token"))
      const of = (caller: string | number) =>
        Effect.all([ada, grace, guest, key].map((headers) => isHit({ caller }, "GET", users, { headers })))
      for (const caller of ["ada", 101, "101", "ADA@example.com", "User:101"])
        assert.deepStrictEqual(yield* of(caller), [true, false, false, false], String(caller))
      assert.deepStrictEqual(yield* of("anonymous"), [false, false, true, true])
      assert.deepStrictEqual(yield* of("nobody"), [false, false, false, false])
    })
  )
})
