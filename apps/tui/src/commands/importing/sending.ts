import * as Effect from "effect/Effect"

import type { Halted } from "../../import/Outcome.ts"
import type { Done } from "../../import/run.ts"
import * as Told from "../../import/told.ts"
import type { Unusable } from "../../import/Unusable.ts"
import type { ImportRow } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import { counted, ended, finishing, noteUsers, sending } from "./rowByRow.ts"
import { headOf, here, running } from "./running.ts"
import type { To } from "./running.ts"

/** Does what was decided; the rows that are there are told of as they are done. */
export const send = (model: Model): void => {
  const now = here(model)
  const survey = now?.survey
  if (now?.draft === undefined || survey === undefined) return
  const { draft, edits, file, map, policy } = now
  const rows: Array<ImportRow> = []
  let { toUndo } = now
  const over =
    (problem?: string): To =>
    (now) =>
      ended(now, { problem, rows, toUndo })
  running(model, {
    begun: sending(survey.counts.rows),
    stopped: finishing,
    use: ({ Edited, JournalFile, Run, Undo }, isStopped, change) =>
      Effect.gen(function* () {
        const journal = yield* JournalFile.open(JournalFile.pathOf(file), headOf(model, file))
        yield* journal.choose({
          send_email: policy.sendEmail,
          existing: policy.existing,
          reactivate: policy.reactivate,
          columns_map: map,
          edits: Edited.toKeep(draft, edits)
        })
        // somebody may have imported meanwhile
        yield* Run.run(survey.by({ journal }), journal, (done: Done) =>
          Effect.sync(() => {
            noteUsers(model)
            rows.push({ told: Told.ofDone(done), row: done.row })
            change(counted(done.outcome.state))
          })
        ).pipe(Effect.raceFirst(isStopped), Effect.ensuring(Effect.sync(() => (toUndo = Undo.countsOf(journal)))))
        return over(rows.length < survey.counts.rows ? "It was stopped. Import the file again to go on." : undefined)
      }),
    failed: (error: Halted | Unusable) => over(`The import stopped. ${error.message} Import the file again to go on.`)
  })
}
