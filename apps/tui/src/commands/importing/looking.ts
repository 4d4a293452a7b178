import * as Effect from "effect/Effect"

import * as Edited from "../../import/edited.ts"
import type { Halted } from "../../import/Outcome.ts"
import { keyOf } from "../../import/Row.ts"
import type { Survey } from "../../import/Survey.ts"
import type { Importing } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import * as Problem from "../../Problem.ts"
import { decidedRows, shownBy } from "./rows.ts"
import { change, headOf, here, isFailure, running } from "./running.ts"
import type { Stopped } from "./running.ts"

/** What is decided by: it is that of the rows that are shown, and sent. */
type By = Partial<Pick<Importing, "edits" | "policy">>

const surveyed = (now: Importing, survey: Survey): Importing =>
  shownBy({ ...now, step: "ready", survey, problem: undefined, form: undefined }, decidedRows(survey))

/** Asks the service who exists, and shows what would be done; where that comes to nothing, all is as it was before. `isOfRow` asks only what is new. */
export const look = (model: Model, by: By = {}, isOfRow = false): void => {
  const before = here(model)
  const { draft, file } = before ?? {}
  if (before === undefined || draft === undefined || file === undefined) return
  const chosen = { ...before, ...by }
  running(model, {
    begun: (now) => ({ ...now, step: "looking", done: 0, total: 0 }),
    stopped: () => before,
    use: ({ JournalFile, Survey, Undo }, isStopped, change) =>
      Effect.gen(function* () {
        const journal = yield* JournalFile.peek(JournalFile.pathOf(file), headOf(model, file))
        // an import that goes on is as it was begun
        const kept = before.survey === undefined ? journal.chosen() : undefined
        const policy = {
          sendEmail: kept?.send_email ?? chosen.policy.sendEmail,
          // nothing is refused as a whole here, where each row is seen
          existing: kept?.existing === "fail" ? "skip" : (kept?.existing ?? chosen.policy.existing),
          reactivate: kept?.reactivate ?? chosen.policy.reactivate
        }
        const { edits, lost } = kept === undefined ? chosen : Edited.ofKept(draft, kept.edits)
        const all = Edited.withEdits(draft, Edited.withAll(edits))
        const onProgress = (done: number, total: number) =>
          Effect.sync(() => change((now) => ({ ...now, done, total })))
        const survey =
          isOfRow && before.survey !== undefined
            ? yield* before.survey.by({ journal }).lookedUp(all, onProgress)
            : yield* Survey.make(all, journal, policy, onProgress)
        const toUndo = Undo.countsOf(journal, foundBy(survey))
        const taken = survey.by({ draft: Edited.withEdits(draft, edits) })
        return (now: Importing) => surveyed({ ...now, edits, lost, policy, toUndo }, taken)
      }).pipe(Effect.raceFirst(Effect.as(isStopped, () => before))),
    failed: (error) => () => ({
      ...before,
      problem: whyOf(error)
    })
  })
}

/** Who was found to be created, by an e-mail that had no answer. */
const foundBy = ({ decided }: Survey) => {
  const found = new Set<string>()
  for (const { decision, row } of decided())
    if (decision._tag === "Created" && decision.isFound) found.add(keyOf(row.email))
  return found
}

/** Why nothing is known of who exists; that one has to log in is told there. */
const whyOf = (error: Exclude<Stopped, Halted>) => {
  if (!isFailure(error)) return error.message
  if (Problem.isEnd(error)) return undefined
  const { todo, what } = Problem.of("look up who exists", error, "Log in as somebody who may see the users.")
  return `${what} ${todo}`
}

/** Decides anew, by other edits or another policy; nobody is asked for it. */
export const decide = (model: Model, by: (now: Importing) => By): void =>
  change(model, (now) => {
    if (now.draft === undefined || now.survey === undefined) return now
    const { edits, policy } = { ...now, ...by(now) }
    return surveyed({ ...now, edits, policy }, now.survey.by({ draft: Edited.withEdits(now.draft, edits), policy }))
  })
