import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"

import * as Contract from "../src/Contract.ts"
import { served } from "./support/served.ts"

const reached = (method: string, path: string, matching?: Contract.Matching) => {
  const match = Contract.match(method, path, matching)
  return match && { id: match.operation.id, params: { ...match.params } }
}

const escapes = "a%2Fb%20c %2f %25 %252F %zz % %E0%A4%A %C3%BC ü İ"
const signs = "x;y x?y=z x#y . .. :call_id * a:b a-b.c recent RECENT call_1 7"
const atTheLimit = [99, 100, 101].flatMap((length) => ["x", "%20", "%2F"].map((letter) => letter.repeat(length)))
const odd = ["", " ", ...escapes.split(" "), ...signs.split(" "), ...atTheLimit]

const edits: Readonly<Record<string, (path: string) => string>> = {
  none: (path) => path,
  "closing slash": (path) => `${path}/`,
  "two closing slashes": (path) => `${path}//`,
  "doubled slashes": (path) => path.replaceAll("/", "//"),
  "upper case": (path) => path.toUpperCase(),
  "no first slash": (path) => path.slice(1),
  "an address": (path) => `http://localhost${path}`,
  "a segment more": (path) => `${path}/more`,
  "a segment less": (path) => path.replace(/\/[^/]*$/, ""),
  "an escaped letter": (path) => path.replace("v1", "%761"),
  "an escaped slash": (path) => path.replace("v1/", "v1%2F"),
  "a query": (path) => `${path}?page=1`,
  "a prefix": (path) => `/api${path}`
}

const paths = Arbitrary.map(
  Arbitrary.all({
    path: Arbitrary.schema(Schema.Literals([...new Set(Contract.operations.map(({ path }) => path)), "/", "/v1"])),
    segment: Arbitrary.schema(Schema.Union([Schema.Literals(odd), Schema.Literals(odd), Schema.String])),
    edit: Arbitrary.schema(Schema.Literals(Object.keys(edits)))
  }),
  ({ edit, path, segment }) => (edits[edit] ?? String)(path.replaceAll(/:\w+/g, () => segment))
)

const requests = Arbitrary.all({
  method: Arbitrary.schema(Schema.Literals(["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"])),
  path: paths
})

// Effect's router begins the query at a semicolon, and loses its place at the one letter that is two in lower case
const asRouted = (path: string) => path.replaceAll(";", "%3B").replaceAll(/İ|%C4%B0/gi, "I")

const steady = <A extends { readonly params: object } | undefined>(found: A) =>
  found && {
    ...found,
    params: Object.fromEntries(
      Object.entries(found.params).map(([name, value]) => [name, String(value).replaceAll("İ", "I")])
    )
  }

describe("Contract.match", () => {
  it.effect("finds what a server of the contract finds", () =>
    Effect.gen(function* () {
      const serve = yield* served
      let found = 0
      const result = yield* Arbitrary.checkEffect(
        requests,
        ({ method, path }) =>
          Effect.map(serve(method, asRouted(path)), (answer) => {
            if (answer !== undefined) found++
            return Equal.equals(steady(reached(method, path)), answer)
          }),
        { seed: 1, runs: 5000 }
      )
      assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
      assert.isAbove(found, 500)
    })
  )

  const long = "x".repeat(101)

  it.each([
    ["GET", "/v1/calls/recent", "Calls.recent", {}],
    ["PUT", "/v1/calls/recent", "Calls.annotate", { call_id: "recent" }],
    ["GET", "/v1/calls/recent_1", "Calls.read", { call_id: "recent_1" }],
    ["GET", "/v1/calls/a%2Fb%20c%25/events", "Calls.events", { call_id: "a/b c%" }],
    ["HEAD", "/V1//calls/", "Calls.list", {}],
    ["GET", "/v1/calls/%C4%B0x/EVENTS", "Calls.events", { call_id: "İx" }],
    ["GET", "/v1/calls/a;b/events", "Calls.events", { call_id: "a;b" }],
    ["GET", "/v1/calls/a;b", "Calls.read", { call_id: "a;b" }],
    ["DELETE", "/v1r1/enterprise/users/7?force", "EnterpriseUsers.remove", { user_id: "7" }]
  ] as const)("%s %s reaches %s with %j", (method, path, id, params) =>
    assert.deepStrictEqual<unknown>(reached(method, path), { id, params })
  )

  it.each([
    ["POST", "/v1/calls"],
    ["GET", "/v1r1/calls"],
    ["GET", "/api/v1/calls"],
    ["get", "/v1/calls"],
    ["GET", "/v1/calls/%zz"],
    ["GET", "/v1/calls;page=2"],
    ["GET", `/v1/calls/${long}`],
    ["GET", ""]
  ])("%s %s reaches nothing", (method, path) => assert.isUndefined(reached(method, path)))

  it("returns the query, with repeated parameters as lists", () => {
    const { query } = Contract.match("GET", "/v1/calls?page=2&filter=a%20b+c&page=3&order") ?? {}
    assert.deepStrictEqual<unknown>({ ...query }, { page: ["2", "3"], filter: "a b c", order: "" })
  })

  it("accepts a parameter of any length with anyLength", () => {
    assert.deepStrictEqual<unknown>(reached("GET", `/v1/calls/${long}`, { anyLength: true }), {
      id: "Calls.read",
      params: { call_id: long }
    })
    assert.isUndefined(reached("GET", "/v1/calls/%zz", { anyLength: true }))
  })
})

describe("Contract.methodsAt", () => {
  it.each([
    ["/v1/calls", ["GET"]],
    ["/v1/calls/recent", ["GET", "PUT"]],
    ["/v1/calls/call_1/", ["GET", "PUT"]],
    ["/v1r1/enterprise/users/7", ["PUT", "DELETE"]],
    ["/v1/on_call_groups/2/favorites", ["POST", "DELETE"]],
    ["/v1r1/personal_access_token", ["GET", "POST"]],
    ["/v1/nothing", []]
  ] as const)("%s takes %j", (path, methods) => assert.deepStrictEqual<unknown>(Contract.methodsAt(path), methods))

  it("lists the methods for long parameters with anyLength", () => {
    const path = `/v1r1/enterprise/users/${"7".repeat(101)}`
    assert.deepStrictEqual(Contract.methodsAt(path), [])
    assert.deepStrictEqual(Contract.methodsAt(path, { anyLength: true }), ["PUT", "DELETE"])
  })
})
