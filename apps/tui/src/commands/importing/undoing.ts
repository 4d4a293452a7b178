import * as Effect from "effect/Effect"

import type { Halted } from "../../import/Outcome.ts"
import type { Unusable } from "../../import/Unusable.ts"
import type { ImportRow } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import { counted, ended, finishing, noteUsers, sending } from "./rowByRow.ts"
import { headOf, here, running } from "./running.ts"
import type { To } from "./running.ts"

/** Deactivates whom the import created. */
export const undo = (model: Model): void => {
  const now = here(model)
  if (now === undefined) return
  const { file, toUndo } = now
  const rows: Array<ImportRow> = []
  let left = toUndo
  const over =
    (problem?: string): To =>
    (now) =>
      ended(now, { problem, rows, toUndo: left })
  running(model, {
    begun: sending(toUndo.all),
    stopped: finishing,
    use: ({ JournalFile, Undo }, isStopped, change) =>
      Effect.gen(function* () {
        const journal = yield* JournalFile.open(JournalFile.pathOf(file), headOf(model, file))
        yield* Undo.undo(journal, ({ line: { email, line, user_id }, outcome: { state, why } }) =>
          Effect.sync(() => {
            noteUsers(model)
            rows.push({ told: { line, email, name: "", state, user_id, why }, row: undefined })
            change(counted(state))
          })
        ).pipe(Effect.raceFirst(isStopped), Effect.ensuring(Effect.sync(() => (left = Undo.countsOf(journal)))))
        return over(rows.length < toUndo.all ? "It was stopped. Undo again to go on." : undefined)
      }),
    failed: (error: Halted | Unusable) => over(`The undo stopped. ${error.message} Undo again to go on.`)
  })
}
