import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { expectTypeOf } from "vitest"

import { Auth } from "../src/Auth.ts"
import { CallId, Calls } from "../src/Calls.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { ErrorText, ErrorV1, ErrorV1R1 } from "../src/Errors.ts"
import { OnCallGroupId, OnCallGroups } from "../src/OnCallGroups.ts"
import type { Page } from "../src/Page.ts"
import { PersonalAccessTokens } from "../src/PersonalAccessTokens.ts"
import * as Retry from "../src/Retry.ts"
import { Session } from "../src/Session.ts"
import * as Testing from "../src/testing.ts"
import { Tokens } from "../src/Tokens.ts"
import { assertSame, defectOf } from "./support/exits.ts"

const credentials = { email: "ada@example.com", password: Redacted.make("correct-horse") }

const logIn = Effect.flatMap(Session, (session) => session.logIn(credentials))

const listUsers = Effect.flatMap(EnterpriseUsers, (users) => users.list())

const pageOf = <Entry>(...entries: ReadonlyArray<Entry>): Page<Entry> => ({
  entries,
  total_entries: entries.length,
  total_pages: 1,
  page: 1,
  page_size: 20
})

const repeats = (times: number) =>
  Layer.succeed(Retry.Policy, { times, delay: 0, maxRetryAfter: 0, attemptTimeout: "10 seconds", budget: 10 })

describe("Testing.layer", () => {
  it.effect("answers from the schemas, the same for the same seed", () => {
    const answersWith = (seed: number) =>
      Effect.andThen(
        logIn,
        Effect.all([listUsers, listUsers, Effect.flatMap(PersonalAccessTokens, ({ list }) => list)])
      ).pipe(Effect.provide(Testing.layer({ seed })))
    return Effect.gen(function* () {
      const answers = yield* answersWith(7)
      assertSame(yield* answersWith(7), answers)
      assert.isFalse(Equal.equals(yield* answersWith(8), answers))
      assert.isFalse(Equal.equals(answers[0], answers[1]))
    })
  })

  it.effect("hands out tokens that have not expired, and not the same one twice", () =>
    Effect.gen(function* () {
      yield* logIn
      yield* listUsers
      const { token: one } = yield* (yield* Auth).logIn(credentials)
      const { token: other } = yield* (yield* Auth).logInV1R1(credentials)
      assert.notStrictEqual(Redacted.value(one), Redacted.value(other))
      const operations = (yield* (yield* Testing.Requests).all).map(({ operation }) => operation)
      assert.deepStrictEqual(operations, ["Auth.logIn", "EnterpriseUsers.list", "Auth.logIn", "Auth.logInV1R1"])
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("answers a list as its only page, so that a walk over it ends", () =>
    Effect.gen(function* () {
      yield* logIn
      const users = yield* EnterpriseUsers
      const walked = yield* Stream.runCollect(users.stream({ page_size: 5 }))
      const sent = yield* (yield* Testing.Requests).all
      assert.deepStrictEqual(sent.at(-1), { operation: "EnterpriseUsers.list", query: { page: 1, page_size: 5 } })
      assert.strictEqual(sent.length, 2)
      assert.strictEqual(walked.length, 5)
      assert.deepStrictEqual((yield* users.list({ page: 2 })).entries, [])
    }).pipe(Effect.provide(Testing.layer({ seed: 4 })))
  )

  it.effect("answers with the value a stub makes of the decoded request", () =>
    Effect.gen(function* () {
      yield* logIn
      const users = yield* EnterpriseUsers
      const page = yield* users.list({ filter: "email=a+b@example.com" })
      assert.deepStrictEqual(page, pageOf({ id: UserId.make(7), email: "a+b@example.com" }))
      const token = yield* (yield* Auth).enterprise(credentials)
      assert.strictEqual(Redacted.value(token), "token of correct-horse")
      assert.deepStrictEqual(yield* (yield* Calls).recent, [{ contact_name: "Bob" }])
    }).pipe(
      Effect.provide(
        Testing.layer({
          stubs: {
            EnterpriseUsers: {
              list: ({ query: { filter = "" } }) => pageOf({ id: UserId.make(7), email: filter.slice("email=".length) })
            },
            Auth: { enterprise: ({ payload }) => Redacted.make(`token of ${Redacted.value(payload.password)}`) },
            Calls: { recent: () => Effect.succeed({ contact_name: "Bob" }) }
          }
        })
      )
    )
  )

  const refusal = new ErrorV1R1({ code: 7, message: "No", errorName: "generic" })

  it.effect.each([
    ["returns", () => refusal],
    ["fails with", () => Effect.fail(refusal)],
    ["succeeds with", () => Effect.succeed(refusal)]
  ] as const)("fails with the error a stub %s", ([, list]) =>
    Effect.gen(function* () {
      yield* logIn
      const error = yield* Effect.flip(listUsers)
      assert.instanceOf(error, ErrorV1R1)
      assert.deepInclude(error, {
        code: 7,
        message: "No",
        errorName: "generic",
        status: 400,
        method: "GET",
        path: "/api/v1r1/enterprise/users"
      })
    }).pipe(Effect.provide(Testing.layer({ stubs: { EnterpriseUsers: { list } } })))
  )

  it.effect("encodes an error in the form and status it has", () =>
    Effect.gen(function* () {
      yield* logIn
      const groups = yield* OnCallGroups
      const text = yield* Effect.flip(groups.favorite(OnCallGroupId.make(1)))
      assert.deepInclude(text, { _tag: "ErrorText", status: 401, message: "No access" })
      const object = yield* Effect.flip(groups.unfavorite(OnCallGroupId.make(1)))
      assert.deepInclude(object, { _tag: "ErrorV1", status: 500, code: 5, message: "Down" })
    }).pipe(
      Effect.provide(
        Testing.layer({
          stubs: {
            OnCallGroups: {
              favorite: () => new ErrorText({ status: 401, message: "No access" }),
              unfavorite: () => new ErrorV1({ status: 500, code: 5, message: "Down" })
            }
          }
        }).pipe(Layer.provide(repeats(0)))
      )
    )
  )

  it.effect("takes stubs with the errors that an operation documents, and no other", () => {
    type StubOf<Group extends keyof Testing.Stubs, Id extends keyof NonNullable<Testing.Stubs[Group]>> = NonNullable<
      NonNullable<Testing.Stubs[Group]>[Id]
    >
    expectTypeOf<() => ErrorV1R1>().toExtend<StubOf<"EnterpriseUsers", "list">>()
    expectTypeOf<() => ErrorV1>().not.toExtend<StubOf<"EnterpriseUsers", "list">>()
    expectTypeOf<() => Effect.Effect<never, ErrorText>>().not.toExtend<StubOf<"Auth", "logIn">>()
    expectTypeOf<() => ErrorText>().toExtend<StubOf<"Calls", "read">>()
    expectTypeOf<() => { readonly token: string }>().not.toExtend<StubOf<"Auth", "logIn">>()
    const read = () => new ErrorText({ status: 403, message: "Denied" })
    return Effect.gen(function* () {
      yield* logIn
      const denied = yield* Effect.flip((yield* Calls).read(CallId.make("call_1")))
      assert.deepInclude(denied, { _tag: "ErrorText", status: 403, message: "Denied" })
    }).pipe(Effect.provide(Testing.layer({ stubs: { Calls: { read } } })))
  })

  it.effect("dies when a stub answers an error at a status the operation does not document", () =>
    Effect.gen(function* () {
      yield* logIn
      const favorite = Effect.flatMap(OnCallGroups, (groups) => groups.favorite(OnCallGroupId.make(1)))
      assert.match(defectOf(yield* Effect.exit(favorite)), /OnCallGroups\.favorite was stubbed with status 403/)
    }).pipe(
      Effect.provide(
        Testing.layer({
          stubs: { OnCallGroups: { favorite: () => new ErrorText({ status: 403, message: "Denied" }) } }
        })
      )
    )
  )

  it.effect("repeats a safe operation, and shows each request", () => {
    let calls = 0
    const list = () =>
      calls++ === 0 ? new ErrorV1({ status: 500, code: 5, message: "Down" }) : pageOf<{ readonly id: OnCallGroupId }>()
    return Effect.gen(function* () {
      yield* logIn
      assert.deepStrictEqual((yield* (yield* OnCallGroups).list()).entries, [])
      assert.strictEqual((yield* (yield* Testing.Requests).all).length, 3)
    }).pipe(Effect.provide(Testing.layer({ stubs: { OnCallGroups: { list } } }).pipe(Layer.provide(repeats(1)))))
  })

  it.effect("lists the input of each request, with wrapped secrets", () =>
    Effect.gen(function* () {
      yield* logIn
      yield* (yield* EnterpriseUsers).update(UserId.make(7), { active: false })
      yield* (yield* Tokens).validate({ permission_list: ["view_contacts"], token: Redacted.make("t") })
      yield* (yield* PersonalAccessTokens).read("a/b c")
      const [session, update, validate, read] = yield* (yield* Testing.Requests).all
      assertSame(session, { operation: "Auth.logIn", payload: credentials })
      assertSame(update, {
        operation: "EnterpriseUsers.update",
        params: { user_id: UserId.make(7) },
        payload: { active: false }
      })
      assertSame(validate, {
        operation: "Tokens.validate",
        query: { permission_list: ["view_contacts"], token: Redacted.make("t") }
      })
      assertSame(read, { operation: "PersonalAccessTokens.read", params: { id: "a/b c" } })
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("takes ids of any length", () =>
    Effect.gen(function* () {
      yield* logIn
      const id = "x".repeat(300)
      yield* (yield* PersonalAccessTokens).read(id)
      const [, read] = yield* (yield* Testing.Requests).all
      assertSame(read, { operation: "PersonalAccessTokens.read", params: { id } })
    }).pipe(Effect.provide(Testing.layer()))
  )

  it.effect("keeps nobody logged in", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(listUsers))._tag, "SessionEnded")
      assert.deepStrictEqual(yield* (yield* Testing.Requests).all, [])
    }).pipe(Effect.provide(Testing.layer()))
  )
})

describe("the example of the documentation", () => {
  it("is a test of this folder, which compiles and passes", () => {
    const [docs, example] = ["../../../docs/sdk/testing.md", "documented-testing.test.ts"].map((path) =>
      readFileSync(new URL(path, import.meta.url), "utf8")
    )
    assert.include(docs, example)
  })
})
