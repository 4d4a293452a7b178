import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

const clause = /^\s*"?\s*[A-Za-z_][\w.]*\s*(?:~=|\|=|!=|>=|<=|=|>|<)/

/** Whether a text is a filter of the service; any other text is searched in the loaded rows. */
export const isServerFilter = (text: string): boolean => clause.test(text)

/** The texts that were typed into a field, oldest first without duplicates. */
interface History {
  readonly past: ReadonlyArray<string>
  /** Index of the recalled text, or `undefined` while the user types. */
  readonly at?: number
  /** What the user had typed before the first recall. */
  readonly draft: string
}

const maxTexts = 50

export const make = () => {
  const histories = new Map<string, History>()
  const of = (resource: string): History => histories.get(resource) ?? { past: [], draft: "" }
  const recall = (resource: string, typed: string, by: number) => {
    const { at, draft, past } = of(resource)
    const next = Math.max(0, (at ?? past.length) + by)
    if (past.length === 0 || (at === undefined && by > 0)) return typed
    const text = past[next]
    histories.set(resource, { past, draft: at === undefined ? typed : draft, ...(text !== undefined && { at: next }) })
    return text ?? draft
  }
  return {
    add: (resource: string, text: string) => {
      const { past } = of(resource)
      const all = text.trim() === "" ? past : [...past.filter((other) => other !== text), text].slice(-maxTexts)
      histories.set(resource, { past: all, draft: "" })
    },
    /** Recalls a text; returns what the field shows, or `typed` if there is nothing to recall. */
    older: (resource: string, typed: string) => recall(resource, typed, -1),
    newer: (resource: string, typed: string) => recall(resource, typed, 1),
    /** Leaves the field without adding its text. */
    leave: (resource: string) => void histories.set(resource, { past: of(resource).past, draft: "" }),
    forget: () => histories.clear()
  }
}

/** The typed filters of the account by resource, recalled as in a shell. */
export class FilterHistory extends Context.Service<FilterHistory, ReturnType<typeof make>>()(
  "@remote-assist/tui/FilterHistory"
) {
  static readonly layer = Layer.sync(FilterHistory, make)
}
