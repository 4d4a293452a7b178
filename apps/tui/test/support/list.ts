import { assert } from "@effect/vitest"
import { Errors } from "@remote-assist/core"
import type { Page } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import * as RemoteList from "../../src/engine/lists/RemoteList.ts"
import type { Failure } from "../../src/Problem.ts"

export interface PendingRequest {
  readonly filter: string
  readonly page: number
  readonly answer: Deferred.Deferred<Page.Page<string>, Failure>
}

export const pageSize = 100

export const refused = new Errors.ErrorV1R1({ code: 1, message: "unknown field", errorName: "generic" })
export const offline = new Errors.ConnectionFailed({
  method: "GET",
  path: "/users",
  origin: "http://host",
  reason: "refused"
})

/** A list whose answers are given by hand. */
export const setUp = Effect.fnUntraced(function* (total = 100_000) {
  const requests: Array<PendingRequest> = []
  const list = yield* RemoteList.make<string>({
    pageSize,
    idOf: (row) => row,
    operation: "list the users",
    read: Effect.fnUntraced(function* (filter, page) {
      const answer = yield* Deferred.make<Page.Page<string>, Failure>()
      requests.push({ filter, page, answer })
      return yield* Deferred.await(answer)
    })
  })
  const settle = Effect.andThen(TestClock.adjust(0), Effect.yieldNow)
  const answer = Effect.fnUntraced(function* ({ answer, filter, page }: PendingRequest, all = total) {
    const entries = Array.from({ length: pageSize }, (_, row) => `${filter}#${(page - 1) * pageSize + row}`)
    yield* Deferred.succeed(answer, {
      entries: entries.slice(0, Math.max(0, all - (page - 1) * pageSize)),
      total_entries: all,
      total_pages: Math.ceil(all / pageSize),
      page,
      page_size: pageSize
    })
    yield* settle
  })
  const last = () => {
    const request = requests.at(-1)
    assert.isDefined(request)
    return request
  }
  const fail = (error: Failure, request = last()) => Effect.andThen(Deferred.fail(request.answer, error), settle)
  /** Answers pending requests until there are no more. */
  const answerAll = Effect.fnUntraced(function* (from = requests.length - 1) {
    for (let next = from; next < requests.length; next++) {
      const request = requests[next]
      if (request !== undefined) yield* answer(request)
    }
  })
  const opened = Effect.suspend(() => {
    list.resize(30)
    list.open("")
    return answer(last())
  })
  return { requests, list, answer, answerAll, last, fail, opened, settle }
})
