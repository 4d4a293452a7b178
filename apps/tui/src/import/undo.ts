import { EnterpriseUsers, Failure } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Services } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import { byEmail } from "./Existing.ts"
import type { FilterIgnored } from "./Existing.ts"
import type { Journal, Remembered } from "./Journal.ts"
import { noteOf } from "./noting.ts"
import type { Halted, Outcome } from "./Outcome.ts"
import { keyOf } from "./Row.ts"
import { atATime } from "./run.ts"
import { halted } from "./trouble.ts"
import * as Unanswered from "./unanswered.ts"
import { verdictOf } from "./verdict.ts"
import type { Verdict } from "./verdict.ts"

/** Whom an import created, or may have; they are not deactivated yet. */
export const toUndo = (journal: Journal): ReadonlyArray<Remembered> =>
  Array.from(journal.all()).filter(
    ({ isOurs, state, user_id }) => isOurs || ((state === "sending" || state === "unknown") && user_id === undefined)
  )

/** How many an undo is about. */
export interface ToUndo {
  readonly all: number
  /** Of them, those who may have been created, as no answer said: they are looked up. */
  readonly perhaps: number
}

/** Counts whom an undo is about; `found` are those whom a look-up found to be created, by `Row.keyOf`. */
export const countsOf = (journal: Journal, found: ReadonlySet<string> = new Set()): ToUndo => {
  const lines = toUndo(journal)
  const unsure = lines.filter(({ email, isOurs }) => !isOurs && !found.has(keyOf(email)))
  return { all: lines.length, perhaps: unsure.length }
}

type Result =
  | Outcome
  /** Nobody was deactivated, as it is not known to be whom the import created; or never created, as is known by now. */
  | { readonly state: "left alone" | "never created"; readonly id?: undefined; readonly why: string }

/** What became of one of them. */
export interface Undone {
  readonly line: Remembered
  readonly outcome: Result
}

// an id may be another's by then, as at a service that was set up anew; an address may be, too
const deactivated = Effect.fnUntraced(function* ({
  email,
  user_id
}: Remembered): Effect.fn.Return<Result, FilterIgnored | Problem.Failure, Services> {
  const users = yield* EnterpriseUsers.EnterpriseUsers
  const found = yield* byEmail(email)
  if (found === undefined)
    return user_id === undefined
      ? { state: "never created", why: "there is no such user" }
      : { state: "left alone", why: `nobody has this e-mail any more, and user ${user_id} may be somebody else` }
  if (user_id !== undefined && found.id !== user_id)
    return { state: "left alone", why: `this e-mail is that of user ${found.id}, and user ${user_id} was created` }
  if (found.active === false) return { state: "undone", id: found.id, why: "was inactive already" }
  yield* users.deactivate(found.id)
  return { state: "undone", id: found.id }
})

const stateOf = (verdict: Exclude<Verdict, "session">): Outcome["state"] => {
  if (verdict === "lost") return "unknown"
  return verdict === "unsent" || verdict === "busy" ? "unsent" : "refused"
}

const outcomeOf = Effect.fnUntraced(function* (line: Remembered): Effect.fn.Return<Result, Halted, Services> {
  const answer = yield* Effect.result(deactivated(line))
  if (answer._tag === "Success") return answer.success
  const error = answer.failure
  if (error._tag === "FilterIgnored") return { state: "unknown", why: error.message }
  if (Failure.isUnknownResource(error)) return { state: "left alone", why: "was deleted" }
  const doing = `deactivate ${line.email}`
  const verdict = verdictOf(error)
  if (verdict === "session") {
    // a service may say so of whom it is about, too
    const found = Failure.isDeactivated(error) ? yield* Effect.option(byEmail(line.email)) : Option.none()
    if (Option.isSome(found) && found.value?.active === false) return { state: "undone", why: "was inactive already" }
    return yield* halted(doing, error)
  }
  const problem = Problem.of(doing, error, "Undo the import again.", "Undo the import again.")
  return { state: stateOf(verdict), why: `${problem.what} ${problem.todo}` }
})

/** Whether there is nothing more to do about somebody. */
const isOver = ({ state }: Result) => state === "undone" || state === "left alone" || state === "never created"

/**
 * Deactivates whom an import created, few at a time, each found by the e-mail; nobody is deleted. It stops where that cannot be noted, as the import
 * would pass over them as if they were active.
 */
export const undo = <E, R>(journal: Journal, told: (undone: Undone) => Effect.Effect<void, E, R>) => {
  const halt = Unanswered.halting()
  return Effect.forEach(
    toUndo(journal),
    (line) =>
      Effect.uninterruptible(
        Effect.gen(function* () {
          const outcome = yield* outcomeOf(line)
          yield* told({ line, outcome })
          if (isOver(outcome)) yield* noteOf(journal, line, { ...outcome, state: "undone" })
          yield* halt(outcome)
        })
      ),
    { concurrency: atATime, discard: true }
  )
}
