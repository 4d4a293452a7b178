import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import type * as Scope from "effect/Scope"

import * as Problem from "../../Problem.ts"
import { isLast } from "../../resources/ListPage.ts"
import type { AnyResource } from "../../resources/registry.ts"
import * as Cell from "../Cell.ts"
import type { Lists } from "../lists/Lists.ts"
import { changeOf } from "../lists/ListState.ts"
import type { ListState } from "../lists/ListState.ts"
import * as Renewal from "../lists/Renewal.ts"
import type { Notices } from "../Notices.ts"
import * as News from "./News.ts"

/** A list that is asked for again and again. */
export interface Watching {
  readonly resource: AnyResource
  /** In seconds. */
  readonly every: number
  /** What was new last. */
  readonly news: News.News | undefined
  /** When it is asked for again, in milliseconds, where there was no answer. */
  readonly retryAt: number | undefined
  /** Why there was none, in few words. */
  readonly why?: string
}

export interface Watch {
  readonly state: Cell.Cell<Watching | undefined>
  /** Asks for what is on screen of a list every so many seconds, and for no other any more. */
  readonly begin: (resource: AnyResource, every: number) => void
  /** Says whether there was something to end. */
  readonly end: () => boolean
}

/** In seconds. */
export const usual = 5
export const least = 1
export const most = 3600

/** More pages than this are not read each time. */
const mostPages = 10

/** Without an answer, seconds until it is tried again: longer each time. */
const longest = 60

interface Needs {
  readonly lists: Lists
  readonly notices: Notices
  /** Whether the rows of a list are in sight, and none of them is being changed. */
  readonly isInSight: (resource: AnyResource) => boolean
}

const comparing = ({ columns, idOf, nameOf, state }: AnyResource): News.Compared<unknown> => ({
  idOf,
  nameOf,
  textsOf: (row) =>
    new Map([
      ...(state === undefined ? [] : [["STATE", state(row).text] as const]),
      ...columns.map(({ text, title }) => [title, text(row)] as const)
    ])
})

/** What may be answered later, and when it asks to be tried again, in seconds. */
const patienceOf = (error: Problem.Failure): number | undefined => {
  if (error._tag === "CircuitOpen") return error.seconds
  if (error._tag === "UnexpectedAnswer" && (error.status === 429 || error.status >= 500)) return error.retryAfter ?? 0
  return error._tag === "ConnectionFailed" || error._tag === "TimedOut" ? 0 : undefined
}

/** Makes what watches the list on screen. */
export const make = Effect.fnUntraced(function* (needs: Needs): Effect.fn.Return<Watch, never, Scope.Scope> {
  const { isInSight, lists, notices } = needs
  const state = Cell.make<Watching | undefined>(undefined)
  const fork = yield* FiberHandle.makeRuntime<never>()

  const update = (change: Partial<Watching>) => state.update((now) => now && { ...now, ...change })

  const take = (
    resource: AnyResource,
    before: ListState<unknown>,
    answers: ReadonlyArray<Renewal.Answer<unknown>>,
    now: number
  ) => {
    const list = lists.of(resource)
    const known = list.state.get()
    // something else was read or changed meanwhile, which is newer
    if (known.cache !== before.cache || known.local !== before.local || !Renewal.isDue(known)) return
    const pages = answers.map(({ number }) => number)
    const rows = Renewal.rowsOf(known, pages)
    const lastPage = answers.at(-1)?.page
    const news =
      rows &&
      News.between(
        comparing(resource),
        rows,
        answers.flatMap(({ page }) => page.entries),
        {
          at: now,
          isEnd: lastPage === undefined || isLast(lastPage),
          isKnown: (id) => changeOf(known, id) === "gone"
        }
      )
    list.renew(answers, now)
    update({ retryAt: undefined, ...(news && { news }) })
  }

  const ended = (resource: AnyResource, why: string) => {
    state.update(() => undefined)
    notices.tell("problem", `Watching the ${resource.title.toLowerCase()} has ended: ${why}`)
  }

  /** Asks once; says how many seconds to wait before the next time, or nothing where there is none. */
  const ask = Effect.fnUntraced(function* (resource: AnyResource, every: number, failures: number) {
    const before = lists.of(resource).state.get()
    if (!isInSight(resource) || !Renewal.isDue(before)) return { wait: every, failures }
    const pages = Renewal.pagesOf(before)
    if (pages.length > mostPages) {
      ended(resource, `more than ${mostPages} pages are sorted or searched, too many to read each time.`)
      return undefined
    }
    return yield* Effect.forEach(pages, (number) =>
      Effect.map(lists.provided(resource.read(before.filter, number, before.order)), (page) => ({ number, page }))
    ).pipe(
      Effect.flatMap((answers) => Effect.map(Clock.currentTimeMillis, (now) => take(resource, before, answers, now))),
      Effect.as({ wait: every, failures: 0 }),
      Effect.catch((error: Problem.Failure) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const patience = patienceOf(error)
          // the end of a session is told by who hears of it
          if (state.get() === undefined) return undefined
          if (patience === undefined) {
            const { todo, what } = Problem.of(`list the ${resource.title.toLowerCase()}`, error, "Try again.")
            ended(resource, `${what} ${todo}`)
            return undefined
          }
          const wait = Math.max(every, patience, Math.min(longest, every * 2 ** (failures + 1)))
          update({ retryAt: now + wait * 1000, why: Problem.shortly(error) })
          return { wait, failures: failures + 1 }
        })
      )
    )
  })

  return {
    state,
    begin: (resource, every) => {
      state.update(() => ({ resource, every, news: undefined, retryAt: undefined }))
      fork(
        Effect.gen(function* () {
          let next: { readonly wait: number; readonly failures: number } | undefined = { wait: every, failures: 0 }
          while (next !== undefined) {
            yield* Effect.sleep(next.wait * 1000)
            next = yield* ask(resource, every, next.failures)
          }
        }).pipe(
          Effect.catchDefect((defect) =>
            Effect.sync(() => ended(resource, `a fault in the program (${String(defect)}). Refresh, or begin again.`))
          )
        )
      )
    },
    end: () => {
      if (state.get() === undefined) return false
      state.update(() => undefined)
      fork(Effect.void)
      return true
    }
  }
})
