import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import * as Problem from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Account } from "../account/Account.ts"
import type { Lists } from "../lists/Lists.ts"

/** What an action is done to: a row as it was when the key went down. */
export interface Target {
  readonly resource: AnyResource
  readonly row: AnyRow
}

/** What became of an action to a row. */
export type Outcome =
  /** The row as it is now; nothing where it is gone. */
  | { readonly _tag: "Done"; readonly row: AnyRow }
  /** `isUnsure` where it may have happened all the same. */
  | { readonly _tag: "Failed"; readonly problem: Problem.Problem; readonly isUnsure: boolean }
  /** Something else is under way with the row. */
  | { readonly _tag: "Busy"; readonly doing: string }
  /** Who began it is not logged in any more: of that nothing is shown. */
  | { readonly _tag: "Forgotten" }

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly pendingOf: (target: Target) => string | undefined
  /** Notes what is said of a row while something is under way with it. */
  readonly mark: (target: Target, pending: string | undefined) => void
}

const refused = "Refresh to see how things are, then try again."

/** Makes what does an action to a row, once, and notes in its list how it is then. */
export const make =
  ({ account, lists, mark, pendingOf }: Needs) =>
  (action: Action<AnyRow>, target: Target): Effect.Effect<Outcome> =>
    Effect.suspend((): Effect.Effect<Outcome> => {
      const { resource, row } = target
      const doing = pendingOf(target)
      if (doing !== undefined) return Effect.succeed({ _tag: "Busy", doing })
      mark(target, action.pending)
      const dataOf = account.state.get().dataOf
      return lists.provided(action.run(row)).pipe(
        Effect.match({
          onSuccess: (changed): Outcome => {
            if (account.state.get().dataOf !== dataOf) return { _tag: "Forgotten" }
            if (resource.group === undefined || changed === undefined)
              lists.of(resource).change(resource.idOf(row), changed)
            if (resource.group !== undefined) lists.refreshGroup(resource.group)
            lists.age(action.shownIn ?? [])
            return { _tag: "Done", row: changed }
          },
          onFailure: (error): Outcome => {
            if (account.state.get().dataOf !== dataOf) return { _tag: "Forgotten" }
            const problem = account.advised(
              Problem.of(`${action.label} ${resource.nameOf(row)}`, error, action.refused ?? refused),
              error
            )
            return { _tag: "Failed", problem, isUnsure: Problem.mayHaveHappened(error) }
          }
        }),
        Effect.ensuring(Effect.sync(() => mark(target, undefined)))
      )
    })
