import * as Effect from "effect/Effect"

import type { JournalQuery } from "../../src/control/journalEntries.ts"
import { Control } from "../../src/library/Control.ts"

/** The journal entries for a query. */
export const list = (query: JournalQuery = {}) => Effect.flatMap(Control, ({ journal }) => journal.list({ query }))

/** The newest journal entry. */
export const last = Effect.flatMap(list({ limit: 1 }), ([entry]) =>
  Effect.flatMap(Control, ({ journal }) => journal.read({ params: { id: entry?.id ?? 0 } }))
)
