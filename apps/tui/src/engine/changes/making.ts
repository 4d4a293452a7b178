import * as Effect from "effect/Effect"

import * as FormActions from "../../actions/FormAction.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import type { Report } from "../../actions/Report.ts"
import type { Problem } from "../../Problem.ts"
import { resources } from "../../resources/registry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { objectOf } from "../../resources/Resource.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import type { Account } from "../account/Account.ts"
import type { Lists } from "../lists/Lists.ts"
import type { Notices } from "../Notices.ts"
import type { Pending } from "./ChangesState.ts"
import * as Fill from "./Fill.ts"
import { inverseOf } from "./Memory.ts"
import type { Memory } from "./Memory.ts"
import * as Undo from "./Undo.ts"

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly memory: Memory
  readonly notices: Notices
  readonly isHere: (resource: AnyResource) => boolean
  /** Notes what is under way under a key. */
  readonly mark: (key: string, pending: Pending | undefined) => void
  readonly onReport: ((report: Report) => void) | undefined
}

/** Makes what makes a row of what a form holds: what it gives is the problem where there is one. */
export const make = ({ account, isHere, lists, mark, memory, notices, onReport }: Needs) => {
  let count = 0

  /** Reads the lists again that show or count what was made: those that were read, when they are looked at. */
  const readAgain = ({ isListed, shownIn = [] }: FormAction<AnyRow>, made: AnyResource) => {
    const others = resources.filter(({ name }) => shownIn.includes(name))
    for (const resource of isListed === true ? [made, ...others] : others) {
      const list = lists.of(resource)
      if (isHere(resource)) list.refresh()
      else list.age()
    }
  }

  const note = (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource, row: AnyRow) => {
    const action = Fill.actionOf(form, values)
    const inverse = inverseOf(form, resource)
    if (row === undefined) memory.change((undo) => Undo.lasting(undo, `${form.label} ${objectOf(form, resource, row)}`))
    else memory.remember({ resource, rows: [{ row, id: resource.idOf(row) }], action, inverse })
  }

  const show = (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource, row: AnyRow) => {
    const name = row === undefined ? capital(form.object ?? `the ${resource.one}`) : resource.nameOf(row)
    if (resource.group !== undefined) lists.refreshGroup(resource.group)
    notices.tell("done", `${name} ${FormActions.doneOf(form, values, row)}`)
    readAgain(form, resource)
    if (row !== undefined && form.report !== undefined) onReport?.(form.report(row))
  }

  return (form: FormAction<AnyRow>, values: Fill.Values, resource: AnyResource): Effect.Effect<Problem | undefined> => {
    const dataOf = account.state.get().dataOf
    const isForgotten = () => account.state.get().dataOf !== dataOf
    const key = `${resource.name} new ${++count}`
    mark(key, { said: form.pending, of: objectOf(form, resource, undefined) })
    return lists.provided(form.run(values, undefined)).pipe(
      Effect.mapError(Fill.unmade(form, resource)),
      Effect.match({
        onSuccess: (row) => {
          if (isForgotten()) return undefined
          note(form, values, resource, row)
          show(form, values, resource, row)
          return undefined
        },
        onFailure: ({ error, problem }) => (isForgotten() ? undefined : account.advised(problem, error))
      }),
      Effect.ensuring(Effect.sync(() => mark(key, undefined)))
    )
  }
}
