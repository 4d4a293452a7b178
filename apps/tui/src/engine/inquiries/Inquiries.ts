import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Inquiry } from "../../actions/Inquiry.ts"
import type { Report } from "../../actions/Report.ts"
import { unfit } from "../../actions/unfit.ts"
import * as Problem from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { objectOf } from "../../resources/Resource.ts"
import type { Account } from "../account/Account.ts"
import type { Values } from "../changes/Fill.ts"
import type { Lists } from "../lists/Lists.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- inquiries and rows of a resource fit, which a list of all forgets
type Any = any

const refused = (inquiry: Inquiry<Any>, error: Schema.SchemaError): Problem.Problem => ({
  kind: "refused",
  what: `Nothing was sent: ${unfit(inquiry, error)}.`,
  todo: "Correct it."
})

/** What was found out, and why the rest was not. */
export interface Asked {
  readonly report: Report | undefined
  readonly problem: Problem.Problem | undefined
}

const todo = "See whether it is what was meant, then try again."

/** Asks once; nothing of whoever is not logged in any more when the answer comes. */
export const ask = (
  { account, lists }: { readonly account: Account["Service"]; readonly lists: Lists },
  inquiry: Inquiry<Any>,
  values: Values,
  resource: AnyResource,
  row: Any
): Effect.Effect<Asked | undefined> =>
  Effect.suspend(() => {
    const { dataOf } = account.state.get()
    const problemOf = (error: Problem.Failure) =>
      account.advised(Problem.of(`${inquiry.label} ${objectOf(inquiry, resource, row)}`, error, todo), error)
    return Effect.map(Effect.result(lists.provided(inquiry.run(values, row))), (asked) => {
      if (account.state.get().dataOf !== dataOf) return undefined
      return Result.match(asked, {
        onSuccess: (report): Asked => {
          const { failure } = report
          // the rest was found out, so that it did not fail as a whole
          if (Problem.isEnd(failure)) account.end(failure.reason)
          return { report, problem: failure && problemOf(failure) }
        },
        onFailure: (error): Asked => ({
          report: undefined,
          problem: Schema.isSchemaError(error) ? refused(inquiry, error) : problemOf(error)
        })
      })
    })
  })
