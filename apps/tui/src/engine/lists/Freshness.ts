import type { ListState } from "./ListState.ts"
import * as PageCache from "./PageCache.ts"

/** How far the rows on screen can be trusted; `since` is in milliseconds. */
export type Freshness =
  | { readonly _tag: "Refreshing" | "Live" | "Waiting" }
  | { readonly _tag: "Stale"; readonly since: number }
  /** `retryAt` is when it is tried again by itself. */
  | { readonly _tag: "Offline"; readonly since: number; readonly retryAt: number | undefined }

/** Whether what is on screen is asked for: a page that is read ahead changes nothing there. */
const isRead = ({ cache, loading, more, view }: Pick<ListState<unknown>, "cache" | "loading" | "more" | "view">) => {
  if (more !== undefined) return loading.size > 0
  const first = PageCache.pageOf(cache.pageSize, view.top)
  const last = PageCache.pageOf(cache.pageSize, Math.max(view.top, view.top + view.height - 1))
  return [...loading].some((page) => page >= first && page <= last)
}

export const freshness = (state: ListState<unknown>): Freshness => {
  const { aged, asked, failedAt, fetchedAt, problem, retryAt } = state
  if (isRead(state) || (asked !== undefined && problem === undefined)) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt, retryAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return aged || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}

/** The same, unless whatever was asked for last had no answer; what is asked for now may have one. */
export const orOffline = (freshness: Freshness, offlineSince: number | undefined): Freshness =>
  offlineSince === undefined || freshness._tag === "Refreshing" || freshness._tag === "Offline"
    ? freshness
    : { _tag: "Offline", since: offlineSince, retryAt: undefined }
