import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { idKeyOf, keyOf } from "../../src/compare/answers.ts"
import { compareAttempts } from "../../src/compare/compareAttempts.ts"
import { side } from "../support/sides.ts"
import type { Answered } from "../support/sides.ts"

const options = { tolerance: 10_000, sameData: true }

const compared = (a: ReadonlyArray<Answered>, b: ReadonlyArray<Answered>, sameData = true) =>
  compareAttempts(side("one", a), side("two", b), { ...options, sameData })

const differences = (a: ReadonlyArray<Answered>, b: ReadonlyArray<Answered>, sameData?: boolean) =>
  compared(a, b, sameData).map(({ kind, path }) => `${kind} ${path}`)

const bodies = (a: unknown, b: unknown, sameData?: boolean) => differences([{ body: a }], [{ body: b }], sameData)

const User = Schema.Struct({
  id: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9999 })),
  name: Schema.Literals(["Ada", "Grace", "Linus"]),
  active: Schema.Boolean,
  token: Schema.optionalKey(Schema.Literals(["<redacted 1>", "<redacted 2>"])),
  last_used_at: Schema.Literals(["", "2026-01-01T00:00:00.000Z"])
})
const Answers = Schema.Array(Schema.Struct({ body: Schema.Union([User, Schema.Array(User), Schema.Json]) }))

const renamed = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"id":(\d+)/g, (_, id: string) => `"id":${Number(id) + 70_000}`)
      .replaceAll("<redacted 1>", "<redacted 5>")
      .replaceAll("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:04.000Z")
  )

describe("two attempts at a scenario", () => {
  it.prop("are equal to themselves", { answers: Answers }, ({ answers }) => {
    assert.deepStrictEqual(differences(answers, answers), [])
  })

  it.prop("are equal if ids, tokens and times correspond throughout", { users: Schema.Array(User) }, ({ users }) => {
    const answers = users.map((body) => ({ body }))
    const others = users.map((body) => ({ body: renamed(body) }))
    assert.deepStrictEqual(differences(answers, others), [])
  })

  it.prop(
    "differ in a missing field, in any entry",
    {
      users: Schema.Array(User).check(Schema.isMinLength(1)),
      at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))
    },
    ({ at, users }) => {
      const without = users.map(({ name, ...user }, index) => (index === at % users.length ? user : { ...user, name }))
      assert.deepStrictEqual(bodies(users, without), ["absent $[*].name"])
      assert.deepStrictEqual(bodies(without, users), ["added $[*].name"])
    }
  )

  it("differ if an id corresponds to two", () => {
    assert.deepStrictEqual(bodies([{ id: 1 }, { id: 1 }], [{ id: 5 }, { id: 6 }]), ["identity $[*].id"])
    assert.deepStrictEqual(bodies([{ id: 1 }, { id: 2 }], [{ id: 5 }, { id: 5 }]), ["identity $[*].id"])
  })

  it("ignore whether two user tokens are equal, but not whether two refresh tokens are", () => {
    const tokens = (name: string, ...of: ReadonlyArray<number>) =>
      of.map((number) => ({ [name]: `<redacted ${number}>` }))
    assert.deepStrictEqual(bodies(tokens("token", 1, 1), tokens("token", 4, 5)), [])
    assert.deepStrictEqual(bodies(tokens("refresh", 1, 1), tokens("refresh", 4, 5)), ["identity $[*].refresh"])
  })

  it("differ in the type of an id and in the format of a time", () => {
    assert.deepStrictEqual(bodies({ id: 1 }, { id: "1" }), ["type $.id"])
    assert.deepStrictEqual(
      bodies({ created_at: "2026-01-01T00:00:00Z" }, { created_at: "2026-01-01T00:00:00.000000Z" }),
      ["form $.created_at"]
    )
    assert.deepStrictEqual(bodies({ expires_at: 1_767_225_600 }, { expires_at: 1_767_225_600_000 }), [
      "form $.expires_at"
    ])
  })

  it("differ in the life of a token, independent of its start", () => {
    const lasting = (start: number, seconds: number) => ({ created_at: start, expires_at: start + seconds })
    assert.deepStrictEqual(bodies(lasting(1_767_225_600, 60), lasting(1_767_225_605, 60)), [])
    assert.deepStrictEqual(bodies(lasting(1_767_225_600, 60), lasting(1_767_225_600, 3600)), ["time $.expires_at"])
    assert.deepStrictEqual(bodies(lasting(1_600_000_000, 60), lasting(1_767_225_600, 3600), false), [
      "time $.expires_at"
    ])
  })

  it("differ in the order of a list, reported once", () => {
    const [ada, grace, linus] = ["Ada", "Grace", "Linus"].map((name, id) => ({ id: id + 1, name }))
    assert.deepStrictEqual(bodies([ada, grace, linus], [linus, grace, ada]), ["order $"])
  })

  it("ignore corresponding ids in texts, and addresses and names of a run", () => {
    const answers = (id: number, name: string) => [
      { body: { id } },
      {
        status: 400,
        body: {
          message: `There is no user ${id}.`,
          link: `http://${name}.example/x`,
          email: `e2e-${name}-1@example.com`,
          taken: `E2E-${name.toUpperCase()}-1@EXAMPLE.COM`
        }
      }
    ]
    assert.deepStrictEqual(differences(answers(7, "one"), answers(912, "two")), [])
    assert.deepStrictEqual(bodies({ message: "There is no user 7." }, { message: "There is no user 912." }), [
      "value $.message"
    ])
  })

  it("ignore ids of a type in texts, which correspond to one another", () => {
    const answers = (...ids: ReadonlyArray<number>) =>
      ids.map((id) => ({ status: 400, body: { message: `The token of User:${id} lacks the permission.` } }))
    assert.deepStrictEqual(differences(answers(103, 104), answers(102, 105)), [])
    assert.deepStrictEqual(differences(answers(103, 104), answers(102, 102)), ["value $.message"])
  })

  it("differ in statuses, content types, missing answers and additional requests", () => {
    const list = { body: [] }
    assert.deepStrictEqual(differences([list], [{ status: 401, body: "Token expired" }]), ["status "])
    assert.deepStrictEqual(differences([list], [{ ...list, type: "text/plain; charset=utf-8" }]), ["content type "])
    assert.deepStrictEqual(differences([list], [{ lost: "socket hang up" }]), ["no answer "])
    const refresh: Answered = { operation: "Auth.refresh", method: "POST", url: "/api/v1/auth/refresh" }
    assert.deepStrictEqual(differences([list, list], [list, refresh, list]), ["request "])
    assert.deepStrictEqual(differences([list, refresh], [list]), ["request "])
  })

  it("differ once in a failed request that only one side sends again", () => {
    const page = (number: number): Answered => ({
      url: `/api/v1r1/enterprise/users?page=${number}`,
      body: { entries: [{ name: `user ${number}` }] }
    })
    const unavailable = { ...page(1), status: 503, body: "" }
    const pages = [page(1), page(2), page(3)]
    assert.deepStrictEqual(differences(pages, [unavailable, ...pages]), ["request "])
    assert.deepStrictEqual(differences([unavailable, ...pages], pages), ["request "])
    assert.deepStrictEqual(differences([unavailable, ...pages], [unavailable, ...pages]), [])
    assert.deepStrictEqual(differences(pages, [unavailable, page(2), page(3)]), ["status "])
  })

  it("differ in their outcomes", () => {
    const failed = side("two", [], { _tag: "Failed", failure: { kind: "ExpectationFailed", message: "not seen" } })
    const [difference] = compareAttempts(side("one", []), failed, options)
    assert.deepInclude(difference, { kind: "outcome", a: "passed", b: "failed: not seen" })
  })

  it("ignore names that the run generated, but not whether they are equal", () => {
    const names = (...all: ReadonlyArray<string>) => all.map((name) => ({ email: `e2e-two-${name}@example.com` }))
    assert.deepStrictEqual(differences([{ body: { email: "e2e-one-x1@example.com" } }], [{ body: names("y9")[0] }]), [])
    assert.deepStrictEqual(
      bodies(
        [{ email: "e2e-run-x1@example.com" }, { email: "e2e-run-x1@example.com" }],
        [{ email: "e2e-run-y1@example.com" }, { email: "e2e-run-y2@example.com" }]
      ),
      ["value $[*].email"]
    )
  })

  it("ignore the growing duration of a running call, and whether two signed addresses are equal", () => {
    const call = (duration: number, reason: string) => ({ duration, reason })
    assert.deepStrictEqual(bodies(call(300, ""), call(304, "")), [])
    assert.deepStrictEqual(bodies(call(300, "ended"), call(304, "ended")), ["value $.duration"])
    assert.deepStrictEqual(bodies(call(300, ""), call(404, "")), ["value $.duration"])
    const urls = (...of: ReadonlyArray<number>) => of.map((number) => ({ recordingUrl: `<redacted ${number}>` }))
    assert.deepStrictEqual(bodies(urls(1, 1), urls(4, 5)), [])
  })

  it("differ with other data in a number only if the scenario sent it in a field of this name", () => {
    const url = "/api/v1r1/enterprise/pods?size=2"
    const answers = (body: unknown) => [{ url, body }]
    assert.deepStrictEqual(differences(answers({ user_count: 2 }), answers({ user_count: 16 }), false), [])
    assert.deepStrictEqual(differences(answers({ size: 2 }), answers({ size: 3 }), false), ["value $.size"])
  })

  it("do not differ with other data if each side answers with the page that the scenario sent it", () => {
    const answers = (sent: number, page: number) => [{ url: `/api/v1r1/enterprise/users?page=${sent}`, body: { page } }]
    assert.deepStrictEqual(differences(answers(2, 2), answers(4, 4), false), [])
    assert.deepStrictEqual(differences(answers(2, 2), answers(2, 1), false), ["value $.page"])
    assert.deepStrictEqual(differences(answers(2, 2), answers(4, 4), true), ["value $.page"])
  })

  it("do not differ with other data in the number of pages of a list", () => {
    const page = { body: [] }
    assert.deepStrictEqual(differences([page], [page, page], false), [])
    assert.deepStrictEqual(differences([page], [page, page], true), ["request "])
    assert.deepStrictEqual(differences([], [page], false), ["request "])
  })

  it("differ in consequences only if an earlier difference changed what the scenario sent", () => {
    const list = (total_entries: number) => ({ body: { total_entries } })
    const read: Answered = { operation: "Calls.list", url: "/api/v1/calls", body: [] }
    const failed = (exchanges: ReadonlyArray<number>) =>
      ({ _tag: "Failed", failure: { kind: "ExpectationFailed", message: "other", exchanges } }) as const
    const found = (b: ReadonlyArray<Answered>, exchanges?: ReadonlyArray<number>) =>
      compareAttempts(
        side("one", [list(1), read, list(0)]),
        side("two", b, exchanges && failed(exchanges)),
        options
      ).map(({ isConsequence, kind, operation }) => `${isConsequence ? "follows: " : ""}${operation} ${kind}`)
    assert.deepStrictEqual(found([list(2), list(3)], [0]), [
      "EnterpriseUsers.list value",
      "follows: Calls.list request",
      "follows: EnterpriseUsers.list value",
      "follows:  outcome"
    ])
    assert.deepStrictEqual(found([list(2), { ...read, body: {} }, list(0)]), [
      "EnterpriseUsers.list value",
      "Calls.list type"
    ])
  })

  it("differ in consequences if the scenario sent a wrong id, or one that is wrong in another scenario", () => {
    const id = (id: number) => ({ body: { id } })
    const read = (id: number, body: unknown): Answered => ({
      operation: "Calls.list",
      url: `/api/v1/calls?id=${id}`,
      body
    })
    const found = (a: ReadonlyArray<Answered>, b: ReadonlyArray<Answered>, wrongIds: ReadonlyArray<string> = []) =>
      compareAttempts(side("one", a), side("two", b), { ...options, wrongIds: new Set(wrongIds) }).map(
        ({ isConsequence, kind, operation }) => `${isConsequence ? "follows: " : ""}${operation} ${kind}`
      )
    const wrong = "EnterpriseUsers.list identity"
    assert.deepStrictEqual(found([id(1), id(1), read(1, [])], [id(1), id(9), read(9, {})]), [
      wrong,
      "follows: Calls.list type"
    ])
    assert.deepStrictEqual(found([id(1), id(1), read(1, [])], [id(1), id(9), read(1, {})]), [wrong, "Calls.list type"])
    const known = idKeyOf({ operation: "EnterpriseUsers.list", path: "$.id", b: 9 })
    assert.deepStrictEqual(found([id(1), read(1, [])], [id(9), read(9, {})]), ["Calls.list type"])
    assert.deepStrictEqual(found([id(1), read(1, [])], [id(9), read(9, {})], [known]), [
      wrong,
      "follows: Calls.list type"
    ])
    assert.deepStrictEqual(found([id(9)], [id(9)], [known]), [])
  })

  it("ignore the order of concurrent requests", () => {
    const together = { start: 0, duration: 50 }
    const a = [
      { ...together, body: 1 },
      { ...together, operation: "Calls.list" as const, url: "/api/v1/calls", body: 2 }
    ]
    assert.deepStrictEqual(differences(a, a.toReversed()), [])
  })

  it("differ only in values that the contract or the scenario sets, if the targets hold other data", () => {
    const page = (name: string, total_entries: number) => ({
      page: 1,
      page_size: 20,
      total_entries,
      total_pages: 1,
      entries: [{ id: total_entries, name, active: true }]
    })
    assert.deepStrictEqual(bodies(page("Ada", 4), page("Bob", 9), false), [])
    assert.deepStrictEqual(bodies(page("Ada", 0), { ...page("Bob", 0), total_pages: 0 }, false), [
      "value $.total_pages"
    ])
    assert.deepStrictEqual(bodies(page("Ada", 4), { ...page("Bob", 9), page_size: 50 }, false), ["value $.page_size"])
    assert.deepStrictEqual(
      differences(
        [{ url: "/api/v1/calls?name=Ada", body: page("Ada", 4) }],
        [{ url: "/api/v1/calls?name=Ada", body: page("Bob", 9) }],
        false
      ),
      ["value $.entries[*].name"]
    )
  })

  it("ignore unsteady differences", () => {
    const [a, b] = [side("one", [{ body: { name: "Ada" } }]), side("two", [{ body: { name: "Bob" } }])]
    const unsteady = new Set(compareAttempts(a, b, options).map(keyOf))
    const steady = compareAttempts(a, b, { ...options, unsteady })
    assert.deepStrictEqual(steady, [])
  })
})
