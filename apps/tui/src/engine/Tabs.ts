import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Query } from "../actions/Action.ts"
import { formatInvalidFields } from "../actions/Action.ts"
import type { Report } from "../actions/Report.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import type { Account } from "./Account.ts"
import type { Values } from "./Fill.ts"
import { freshFor } from "./lists/Attempts.ts"
import type { Lists } from "./lists/Lists.ts"
import type { Id } from "./lists/PageCache.ts"
import * as Observable from "./Observable.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- queries and rows of a resource fit, which a list of all forgets
type Any = any

const refused = (query: Query<Any>, error: Schema.SchemaError): Problem.Problem => ({
  kind: "refused",
  what: `Nothing was sent: ${formatInvalidFields(query, error)}.`,
  todo: "Correct it."
})

/** What was found out, and why the rest was not. */
interface Asked {
  readonly report: Report | undefined
  readonly problem: Problem.Problem | undefined
}

const todo = "See whether it is what was meant, then try again."

/** Asks once; nothing of whoever is not logged in any more when the answer comes. */
export const runQuery = (
  { account, lists }: { readonly account: Account["Service"]; readonly lists: Lists },
  query: Query<Any>,
  values: Values,
  resource: AnyResource,
  row: Any
): Effect.Effect<Asked | undefined> =>
  Effect.suspend(() => {
    const { dataOf } = account.state.get()
    const problemOf = (error: Problem.Failure) =>
      account.advised(Problem.describe(`${query.label} ${targetName(query, resource, row)}`, error, todo), error)
    return Effect.map(Effect.result(lists.provided(query.run(values, row))), (asked) => {
      if (account.state.get().dataOf !== dataOf) return undefined
      return Result.match(asked, {
        onSuccess: (report): Asked => {
          const { failure } = report
          // the rest was found out, so that it did not fail as a whole
          if (Problem.isSessionEnd(failure)) account.end(failure.reason)
          return { report, problem: failure && problemOf(failure) }
        },
        onFailure: (error): Asked => ({
          report: undefined,
          problem: Schema.isSchemaError(error) ? refused(query, error) : problemOf(error)
        })
      })
    })
  })

/** A tab of a row that somebody looks at. */
export interface ActiveTab {
  readonly resource: AnyResource
  readonly query: Query<Any>
  readonly row: Any
}

/** What is known of a tab. What was read stays while it is read again, or cannot be. */
export interface TabState {
  readonly report: Report | undefined
  readonly problem: Problem.Problem | undefined
  readonly isLoading: boolean
  /** Time of the last answer, in milliseconds. */
  readonly fetchedAt: number | undefined
  readonly failedAt: number | undefined
  readonly aged: boolean
  /** When it is asked for again by itself, in milliseconds. */
  readonly retryAt: number | undefined
}

export interface Tabs {
  /** By resource, tab and id. */
  readonly state: Observable.Observable<ReadonlyMap<string, TabState>>
  readonly of: (looked: ActiveTab) => TabState
  /** Notes what is looked at: it is read once it rests there, and again when it is old. */
  readonly look: (looked: ActiveTab | undefined) => void
  /** Reads what is looked at again. */
  readonly refresh: () => void
  readonly forget: () => void
}

const unread: TabState = {
  report: undefined,
  problem: undefined,
  isLoading: false,
  fetchedAt: undefined,
  failedAt: undefined,
  aged: false,
  retryAt: undefined
}

/** The selection goes past rows: those are not asked for. */
const rest = "150 millis"

/** So many tabs are kept, those that were read last. */
const most = 200

const idOf = ({ resource, row }: ActiveTab): Id => resource.idOf(row)

/** What the tabs of one row begin with, and no other's. */
const rowKey = (resource: AnyResource, id: Id) => `${JSON.stringify([resource.name, id])} `

const keyOf = (looked: ActiveTab) => rowKey(looked.resource, idOf(looked)) + looked.query.name

export const make = Effect.fnUntraced(function* (needs: {
  readonly account: Account["Service"]
  readonly lists: Lists
}) {
  const { account, lists } = needs
  const fork = yield* FiberSet.makeRuntime()
  const state = Observable.make<ReadonlyMap<string, TabState>>(new Map())
  let current: ActiveTab | undefined
  let fiber: Fiber.Fiber<unknown, unknown> | undefined

  const of = (looked: ActiveTab) => state.get().get(keyOf(looked)) ?? unread

  const update = (looked: ActiveTab, change: Partial<TabState>) =>
    state.update((now) => {
      const key = keyOf(looked)
      const next = new Map(now)
      next.delete(key)
      next.set(key, { ...(now.get(key) ?? unread), ...change })
      const [oldest] = next.keys()
      if (next.size > most && oldest !== undefined) next.delete(oldest)
      return next
    })

  const drop = (isDropped: (key: string) => boolean) =>
    state.update((now) => {
      const kept = [...now].filter(([key]) => !isDropped(key))
      return kept.length === now.size ? now : new Map(kept)
    })

  /** Reads once; succeeds with how long the next time is to be waited for, where there is one. */
  const read = (looked: ActiveTab, failures: number) =>
    Effect.gen(function* () {
      update(looked, { isLoading: true, retryAt: undefined })
      const asked = yield* runQuery({ account, lists }, looked.query, {}, looked.resource, looked.row)
      const now = yield* Clock.currentTimeMillis
      if (asked === undefined) return undefined
      const { problem, report } = asked
      if (problem === undefined) {
        update(looked, { ...unread, report, fetchedAt: now })
        return undefined
      }
      const wait = problem.kind === "offline" ? Problem.retryDelay(failures) : undefined
      update(looked, {
        problem,
        isLoading: false,
        failedAt: of(looked).failedAt ?? now,
        retryAt: wait === undefined ? undefined : now + wait
      })
      return wait
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => update(looked, { isLoading: false, retryAt: undefined }))))

  const watch = (looked: ActiveTab, how: "asked" | "come to" | "gone past") =>
    Effect.gen(function* () {
      if (how === "gone past") yield* Effect.sleep(rest)
      const { fetchedAt, problem } = of(looked)
      const age = (yield* Clock.currentTimeMillis) - (fetchedAt ?? 0)
      if (how !== "asked" && problem === undefined && fetchedAt !== undefined && age < freshFor)
        return yield* aging(looked, freshFor - age)
      for (let failures = 0; ; failures++) {
        const wait = yield* read(looked, failures)
        if (wait === undefined) break
        yield* Effect.sleep(wait)
      }
      if (of(looked).fetchedAt !== undefined && of(looked).problem === undefined) yield* aging(looked, freshFor)
    })

  const aging = (looked: ActiveTab, millis: number) =>
    Effect.map(Effect.sleep(millis), () => update(looked, { aged: true }))

  const begin = (how: "asked" | "come to" | "gone past") => {
    fiber?.interruptUnsafe()
    fiber = current === undefined ? undefined : fork(watch(current, how))
  }

  for (const resource of resources) {
    if (resource.tabs === undefined) continue
    lists.of(resource).onChange((id) => {
      // what was read of it is as it was before the change
      const row = rowKey(resource, id)
      drop((key) => key.startsWith(row))
      if (current !== undefined && keyOf(current).startsWith(row)) begin("asked")
    })
  }

  return {
    state,
    of,
    look: (looked) => {
      const isSame =
        looked === undefined || current === undefined ? looked === current : keyOf(looked) === keyOf(current)
      if (isSame) return
      const isSameTab = looked !== undefined && looked.query === current?.query
      current = looked
      begin(isSameTab ? "gone past" : "come to")
    },
    refresh: () => begin("asked"),
    forget: () => {
      current = undefined
      fiber?.interruptUnsafe()
      state.update(() => new Map())
    }
  } satisfies Tabs
})
