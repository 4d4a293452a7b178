import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { Calls } from "../../src/Calls.ts"
import type { CallQuery } from "../../src/Calls.ts"
import { withoutTotals } from "../../src/internal/list/nextPage.ts"
import { paginate } from "../../src/internal/list/paginate.ts"
import { Session } from "../../src/Session.ts"
import type { Sent } from "../support/wire.ts"
import { json, wire } from "../support/wire.ts"

const page = ({ url }: Sent) => Number(new URL(url).searchParams.get("page"))

const calls = (first: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ session: `call_${first + index}` }))

const pageOf = (total: number, size: number) => (request: Sent) => {
  const first = (page(request) - 1) * size
  return calls(first, Math.min(size, total - first))
}

const walking = (answer: (request: Sent) => unknown, query: Omit<CallQuery, "page"> = {}) => {
  const { layer, sent } = wire((request) => json(200, answer(request)))
  const service = Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* Calls
  })
  return {
    sent,
    ids: service.pipe(
      Effect.flatMap((calls) => Stream.runCollect(calls.stream(query))),
      Effect.map((found) => found.map(({ session }) => session)),
      Effect.provide(layer)
    ),
    lengths: service.pipe(
      Effect.flatMap((calls) => Stream.runCollect(calls.pages(query))),
      Effect.map((found) => found.map(({ length }) => length)),
      Effect.provide(layer)
    )
  }
}

const idsTo = (total: number) => calls(0, total).map(({ session }) => session)

describe("calls.stream", () => {
  it.effect.each([
    [0, 20, [1]],
    [5, 20, [1, 2]],
    [20, 20, [1, 2]],
    [25, 20, [1, 2]],
    [40, 20, [1, 2, 3]],
    [95, 20, [1, 2, 3, 4, 5]]
  ] as const)("yields %i calls, %i a page, each once", ([total, size, pages]) =>
    Effect.gen(function* () {
      const { ids, sent } = walking(pageOf(total, size))
      assert.deepStrictEqual(yield* ids, idsTo(total))
      assert.deepStrictEqual(sent.map(page), [...pages])
    })
  )

  it.effect("continues if a service answers shorter pages than asked for", () =>
    Effect.gen(function* () {
      const { ids } = walking(pageOf(250, 100), { page_size: 1000 })
      assert.deepStrictEqual(yield* ids, idsTo(250))
    })
  )

  it.effect.each([1, 7, 300])("takes one page for all %i if the service does not page", (total) =>
    Effect.gen(function* () {
      const { ids, lengths, sent } = walking(() => calls(0, total))
      assert.deepStrictEqual(yield* ids, idsTo(total))
      assert.deepStrictEqual(sent.map(page), [1, 2])
      assert.deepStrictEqual(yield* lengths, [total])
    })
  )

  it.effect("takes one page for all if the service does not page, and has a call twice", () =>
    Effect.gen(function* () {
      const { ids, sent } = walking(() => [...calls(0, 2), ...calls(0, 1)])
      assert.deepStrictEqual(yield* ids, idsTo(2))
      assert.deepStrictEqual(sent.map(page), [1, 2])
    })
  )

  it.effect("ends in ListBroken if fifty pages have the calls of pages before", () =>
    Effect.gen(function* () {
      const { ids, sent } = walking((request) => calls((page(request) % 2) * 20, 20))
      const error = yield* Effect.flip(ids)
      assert.match(error.message, /50 pages in a row have no entry that is new/)
      assert.strictEqual(sent.length, 52)
    })
  )

  it.effect("ends in ListBroken if such a page may be cut off", () =>
    Effect.gen(function* () {
      const { ids, lengths } = walking(() => calls(0, 50), { page_size: 50 })
      for (const walk of [ids, lengths]) {
        const error = yield* Effect.flip(Effect.asVoid<unknown, { readonly _tag: string }, never>(walk))
        assert.strictEqual(error._tag, "ListBroken")
      }
    })
  )

  it.effect("ends in ListBroken if the pages never end", () =>
    Effect.gen(function* () {
      const endless = paginate(
        (page) => Effect.succeed({ page, entries: [{ id: page }] }),
        () => withoutTotals<{ readonly id: number }>(({ id }) => id, 1),
        1,
        0
      )
      const error = yield* Effect.flip(Stream.runDrain(endless))
      assert.match(error.message, /has more than 10000 pages\. Use larger pages, or resume from page 10001\./)
    })
  )

  it.effect("resumes from the position of an earlier stream", () =>
    Effect.gen(function* () {
      const { layer, sent } = wire((request) => json(200, pageOf(25, 10)(request)))
      const found = yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("token-1") })
        const { stream } = yield* Calls
        return yield* Stream.runCollect(stream({ page_size: 10 }, { from: { page: 2, taken: 3 }, collectFirst: true }))
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        found.map(({ session }) => session),
        idsTo(25).slice(13)
      )
      assert.deepStrictEqual(sent.map(page), [2, 3])
    })
  )
})

describe("the id recent", () => {
  it.effect.each(["recent", "Recent"])("%s is refused before anything is sent", (id) =>
    Effect.gen(function* () {
      const { layer, sent } = wire(() => json(200, {}))
      yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("token-1") })
        const service = yield* Calls
        const of: any = id
        const acts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string; readonly message: string }>> = [
          service.read(of),
          service.annotate(of, {}),
          service.eventStream(of),
          service.events(of)
        ]
        for (const act of acts) {
          const error = yield* Effect.flip(act)
          assert.strictEqual(error._tag, "InvalidRequest")
          assert.match(error.message, /Calls\.recent/)
        }
      }).pipe(Effect.provide(layer))
      assert.strictEqual(sent.length, 0)
    })
  )
})
