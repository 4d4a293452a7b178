import type { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as Change from "./change.ts"
import * as Create from "./create.ts"
import type { Journal } from "./Journal.ts"
import { noting } from "./noting.ts"
import type { Outcome } from "./Outcome.ts"
import type { Decided } from "./Plan.ts"
import { hashOf, keyOf } from "./Row.ts"
import type { Row } from "./Row.ts"
import type { Survey } from "./Survey.ts"
import * as Unanswered from "./unanswered.ts"

/** So many rows are under way at once. */
export const atATime = 4

/** What became of a row; a row that nothing was to be done with among them. */
export interface Done {
  readonly row: Row
  readonly outcome:
    | Outcome
    | {
        readonly state: "left out" | "empty" | "created before"
        readonly id?: number | undefined
        readonly why?: string
      }
}

const existed = Effect.fnUntraced(function* (journal: Journal, row: Row, user: EnterpriseUsers.EnterpriseUser) {
  const outcome: Outcome = { state: "existed", id: user.id, why: user.active === false ? "inactive" : "active" }
  const last = journal.last(keyOf(row.email))
  if (last?.state !== "existed" || last.row !== hashOf(row)) yield* noting(journal, row)(outcome)
  return outcome
})

const one = Effect.fnUntraced(function* (journal: Journal, { decision, row }: Decided) {
  switch (decision._tag) {
    case "Empty":
      return { row, outcome: { state: "empty" } } satisfies Done
    case "LeftOut":
      return { row, outcome: { state: "left out", why: decision.why } } satisfies Done
    case "Created": {
      if (!decision.isFound) return { row, outcome: { state: "created before", id: decision.id } } satisfies Done
      const outcome: Outcome = { state: "created", id: decision.id, why: Create.foundLater }
      yield* noting(journal, row)(outcome)
      return { row, outcome } satisfies Done
    }
    case "Exists":
      return {
        row,
        outcome:
          decision.change === undefined
            ? yield* existed(journal, row, decision.user)
            : yield* Change.change(journal, row, decision.user, decision.change)
      } satisfies Done
    case "Create":
      return { row, outcome: yield* Create.create(journal, row, decision) } satisfies Done
  }
})

/**
 * Does what was decided, few rows at a time, and tells of each as it is done. What is under way is finished and told also
 * where the import is interrupted or stops.
 */
export const run = <E, R>(survey: Survey, journal: Journal, told: (done: Done) => Effect.Effect<void, E, R>) => {
  const halt = Unanswered.halting()
  return Stream.fromIterable(survey.decided(), { chunkSize: 64 }).pipe(
    Stream.mapEffect(
      (decided) =>
        Effect.uninterruptible(
          Effect.gen(function* () {
            const done = yield* one(journal, decided)
            yield* told(done)
            yield* halt(done.outcome)
          })
        ),
      { concurrency: atATime, unordered: true }
    ),
    Stream.runDrain,
    Effect.andThen(journal.flush)
  )
}
