import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import type { JournalEntry } from "../api.ts"

/** What a view shows without data: what it would show, and how to get there. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The message of a failure. */
export const Failure = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => (
  <div className="callout bad" role="alert">
    <p>
      {/^(?:Failed to fetch|NetworkError|Load failed)/.test(messageOf(error))
        ? "The emulator does not answer. Check that it runs."
        : messageOf(error)}
    </p>
    {onRetry && (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
)

interface MissingProps {
  readonly what: string
  /** The id in the address. */
  readonly id: string | undefined
  readonly found: unknown
}

/** Says that the address names something that does not exist. */
export const Missing = ({ found, id, what }: MissingProps) =>
  id === undefined || found !== undefined ? null : (
    <p className="callout warn" role="status">
      There is no {what} <bdi>{id}</bdi>.
    </p>
  )

/** Placeholder lines while data loads. */
export const Loading = ({ label = "Loading" }: { readonly label?: string }) => (
  <div className="loading" role="status" aria-label={label}>
    <span />
    <span />
    <span />
  </div>
)

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a query, or that it loads or failed. */
export const Loaded = <Data,>({ children, query }: LoadedProps<Data>) => {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading />
}

/** Returns the color of a status: `good`, `warn` or `bad`. */
export const statusKind = (status: number | null): string =>
  status === null ? "" : status >= 500 ? "bad" : status >= 400 ? "warn" : "good"

/** The status of an answer; a request without an answer is still running, or its client is gone. */
export const Status = ({ gone, status }: Pick<JournalEntry, "gone" | "status">) => (
  <span className={`tag ${statusKind(status)}`}>{status ?? (gone ? "gone" : "running")}</span>
)
