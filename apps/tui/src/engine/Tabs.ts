import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import type { FormValues, Query } from "../actions/Action.ts"
import type { Report } from "../actions/Report.ts"
import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import { Account } from "./Account.ts"
import { Lists } from "./lists/Lists.ts"
import type { Id } from "./lists/PageCache.ts"
import { freshFor } from "./lists/RemoteList.ts"

/** The result of a query, and why a part of it is missing. */
interface Answer {
  readonly report: Report | undefined
  readonly problem: Problem.Problem | undefined
}

/** Runs a query; `undefined` if the user has logged out before the answer. */
export const runQuery = (
  { account, lists }: { readonly account: Account["Service"]; readonly lists: Lists["Service"] },
  query: Query<AnyRow>,
  values: FormValues,
  resource: AnyResource,
  row: AnyRow
): Effect.Effect<Answer | undefined> =>
  Effect.suspend(() => {
    const isForgotten = account.watchUser()
    const describe = (error: Problem.Failure) =>
      account.advised(
        Problem.describe(`${query.label} ${targetName(query, resource, row)}`, error, Problem.stateAdvice),
        error
      )
    return Effect.map(Effect.result(lists.provided(query.run(values, row))), (result) => {
      if (isForgotten()) return undefined
      return Result.match(result, {
        onSuccess: (report): Answer => {
          const { failure } = report
          // the query did not fail as a whole, so that the list did not notice
          if (Problem.isSessionEnd(failure)) account.end(Problem.endReason(failure))
          return { report, problem: failure && describe(failure) }
        },
        onFailure: (error): Answer => ({ report: undefined, problem: describe(error) })
      })
    })
  })

/** The tab of a row that is on screen. */
export interface ActiveTab {
  readonly resource: AnyResource
  readonly query: Query<AnyRow>
  readonly row: AnyRow
}

/** The content of a tab. A report stays while it is read again, or if that fails. */
export class TabState {
  readonly report: Report | undefined = undefined
  readonly problem: Problem.Problem | undefined = undefined
  readonly isLoading: boolean = false
  /** Time of the last answer, in milliseconds. */
  readonly fetchedAt: number | undefined = undefined
  readonly failedAt: number | undefined = undefined
  readonly isOld: boolean = false
  /** Time of the next automatic attempt, in milliseconds. */
  readonly retryAt: number | undefined = undefined
}

const unread = new TabState()

/** A row is read once the cursor rests on it. */
const restTime = "150 millis"

const maxTabs = 200

/** The common prefix of the tabs of a row. */
const rowKey = (resource: AnyResource, id: Id) => `${JSON.stringify([resource.name, id])} `

const keyOf = ({ query, resource, row }: ActiveTab) => rowKey(resource, resource.idOf(row)) + query.name

/** Why a tab is read: the user asked for it, opened it, or moved the cursor to another row. */
type Cause = "asked" | "opened" | "moved"

/** Reads the tabs of rows while they are on screen. */
export class Tabs extends Context.Service<Tabs>()("@remote-assist/tui/Tabs", {
  make: Effect.gen(function* () {
    const account = yield* Account
    const lists = yield* Lists
    const fork = yield* FiberSet.makeRuntime()
    const state = Observable.make<ReadonlyMap<string, TabState>>(new Map())
    let active: ActiveTab | undefined
    let fiber: Fiber.Fiber<unknown, unknown> | undefined

    const of = (tab: ActiveTab) => state.get().get(keyOf(tab)) ?? unread

    const update = (tab: ActiveTab, change: Partial<TabState>) =>
      state.update((now) => {
        const key = keyOf(tab)
        const next = new Map(now)
        next.delete(key)
        next.set(key, { ...(now.get(key) ?? unread), ...change })
        const [oldest] = next.keys()
        if (next.size > maxTabs && oldest !== undefined) next.delete(oldest)
        return next
      })

    /** Reads a tab once. Returns the delay before another attempt, if there is no connection. */
    const read = (tab: ActiveTab, failures: number) =>
      Effect.gen(function* () {
        update(tab, { isLoading: true, retryAt: undefined })
        const answer = yield* runQuery({ account, lists }, tab.query, {}, tab.resource, tab.row)
        const now = yield* Clock.currentTimeMillis
        if (answer === undefined) return undefined
        const { problem, report } = answer
        if (problem === undefined) {
          update(tab, { ...unread, report, fetchedAt: now })
          return undefined
        }
        const delay = problem.kind === "offline" ? Problem.retryDelay(failures) : undefined
        update(tab, {
          problem,
          isLoading: false,
          failedAt: of(tab).failedAt ?? now,
          retryAt: delay === undefined ? undefined : now + delay
        })
        return delay
      }).pipe(Effect.onInterrupt(() => Effect.sync(() => update(tab, { isLoading: false, retryAt: undefined }))))

    const age = (tab: ActiveTab, millis: number) => Effect.map(Effect.sleep(millis), () => update(tab, { isOld: true }))

    const watch = (tab: ActiveTab, cause: Cause) =>
      Effect.gen(function* () {
        if (cause === "moved") yield* Effect.sleep(restTime)
        const { fetchedAt, problem } = of(tab)
        const elapsed = (yield* Clock.currentTimeMillis) - (fetchedAt ?? 0)
        if (cause !== "asked" && problem === undefined && fetchedAt !== undefined && elapsed < freshFor)
          return yield* age(tab, freshFor - elapsed)
        for (let failures = 0; ; failures++) {
          const delay = yield* read(tab, failures)
          if (delay === undefined) break
          yield* Effect.sleep(delay)
        }
        if (of(tab).fetchedAt !== undefined && of(tab).problem === undefined) yield* age(tab, freshFor)
      })

    const begin = (cause: Cause) => {
      fiber?.interruptUnsafe()
      fiber = active === undefined ? undefined : fork(watch(active, cause))
    }

    for (const resource of resources.filter(({ tabs }) => tabs !== undefined))
      lists.of(resource).onChange((id) => {
        const row = rowKey(resource, id)
        state.update((now) => new Map([...now].filter(([key]) => !key.startsWith(row))))
        if (active !== undefined && keyOf(active).startsWith(row)) begin("asked")
      })

    return {
      /** By resource, tab and id. */
      state,
      of,
      /** Sets the active tab, which is read now and again when it is old. */
      activate: (tab: ActiveTab | undefined) => {
        if ((tab && keyOf(tab)) === (active && keyOf(active))) return
        const isSameTab = tab !== undefined && tab.query === active?.query
        active = tab
        begin(isSameTab ? "moved" : "opened")
      },
      /** Reads the active tab again. */
      refresh: () => begin("asked"),
      forget: () => {
        active = undefined
        fiber?.interruptUnsafe()
        state.update(() => new Map())
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Tabs, Tabs.make)
}
