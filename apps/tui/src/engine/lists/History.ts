import * as Observable from "../Observable.ts"

/** What was typed into a field, and which of it stands there now. */
export interface History {
  /** Oldest first, each once. */
  readonly past: ReadonlyArray<string>
  /** Which of them is recalled; none while one types something new. */
  readonly at: number | undefined
  /** What was being typed when the first one was recalled. */
  readonly unfinished: string
}

export const empty: History = { past: [], at: undefined, unfinished: "" }

/** The most that is remembered. */
export const most = 50

/** Remembers a text as the last one. */
export const added = ({ past }: History, text: string): History => ({
  ...empty,
  past: text.trim() === "" ? past : [...past.filter((other) => other !== text), text].slice(-most)
})

/** Recalls the text before, as the up key of a shell does; `typed` is what stands in the field. */
export const older = (history: History, typed: string): History => {
  const { at, past, unfinished } = history
  if (past.length === 0 || at === 0) return history
  return at === undefined ? { past, at: past.length - 1, unfinished: typed } : { past, at: at - 1, unfinished }
}

/** Recalls the text after, and behind the last one what was being typed. */
export const newer = (history: History): History => {
  const { at, past } = history
  if (at === undefined) return history
  return { ...history, at: at + 1 < past.length ? at + 1 : undefined }
}

/** What stands in the field. */
export const text = ({ at, past, unfinished }: History): string =>
  at === undefined ? unfinished : (past[at] ?? unfinished)

/** What was typed, by the resource that it was typed for; it belongs to an account. */
export interface Histories {
  readonly state: Observable.Observable<ReadonlyMap<string, History>>
  readonly of: (resource: string) => History
  readonly add: (resource: string, text: string) => void
  /** Recalls, and gives what stands in the field then; what is typed there where nothing is recalled. */
  readonly older: (resource: string, typed: string) => string
  readonly newer: (resource: string, typed: string) => string
  /** Leaves the field without remembering what stands there. */
  readonly leave: (resource: string) => void
  readonly forget: () => void
}

export const make = (): Histories => {
  const state = Observable.make<ReadonlyMap<string, History>>(new Map())
  const of = (resource: string) => state.get().get(resource) ?? empty
  const update = (resource: string, change: (now: History) => History) => {
    const next = change(of(resource))
    state.update((now) => new Map(now).set(resource, next))
    return next
  }
  const recalled = (typed: string, history: History, before: History) =>
    history.at === undefined && before.at === undefined ? typed : text(history)
  return {
    state,
    of,
    add: (resource, text) => void update(resource, (now) => added(now, text)),
    older: (resource, typed) => {
      const before = of(resource)
      return recalled(
        typed,
        update(resource, (now) => older(now, typed)),
        before
      )
    },
    newer: (resource, typed) => {
      const before = of(resource)
      return recalled(typed, update(resource, newer), before)
    },
    leave: (resource) => void update(resource, ({ past }) => ({ ...empty, past })),
    forget: () => state.update(() => new Map())
  }
}
