import { EnterpriseUsers, Failure } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Journal } from "./Journal.ts"
import { noting } from "./noting.ts"
import type { Outcome } from "./Outcome.ts"
import type { Row } from "./Row.ts"
import { halted, judged, whyOf } from "./trouble.ts"

/** Changes the user of a row who exists already. A change can be made again, and is by the client where its answer is lost. */
export const change = Effect.fnUntraced(function* (
  journal: Journal,
  row: Row,
  user: EnterpriseUsers.EnterpriseUser,
  change: EnterpriseUsers.UserChange
) {
  const note = noting(journal, row)
  const users = yield* EnterpriseUsers.EnterpriseUsers
  return yield* Effect.uninterruptible(
    Effect.gen(function* () {
      yield* note({ state: "sending", id: user.id })
      const answer = yield* Effect.result(users.update(user.id, change))
      // a service may say so of whom it is about, too
      const isOfUser = user.active === false && answer._tag === "Failure" && Failure.isDeactivated(answer.failure)
      if (answer._tag === "Failure" && !isOfUser && judged(answer.failure) === "session") {
        yield* note({ state: "unsent", id: user.id })
        return yield* halted(`update ${row.email}`, answer.failure)
      }
      const outcome: Outcome =
        answer._tag === "Success"
          ? { state: "updated", id: user.id, why: saidOf(change) }
          : {
              state: isOfUser || judged(answer.failure) === "refused" ? "refused" : "unknown",
              id: user.id,
              why: whyOf("update", row, answer.failure)
            }
      yield* note(outcome)
      return outcome
    })
  )
})

const saidOf = ({ active, name }: EnterpriseUsers.UserChange) =>
  [active === true ? "reactivated" : "", name === undefined ? "" : "name changed"]
    .filter((said) => said !== "")
    .join(", ")
