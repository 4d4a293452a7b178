import * as Effect from "effect/Effect"

import type { Journal } from "../../../import/Journal.ts"
import * as Told from "../../../import/told.ts"
import * as Undo from "../../../import/undo.ts"
import * as Output from "../Output.ts"
import { typed } from "./confirmed.ts"
import * as End from "./end.ts"
import type { Importing } from "./flags.ts"
import * as Format from "./format.ts"
import { untilDone } from "./signals.ts"

const rowOf = ({ email, line, user_id }: Undo.Undone["line"]) => ({ line, email, name: "", user_id })

/** Deactivates whom an import created. */
export const undoImport = Effect.fnUntraced(function* (journal: Journal, given: Importing) {
  const isJson = given.json || given.ndjson
  const all = Undo.toUndo(journal)
  if (given.dryRun) {
    for (const line of all) {
      const told = { ...rowOf(line), state: "deactivate" }
      yield* Output.stdout.write((isJson ? Format.json : Format.line)(told))
    }
    if (!isJson) yield* Output.stdout.write(`${all.length} would be deactivated. Nothing was sent.\n`)
    return undefined
  }
  if (!given.yes && all.length > 0)
    yield* typed(
      `${journal.path} says whom this undo deactivates: ${Told.whom(Undo.countsOf(journal))}. Nobody is deleted, and welcome e-mails are not taken back.`,
      `deactivate ${all.length}`
    )
  const results = yield* Output.results
  const counts = new Map<string, number>()
  const ended = yield* Undo.undo(
    journal,
    Effect.fnUntraced(function* ({ line, outcome }) {
      counts.set(outcome.state, (counts.get(outcome.state) ?? 0) + 1)
      const told = { ...rowOf(line), state: outcome.state, why: outcome.why }
      yield* results.write(isJson ? Format.json(told) : outcome.state === "undone" ? "" : Format.line(told))
    })
  ).pipe(
    untilDone(() => `${Told.ended(counts, all.length)} ${End.howToGoOn(journal)}`),
    Effect.result
  )
  if (!isJson) yield* results.write(`${Told.ended(counts, all.length)}\n`)
  return yield* End.of({ what: "undo", counts, ended, journal, results })
})
