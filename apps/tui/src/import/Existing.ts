import { EnterpriseUsers } from "@remote-assist/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { keyOf } from "./Row.ts"

type User = EnterpriseUsers.EnterpriseUser

/** Those of the e-mail addresses asked for that have a user, by `Row.keyOf`. */
export type Existing = ReadonlyMap<string, User>

/** The service listed others than those that were filtered for: who is there cannot be told. */
export class FilterIgnored extends Data.TaggedError("FilterIgnored")<{ readonly message: string }> {}

const ignored = (email: string) =>
  new FilterIgnored({
    message: `The service was asked for the user ${email}, and listed others: whether they exist cannot be told.`
  })

const pageSize = 100

const atATime = 4

/** The user of an e-mail address, by a filter; it is asked in lower case too, as the filter is for an exact match. */
export const byEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const key = keyOf(email)
  for (const asked of new Set([email, key])) {
    const { entries } = yield* users.list({ filter: `email=${asked}` })
    const found = entries.find((user) => keyOf(user.email ?? "") === key)
    if (found !== undefined) return found
    if (entries.length > 0) return yield* ignored(email)
  }
  return undefined
})

/** How far a look-up is. */
export type Progress = (done: number, total: number) => Effect.Effect<void>

const each = Effect.fnUntraced(function* (emails: ReadonlyMap<string, string>, onProgress: Progress) {
  const found = new Map<string, User>()
  let done = 0
  yield* Effect.forEach(
    emails,
    ([key, email]) =>
      Effect.flatMap(byEmail(email), (user) => {
        if (user !== undefined) found.set(key, user)
        return onProgress(++done, emails.size)
      }),
    { concurrency: atATime, discard: true }
  )
  return found
})

const all = Effect.fnUntraced(function* (emails: ReadonlyMap<string, string>, total: number, onProgress: Progress) {
  const found = new Map<string, User>()
  let read = 0
  const users = yield* EnterpriseUsers.EnterpriseUsers
  yield* Stream.runForEachArray(users.stream({ page_size: pageSize }, { prefetch: 2 }), (page) =>
    Effect.suspend(() => {
      for (const user of page) {
        const key = keyOf(user.email ?? "")
        if (emails.has(key)) found.set(key, user)
      }
      read += page.length
      return onProgress(read, Math.max(read, total))
    })
  )
  return found
})

/**
 * Looks up which of some e-mail addresses, by `Row.keyOf`, have a user: each by a filter where that is fewer requests than
 * to list all users once, which it is for a small file at a large enterprise.
 */
export const lookUp = Effect.fnUntraced(function* (emails: ReadonlyMap<string, string>, onProgress: Progress) {
  if (emails.size === 0) return new Map<string, User>()
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const { total_entries } = yield* users.list({ page: 1, page_size: 1 })
  return emails.size <= total_entries / pageSize
    ? yield* each(emails, onProgress)
    : yield* all(emails, total_entries, onProgress)
})
