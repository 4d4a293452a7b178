import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { Journal } from "./Journal.ts"
import type { JournalLine } from "./JournalLine.ts"
import { hashOf, keyOf } from "./Row.ts"
import type { Row } from "./Row.ts"

/** What a line of the results says beside whom it is about. */
export interface Told {
  readonly state: JournalLine["state"]
  readonly id?: number | undefined
  readonly why?: string | undefined
}

// behind a request that was noted, whoever is found later is taken for created by it: that nobody was has to be kept
const isLasting = (journal: Journal, { email, state }: JournalLine) =>
  state === "sending" ||
  state === "undone" ||
  (journal.last(keyOf(email))?.state === "sending" && state !== "created" && state !== "updated")

/** Notes what became of an e-mail address; what cannot be found out again is on the disk then. */
export const noteOf = (
  journal: Journal,
  { email, line, row }: Pick<JournalLine, "email" | "line" | "row">,
  { id, state, why }: Told
) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const noted: JournalLine = {
      at: new Date(now).toISOString(),
      line,
      email,
      row,
      state,
      ...(id !== undefined && { user_id: id }),
      ...(why !== undefined && { why })
    }
    return isLasting(journal, noted) ? journal.note(noted) : Effect.sync(() => journal.noteLater(noted))
  })

/** Makes what notes the states of a row. */
export const noting = (journal: Journal, row: Row) => {
  const about = { email: row.email, line: row.line, row: hashOf(row) }
  return (told: Told) => noteOf(journal, about, told)
}
