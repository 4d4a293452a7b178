import type { ListState } from "./ListState.ts"

/** How far the rows on screen can be trusted; `since` is in milliseconds. */
export type Freshness =
  | { readonly _tag: "Refreshing" | "Live" | "Waiting" }
  | { readonly _tag: "Stale"; readonly since: number }
  /** `retryAt` is when it is tried again by itself. */
  | { readonly _tag: "Offline"; readonly since: number; readonly retryAt: number | undefined }

export const of = (
  state: Pick<ListState<unknown>, "asked" | "loading" | "problem" | "fetchedAt" | "failedAt" | "aged" | "retryAt">
): Freshness => {
  const { aged, asked, failedAt, fetchedAt, loading, problem, retryAt } = state
  if (loading.size > 0 || (asked !== undefined && problem === undefined)) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt, retryAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return aged || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}
