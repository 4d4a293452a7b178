import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

const clause = /^\s*"?\s*[A-Za-z_][\w.]*\s*(?:~=|\|=|!=|>=|<=|=|>|<)/

/** Whether a text is a filter of the service; any other text is searched in the loaded rows. */
export const isServerFilter = (text: string): boolean => clause.test(text)

/** The texts that were typed into a field, and the one that is recalled. */
interface History {
  /** Oldest first, without duplicates. */
  readonly past: ReadonlyArray<string>
  /** Index of the recalled text, or `undefined` while the user types. */
  readonly at: number | undefined
  /** What the user had typed before the first recall. */
  readonly draft: string
}

const empty: History = { past: [], at: undefined, draft: "" }

const maxTexts = 50

const older = (history: History, typed: string): History => {
  const { at, draft, past } = history
  if (past.length === 0 || at === 0) return history
  return at === undefined ? { past, at: past.length - 1, draft: typed } : { past, at: at - 1, draft }
}

const newer = (history: History): History => {
  const { at, past } = history
  return at === undefined ? history : { ...history, at: at + 1 < past.length ? at + 1 : undefined }
}

/** The typed filters of the account by resource, recalled as in a shell. */
export class FilterHistory extends Context.Service<
  FilterHistory,
  {
    readonly add: (resource: string, text: string) => void
    /** Recalls a text; returns what the field shows, or `typed` if there is nothing to recall. */
    readonly older: (resource: string, typed: string) => string
    readonly newer: (resource: string, typed: string) => string
    /** Leaves the field without adding its text. */
    readonly leave: (resource: string) => void
    readonly forget: () => void
  }
>()("@remote-assist/tui/FilterHistory") {
  static readonly layer = Layer.sync(FilterHistory, () => make())
}

export const make = () => {
  const histories = new Map<string, History>()
  const of = (resource: string) => histories.get(resource) ?? empty
  const update = (resource: string, change: (now: History) => History) => {
    const next = change(of(resource))
    histories.set(resource, next)
    return next
  }
  const recall = (resource: string, typed: string, change: (now: History) => History) => {
    const before = of(resource)
    const { at, draft, past } = update(resource, change)
    if (at === undefined) return before.at === undefined ? typed : draft
    return past[at] ?? draft
  }
  return FilterHistory.of({
    add: (resource, text) =>
      void update(resource, ({ past }) => ({
        ...empty,
        past: text.trim() === "" ? past : [...past.filter((other) => other !== text), text].slice(-maxTexts)
      })),
    older: (resource, typed) => recall(resource, typed, (now) => older(now, typed)),
    newer: (resource, typed) => recall(resource, typed, newer),
    leave: (resource) => void update(resource, ({ past }) => ({ ...empty, past })),
    forget: () => histories.clear()
  })
}
