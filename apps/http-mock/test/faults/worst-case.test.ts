import { assert, describe, it, layer } from "@effect/vitest"
import { byId, operations } from "@remote-assist/core/Contract"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Fault } from "../../src/faults/Fault.ts"
import { worstAnswer } from "../../src/faults/worstCase.ts"
import { Control } from "../../src/library/Control.ts"
import { controlled } from "../support/control.ts"
import { calls, credentials } from "../support/everyCall.ts"
import { at, recordAt, textAt } from "../support/json.ts"
import { asAda, send } from "../support/wire.ts"
import { fault, noFaults } from "./support/fault.ts"
import { strictSdk } from "./support/strictSdk.ts"

const ways = ["absent", "empty", "null", "long", "extreme", "rare"] as const

type Way = (typeof ways)[number]

const worstBy = (named: ReadonlyArray<Way>) =>
  ({ kind: "worst", ...Object.fromEntries(named.map((name) => [name, true])) }) as const

const everyCall = Effect.gen(function* () {
  yield* (yield* Session).logIn(credentials)
  for (const [operation, ask] of Record.toEntries(calls)) {
    const answer = yield* Effect.result(ask)
    assert.isTrue(Result.isSuccess(answer), `${operation}: ${String(Result.getFailure(answer)).slice(0, 500)}`)
  }
})

describe("the SDK with strict decoding", () => {
  it.effect.each<{ readonly named: ReadonlyArray<Way> }>([{ named: [] }, ...ways.map((way) => ({ named: [way] }))])(
    "accepts the worst answer of every operation: %j",
    ({ named }) =>
      Effect.gen(function* () {
        yield* fault({ operations: ["*"], does: worstBy(named) })
        yield* everyCall
        const [entry] = yield* Effect.flatMap(Control, ({ faults }) => faults.list())
        assert.isAtLeast(entry?.hits ?? 0, operations.length)
      }).pipe(Effect.provide(strictSdk()))
  )
})

interface Body {
  readonly status: number
  readonly body: unknown
}

/** The answers of the default world by operation. */
const ownAnswers = Effect.gen(function* () {
  yield* everyCall
  const { journal } = yield* Control
  const owns = new Map<string, Body>()
  for (const { id, operation } of yield* journal.list({ query: { status: "2xx" } })) {
    const { answer } = yield* journal.read({ params: { id } })
    const text = answer?.body.text ?? ""
    owns.set(operation ?? "", { status: answer?.status ?? 0, body: text === "" ? undefined : JSON.parse(text) })
  }
  return owns
}).pipe(Effect.provide(strictSdk()))

const bent = (id: string, { body, status }: Body, named: ReadonlyArray<Way>): Body => {
  const operation = byId(id)
  if (operation === undefined) throw new Error(id)
  return worstAnswer(worstBy(named), operation, status, () => body) ?? { status, body }
}

const isByContract = (id: string, { body, status }: Body) =>
  (byId(id)?.successes.get(status) ?? []).some((schema) =>
    Result.isSuccess(Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(body))
  )

const some = Schema.Array(Schema.Literals(ways)).check(Schema.isMaxLength(4))

describe("the worst that the contract allows", () => {
  it.effect.prop(
    "still matches the contract, for every operation and answer",
    { first: some, second: some },
    ({ first, second }) =>
      Effect.gen(function* () {
        const owns = yield* known
        assert.lengthOf([...owns], operations.length)
        for (const [id, own] of owns) {
          const once = bent(id, own, first)
          assert.isTrue(isByContract(id, once), `${id} ${first.join()}: ${JSON.stringify(once.body)?.slice(0, 300)}`)
          const twice = bent(id, once, second)
          assert.isTrue(isByContract(id, twice), `${id} ${first.join()}, ${second.join()}`)
        }
      }),
    { arbitrary: { runs: 30 } }
  )
})

const known = Effect.runSync(Effect.cached(ownAnswers))

const users = "/api/v1r1/enterprise/users"

layer(controlled())("a fault of the kind worst", (it) => {
  const listed = Effect.fnUntraced(function* (named: ReadonlyArray<Way>, more: Partial<Fault> = {}) {
    const headers = yield* asAda
    yield* fault({ operations: ["*"], does: worstBy(named), ...more })
    const { json } = yield* send("GET", users, { headers })
    yield* noFaults
    return json
  })

  it.effect("omits and empties what is optional, and has extreme numbers", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed([]), {
        entries: [],
        total_entries: Number.MAX_SAFE_INTEGER,
        total_pages: 0,
        // as requested
        page: 1,
        page_size: 20
      })
      const { enterprise_id, id, role_id } = recordAt(yield* listed(["extreme"]), "entries", 0)
      assert.sameMembers([...new Set([enterprise_id, id, role_id])], [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      assert.deepStrictEqual(at(yield* listed(["absent"]), "entries", 0), { id: 101 })
    })
  )

  it.effect("has the longest texts, null, or the last of several types, each if selected", () =>
    Effect.gen(function* () {
      const long = at(yield* listed(["long"]), "entries", 0)
      assert.strictEqual(at(long, "id"), 101)
      assert.deepStrictEqual([textAt(long, "username").length, textAt(long, "email").length], [10_000, 10_000])
      const none = recordAt(yield* listed(["null"]), "entries", 0)
      assert.deepStrictEqual([none["id"], none["username"], none["permissions"]], [101, null, null])
      const avatar = recordAt(yield* listed(["rare", "long"]), "entries", 0, "avatar")
      assert.deepStrictEqual(Object.keys(avatar), ["original", "thumb", "timestamp", "url"])
    })
  )

  it.effect("does not change errors and tokens, so that a client can continue", () =>
    Effect.gen(function* () {
      yield* fault({ operations: ["*"], does: worstBy([]) })
      assert.strictEqual((yield* send("GET", users)).status, 400)
      assert.strictEqual((yield* send("GET", users, { headers: yield* asAda })).status, 200)
      yield* noFaults
    })
  )
})
