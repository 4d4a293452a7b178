import { EnterpriseUsers, Page, Pods } from "@remote-assist/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import { keyOf } from "./UserFile.ts"

type User = EnterpriseUsers.EnterpriseUser

/** The service listed other users than the filter asked for, so nobody knows whether that user exists. */
export class FilterIgnored extends Data.TaggedError("FilterIgnored")<{ readonly message: string }> {}

const pageSize = 100

/** Finds a user by e-mail address. The filter needs an exact match, so lower case is tried as well. */
export const findByEmail = Effect.fnUntraced(function* (email: string) {
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const key = keyOf(email)
  for (const spelling of new Set([email, key])) {
    const { entries } = yield* users.list({ filter: `email=${spelling}` })
    const found = entries.find((user) => keyOf(user.email ?? "") === key)
    if (found !== undefined) return found
    if (entries.length > 0)
      return yield* new FilterIgnored({
        message: `The service listed other users than ${email}, so nobody knows whether that user exists.`
      })
  }
  return undefined
})

export type OnProgress = (done: number, total: number) => Effect.Effect<void>

/** Finds the users of some e-mail addresses, by `Row.keyOf`: one request each, or all users if that is fewer requests. */
export const find = Effect.fnUntraced(function* (emails: ReadonlyMap<string, string>, onProgress: OnProgress) {
  const found = new Map<string, User>()
  if (emails.size === 0) return found
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const { total_entries: total } = yield* users.list({ page: 1, page_size: 1 })
  let done = 0
  if (emails.size <= total / pageSize)
    yield* Effect.forEach(
      emails,
      ([key, email]) =>
        Effect.flatMap(findByEmail(email), (user) => {
          if (user !== undefined) found.set(key, user)
          return onProgress(++done, emails.size)
        }),
      { concurrency: 4, discard: true }
    )
  else
    yield* Stream.runForEachArray(users.stream({ page_size: pageSize }, { prefetch: 2 }), (page) => {
      for (const user of page) {
        const key = keyOf(user.email ?? "")
        if (emails.has(key)) found.set(key, user)
      }
      done += page.length
      return onProgress(done, Math.max(done, total))
    })
  return found
})

/** Resolves the pods of a cell to ids; fails with why not. */
export type ResolvePods = (cell: string) => Result.Result<ReadonlyArray<Pods.PodId>, string>

const normalize = (name: string) => name.trim().normalize("NFKC").toLowerCase()

/** Resolves pods by id or name; case counts only between pods that differ in nothing else. */
export const podResolver = (pods: ReadonlyArray<Pods.Pod>): ResolvePods => {
  const one = (text: string): Result.Result<Pods.PodId, string> => {
    const byId = pods.find(({ id }) => String(id) === text)
    if (byId !== undefined) return Result.succeed(byId.id)
    const exact = pods.filter(({ name }) => name?.trim() === text)
    const named = exact.length > 0 ? exact : pods.filter(({ name }) => normalize(name ?? "") === normalize(text))
    const [found] = named
    if (found === undefined) return Result.fail(`no such pod: ${text}`)
    const ids = named.map(({ id }) => id).join(" or ")
    return named.length === 1
      ? Result.succeed(found.id)
      : Result.fail(`several pods are called ${text}: give the id, ${ids}`)
  }
  const several = (cell: string, separator: RegExp) =>
    Result.all(
      cell
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map(one)
    )
  return (cell) => {
    if (cell === "") return Result.succeed([])
    // a name may contain a separator
    const whole = one(cell)
    if (Result.isSuccess(whole) || !/[;|,]/.test(cell)) return Result.map(whole, (id) => [id])
    const bySemicolon = several(cell, /[;|]/)
    return Result.isSuccess(bySemicolon) ? bySemicolon : several(cell, /[;|,]/)
  }
}

/** Lists all pods. */
export const allPods = Effect.gen(function* () {
  const { list } = yield* Pods.Pods
  return yield* Stream.runCollect(Page.stream((page) => list({ page })))
})
