import type { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Services } from "../actions/Action.ts"
import { provision } from "../resources/users/forms.ts"
import { byEmail } from "./Existing.ts"
import type { FilterIgnored } from "./Existing.ts"
import type { Journal } from "./Journal.ts"
import { noting } from "./noting.ts"
import type { Halted, Outcome } from "./Outcome.ts"
import type { Decision } from "./Plan.ts"
import { keyOf } from "./Row.ts"
import type { Row } from "./Row.ts"
import { halted, isFilter, judged, secondsOf, whyOf } from "./trouble.ts"
import type { Trouble } from "./trouble.ts"
import type { Unusable } from "./Unusable.ts"

/** How often a row is tried, where it is not known that it happened. */
const attempts = 4

// a service that limits its requests is waited for
const mostWaits = 10

const waitFor = (times: number) => `${200 * 4 ** times} millis` as const

/** Why somebody is taken to be created by this import. */
export const foundLater = "found by the e-mail after an answer was lost"

type Tried = Outcome | "again" | { readonly wait: number }

/**
 * Creates the user of a row, once whatever happens: it is noted before it is sent, and where the answer is lost, now or in
 * an earlier run, the address is looked up before it is sent again. What is sent is not interrupted; a wait is.
 */
export const create = Effect.fnUntraced(function* (
  journal: Journal,
  row: Row,
  { user }: Extract<Decision, { _tag: "Create" }>
) {
  const note = noting(journal, row)
  const before = journal.last(keyOf(row.email))?.state
  let isLost = before === "sending" || before === "unknown"
  const wasLost = () => isLost
  let why: string | undefined

  const stopped = (error: Exclude<Trouble, FilterIgnored>) => Effect.fail(halted(`create ${row.email}`, error))

  const looked = Effect.matchEffect(byEmail(row.email), {
    onSuccess: (found) => Effect.succeed(found),
    onFailure: (error) => {
      if (!isFilter(error) && judged(error) === "session") return stopped(error)
      why = whyOf("look up", row, error)
      return Effect.succeed("unknown" as const)
    }
  })

  const sent = Effect.fnUntraced(function* () {
    yield* note({ state: "sending" })
    const answer = yield* Effect.result(provision.run(user, undefined))
    if (answer._tag === "Success") return { state: "created", id: answer.success?.id } satisfies Outcome
    const error = answer.failure
    why = whyOf("create", row, error)
    switch (judged(error)) {
      case "taken":
        // whoever has it is not of this import, should it end before they are found
        if (!wasLost()) yield* note({ state: "refused", why })
        return "taken"
      case "refused":
        return { state: "refused", why } satisfies Outcome
      case "session":
        yield* note({ state: wasLost() ? "unknown" : "unsent" })
        return yield* stopped(error)
      case "busy":
        return { wait: secondsOf(error) }
      case "lost":
        isLost = true
        return "again"
      case "unsent":
        return "again"
    }
  })

  const taken = (found: EnterpriseUsers.EnterpriseUser | "unknown" | undefined): Outcome => {
    if (found === "unknown") return { state: wasLost() ? "unknown" : "refused", why }
    if (found === undefined) return { state: "refused", why }
    return wasLost()
      ? { state: "created", id: found.id, why: foundLater }
      : { state: "existed", id: found.id, why: "somebody else created them meanwhile" }
  }

  const once = Effect.gen(function* (): Effect.fn.Return<Tried, Halted | Unusable, Services> {
    if (wasLost()) {
      const found = yield* Effect.interruptible(looked)
      if (found === "unknown") return "again"
      if (found !== undefined) return { state: "created", id: found.id, why: foundLater }
    }
    const tried = yield* sent()
    return tried === "taken" ? taken(yield* looked) : tried
  })

  return yield* Effect.uninterruptible(
    Effect.gen(function* () {
      let waits = 0
      for (let times = 0; times < attempts;) {
        const tried: Tried = yield* once
        if (tried !== "again" && "state" in tried) {
          yield* note(tried)
          return tried
        }
        if (tried === "again") times++
        else if (++waits > mostWaits) break
        if (times < attempts) {
          // who comes while this one waits is not of this import
          if (!wasLost()) yield* note({ state: "unsent", why })
          yield* Effect.interruptible(Effect.sleep(tried === "again" ? waitFor(times - 1) : `${tried.wait} seconds`))
        }
      }
      const outcome: Outcome = { state: wasLost() ? "unknown" : "unsent", why }
      yield* note(outcome)
      return outcome
    })
  )
})
