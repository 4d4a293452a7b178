import { EnterpriseUsers, Failure } from "@remote-assist/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { clamp } from "effect/Number"

import type { Services } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import { provision } from "../resources/users.ts"
import type { Decided, Decision, Plan } from "./Plan.ts"
import { findByEmail } from "./Plan.ts"
import type { Outcome, Results } from "./Results.ts"
import type { ImportError, Row } from "./UserFile.ts"
import { emailKey, rowHash } from "./UserFile.ts"

/** The import stops: every other row would fail as this one did. */
export class Halted extends Data.TaggedError("Halted")<{
  readonly problem: Problem.Problem
  /** Why the session ended, if it did. */
  readonly ended?: string | undefined
}> {
  override get message() {
    return Problem.format(this.problem)
  }
}

/**
 * What a failed request means: the address is `taken`, the service `refused` the row, the answer is `lost` and the request
 * may have been done, it was `unsent`, the service is `busy`, or the `session` can send nothing more.
 */
type Verdict = "taken" | "refused" | "lost" | "unsent" | "busy" | "session"

const verdictOf = (error: Problem.Failure): Verdict => {
  if (error._tag === "SessionEnded" || error._tag === "UnusableToken" || error._tag === "TokenStoreFailed")
    return "session"
  if (Failure.isRateLimited(error)) return "busy"
  if (Failure.isEmailTaken(error)) return "taken"
  if (Problem.mayHaveHappened(error)) return "lost"
  if (Problem.isUnanswered(error) || (error._tag === "UnexpectedAnswer" && error.notSent === true)) return "unsent"
  return Problem.isSessionError(error) || Failure.isInvalidApiKey(error) ? "session" : "refused"
}

/** Describes a failed request about a row. */
const problemOf = (verb: string, { email }: Row, error: Problem.Failure, todo: string): Problem.Problem =>
  Problem.describe(`${verb} ${email}`, error, todo, "It is looked up when you import again.")

/** What happened to a row, and what to do about it. */
const whyOf = (verb: string, row: Row, error: Problem.Failure): string =>
  Problem.format(problemOf(verb, row, error, "Correct the row, then import again."))

/** Stops the import: the session can send nothing more. */
const haltedBy = (verb: string, row: Row, error: Problem.Failure): Halted =>
  new Halted({
    problem: Problem.isSessionError(error)
      ? Problem.describeSessionError(`${verb} ${row.email}`, error)
      : problemOf(verb, row, error, "Check the API key."),
    ended: Problem.isSessionEnd(error) ? error.reason : undefined
  })

/** How many seconds a busy service asks to wait, up to a minute. */
const retryAfterOf = (error: Problem.Failure): number =>
  clamp("retryAfter" in error ? (error.retryAfter ?? 1) : 1, { minimum: 0.2, maximum: 60 })

/** What became of a row. */
export interface Done {
  readonly row: Row
  readonly outcome: Omit<Outcome, "state"> & { readonly state: Outcome["state"] | "left out" | "created before" }
}

// a row whose user may not have been created is tried this often
const attempts = 4

// for a service that limits its requests
const maxWaits = 10

const foundLater = "found by the e-mail after an answer was lost"

/**
 * Creates the user of a row, exactly once: `sending` is written before each request, and after a lost answer, of
 * this run or an earlier one, the address is looked up before it is sent again. A request is not interrupted; a wait is.
 */
const create = Effect.fnUntraced(function* (results: Results, row: Row, user: EnterpriseUsers.Provision) {
  const before = results.last(emailKey(row.email))?.state
  // whether the user may have been created by a request without an answer
  let isLost = before === "sending" || before === "unknown"
  let why: string | undefined
  const wasLost = () => isLost
  const write = (outcome: Outcome) => Effect.as(results.write(row, outcome), outcome)

  const lookUp = Effect.catch(findByEmail(row.email), (error: Problem.Failure) => {
    if (verdictOf(error) === "session") return Effect.fail(haltedBy("create", row, error))
    why = whyOf("look up", row, error)
    return Effect.succeed("unknown" as const)
  })

  /** The user of an address that is taken: created by this import if an answer was lost, else by somebody else. */
  const taken = Effect.gen(function* (): Effect.fn.Return<Outcome, Halted | ImportError, Services> {
    if (!wasLost()) yield* results.write(row, { state: "refused", why })
    const found = yield* lookUp
    if (found === "unknown") return { state: wasLost() ? "unknown" : "refused", why }
    if (found === undefined) return { state: "refused", why }
    return wasLost()
      ? { state: "created", id: found.id, why: foundLater }
      : { state: "exists", id: found.id, why: "somebody else created them meanwhile" }
  })

  /** An outcome, or how many seconds to wait before the next attempt; `undefined` for the usual wait. */
  const attempt = Effect.gen(function* (): Effect.fn.Return<
    Outcome | number | undefined,
    Halted | ImportError,
    Services
  > {
    if (wasLost()) {
      const found = yield* Effect.interruptible(lookUp)
      if (found === "unknown") return undefined
      if (found !== undefined) return { state: "created", id: found.id, why: foundLater }
    }
    yield* results.write(row, { state: "sending" })
    const answer = yield* Effect.result(provision.run(user, undefined))
    if (answer._tag === "Success") return { state: "created", id: answer.success?.id }
    const error = answer.failure
    why = whyOf("create", row, error)
    switch (verdictOf(error)) {
      case "taken":
        return yield* taken
      case "refused":
        return { state: "refused", why }
      case "session":
        yield* results.write(row, { state: wasLost() ? "unknown" : "unsent" })
        return yield* haltedBy("create", row, error)
      case "busy":
        return retryAfterOf(error)
      case "lost":
        isLost = true
        return undefined
      case "unsent":
        return undefined
    }
  })

  let waits = 0
  for (let failures = 0; failures < attempts && waits <= maxWaits;) {
    const tried = yield* attempt
    if (typeof tried === "object") return yield* write(tried)
    if (tried === undefined) failures++
    else waits++
    if (failures === attempts) break
    // a user who appears during the wait is not of this import
    if (!wasLost()) yield* write({ state: "unsent", why })
    yield* Effect.interruptible(Effect.sleep(tried === undefined ? 200 * 4 ** (failures - 1) : tried * 1000))
  }
  return yield* write({ state: wasLost() ? "unknown" : "unsent", why })
})

const describeChange = ({ active, name }: EnterpriseUsers.UserChange) =>
  [...(active === true ? ["reactivated"] : []), ...(name === undefined ? [] : ["name changed"])].join(", ")

/** Does what was decided about an existing user. The client repeats a change whose answer is lost. */
const update = Effect.fnUntraced(function* (
  results: Results,
  row: Row,
  { change, id, isActive }: Extract<Decision, { readonly state: "exists" }>
) {
  const write = (outcome: Outcome) => Effect.as(results.write(row, outcome), outcome)
  if (change === undefined) {
    const outcome: Outcome = { state: "exists", id, why: isActive === false ? "inactive" : "active" }
    const last = results.last(emailKey(row.email))
    return last?.state === "exists" && last.row === rowHash(row) ? outcome : yield* write(outcome)
  }
  const users = yield* EnterpriseUsers.EnterpriseUsers
  yield* results.write(row, { state: "sending", id })
  const answer = yield* Effect.result(users.update(id, change))
  if (answer._tag === "Success") return yield* write({ state: "updated", id, why: describeChange(change) })
  const error = answer.failure
  // the service may say this of the user instead of the session
  const isOfUser = isActive === false && Failure.isDeactivated(error)
  const verdict = isOfUser ? "refused" : verdictOf(error)
  if (verdict === "session") {
    yield* results.write(row, { state: "unsent", id })
    return yield* haltedBy("update", row, error)
  }
  return yield* write({
    state: verdict === "refused" ? "refused" : "unknown",
    id,
    why: whyOf("update", row, error)
  })
})

const runRow = Effect.fnUntraced(function* (
  results: Results,
  { decision, row }: Decided
): Effect.fn.Return<Done["outcome"], Halted | ImportError, Services> {
  switch (decision.state) {
    case "left out":
      return decision
    case "created before": {
      const { id, isFound } = decision
      if (!isFound) return decision
      yield* results.write(row, { state: "created", id, why: foundLater })
      return { state: "created", id, why: foundLater }
    }
    case "exists":
      return yield* update(results, row, decision)
    case "create":
      return yield* create(results, row, decision.user)
  }
})

// rows in a row without an answer, after which the service is taken to be down
const maxUnanswered = 4

const answered: ReadonlySet<string> = new Set(["created", "refused", "updated"])

/**
 * Runs a plan, `concurrency` rows at a time, and reports each. Rows under way are finished and reported even if the import is
 * interrupted or halts.
 */
export const run = <E, R>(
  plan: Plan,
  results: Results,
  report: (done: Done) => Effect.Effect<void, E, R>,
  concurrency = 4
) => {
  let unanswered = 0
  const one = Effect.fnUntraced(function* (decided: Decided) {
    const outcome = yield* runRow(results, decided)
    yield* report({ row: decided.row, outcome })
    const { state, why = "The service does not answer." } = outcome
    if (state === "unknown" || state === "unsent") unanswered++
    else if (answered.has(state)) unanswered = 0
    if (unanswered >= maxUnanswered) return yield* new Halted({ problem: { kind: "offline", what: why, todo: "" } })
    return undefined
  })
  return Effect.forEach(plan.decided, (decided) => Effect.uninterruptible(one(decided)), { concurrency, discard: true })
}
