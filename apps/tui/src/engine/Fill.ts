import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action, Services } from "../actions/Action.ts"
import type { FormAction } from "../actions/FormAction.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource } from "../resources/registry.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- forms and rows of a resource fit, which a list of all forgets
type Any = any

export type Values = Readonly<Record<string, unknown>>

/** What a form does with what it holds, as an action to the row that it changes. */
export const actionOf = (form: FormAction<Any>, values: Values): Action<Any> => ({
  name: form.name,
  keys: form.keys,
  label: form.label,
  pending: form.pending,
  effect: "reversible",
  run: (row) =>
    // the form was read before it got here
    Effect.catchIf(form.run(values, row), Schema.isSchemaError, Effect.die),
  done: form.done
})

/** What takes a change back: the same form with what was there before; nothing where that is not enough. */
export const inverseOf = (form: FormAction<Any>, values: Values, row: Any): Action<Any> | undefined => {
  const before = form.before?.(values, row)
  return before === undefined ? undefined : actionOf(form, before)
}

/** Why a row was not made. */
interface Unmade {
  readonly problem: Problem.Problem
  readonly error: Problem.Failure | undefined
}

/** Makes a row with what a form holds. */
export const made = (
  form: FormAction<Any>,
  values: Values,
  resource: AnyResource
): Effect.Effect<Any, Unmade, Services> =>
  Effect.mapError(form.run(values, undefined), (error): Unmade =>
    Schema.isSchemaError(error)
      ? {
          problem: { kind: "refused", what: `Nothing was sent: ${error.message}.`, todo: "Correct it." },
          error: undefined
        }
      : { problem: Problem.of(`${form.label} a ${resource.one}`, error, "Correct it, or leave the form."), error }
  )
