import type { ListState } from "./ListState.ts"

/** How far the rows on screen can be trusted; `since` is in milliseconds. */
export type Freshness =
  | { readonly _tag: "Refreshing" | "Live" | "Waiting" }
  | { readonly _tag: "Stale" | "Offline"; readonly since: number }

export const of = (
  state: Pick<ListState<unknown>, "asked" | "loading" | "problem" | "fetchedAt" | "failedAt" | "aged">
): Freshness => {
  const { aged, asked, failedAt, fetchedAt, loading, problem } = state
  if (loading.size > 0 || (asked !== undefined && problem === undefined)) return { _tag: "Refreshing" }
  if (failedAt !== undefined && problem?.kind === "offline") return { _tag: "Offline", since: failedAt }
  if (fetchedAt === undefined) return { _tag: "Waiting" }
  return aged || failedAt !== undefined ? { _tag: "Stale", since: fetchedAt } : { _tag: "Live" }
}
