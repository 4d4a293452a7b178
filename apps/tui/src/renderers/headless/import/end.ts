import { Exit } from "@remote-assist/cli"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

import type { Journal } from "../../../import/Journal.ts"
import type { Halted } from "../../../import/Outcome.ts"
import type { Policy } from "../../../import/Plan.ts"
import type { Counts } from "../../../import/Survey.ts"
import type { Unusable } from "../../../import/Unusable.ts"
import { allTold } from "../Done.ts"
import type { Results } from "../Output.ts"
import { exitCodes, ofProblem, Stopped, usage } from "../Stopped.ts"

const succeeded = ["created", "updated", "existed", "created before", "undone", "never created"]

const failures = [
  ["left out", exitCodes.partly],
  ["left alone", exitCodes.partly],
  ["refused", exitCodes.refused],
  ["unknown", exitCodes.unreachable],
  ["unsent", exitCodes.unreachable]
] as const

/** What to do about an import that is not over. */
export const howToGoOn = ({ path }: Journal): string =>
  path === undefined
    ? "A demo does not go on."
    : `Give the same command to go on: ${path} says what is done, and what has no answer is looked up first.`

const isDone = (counts: ReadonlyMap<string, number>) => succeeded.some((state) => (counts.get(state) ?? 0) > 0)

/** 5 where rows were left out, or some were done and others not; else why none of those that were sent was. */
const codeOf = (counts: ReadonlyMap<string, number>): number => {
  const first = failures.find(([state]) => (counts.get(state) ?? 0) > 0)
  if (first === undefined) return 0
  return isDone(counts) ? exitCodes.partly : first[1]
}

/** Ends a dry run as the import would, as far as that can be told. */
export const ofDry = ({ create, created, exists, leftOut }: Counts, existing: Policy["existing"]) =>
  Effect.suspend(() => {
    if (existing === "fail" && exists > 0) return Effect.fail(new Exit({ code: exitCodes.refused }))
    const code = codeOf(
      new Map([
        ["left out", leftOut],
        ["created", create + created + exists]
      ])
    )
    return code === 0 ? Effect.void : Effect.fail(new Exit({ code }))
  })

interface Ended {
  readonly what: "import" | "undo"
  /** How many rows ended as what. */
  readonly counts: ReadonlyMap<string, number>
  readonly ended: Result.Result<unknown, Halted | Unusable>
  readonly journal: Journal
  readonly results: Results
}

/** Ends with what became of the rows. */
export const of = Effect.fnUntraced(function* ({ counts, ended, journal, results, what }: Ended) {
  if (ended._tag === "Failure") {
    const error = ended.failure
    const { kind, message } = error._tag === "Halted" ? ofProblem(error.problem) : usage(error.message)
    return yield* new Stopped({
      kind: isDone(counts) ? "partly" : kind,
      message: `The ${what} stopped. ${message} ${howToGoOn(journal)}`
    })
  }
  yield* allTold(results)
  const code = codeOf(counts)
  return code === 0 ? undefined : yield* new Exit({ code })
})
