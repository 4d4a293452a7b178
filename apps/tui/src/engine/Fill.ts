import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action, FormAction } from "../actions/Action.ts"
import { formatDone, formatInvalidFields } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"

export type Values = Readonly<Record<string, unknown>>

/** What a form does with what it holds, as an action to the row that it changes. */
export const actionOf = (form: FormAction<AnyRow>, values: Values): Action<AnyRow> => ({
  name: form.name,
  keys: form.keys,
  label: form.label,
  pending: form.pending,
  effect: "reversible",
  run: (row) =>
    Effect.catchIf(form.run(values, row), Schema.isSchemaError, (error) =>
      Effect.fail(new Errors.InvalidRequest({ operation: form.name, reason: formatInvalidFields(form, error) }))
    ),
  done: form.done,
  ...(form.shownIn !== undefined && { shownIn: form.shownIn }),
  ...(form.describeDone !== undefined && { describeDone: (row) => formatDone(form, values, row) })
})

/** What takes a change back: the same form with what was there before; nothing where that is not enough. */
export const inverseOf = (form: FormAction<AnyRow>, values: Values, row: AnyRow): Action<AnyRow> | undefined => {
  const before = form.before?.(values, row)
  return before === undefined ? undefined : actionOf(form, before)
}

/** Why a row was not made. */
interface Unmade {
  readonly problem: Problem.Problem
  readonly error: Problem.Failure | undefined
}

/** Why a form made no row. */
export const unmade =
  (form: FormAction<AnyRow>, resource: AnyResource) =>
  (error: Problem.Failure | Schema.SchemaError): Unmade =>
    Schema.isSchemaError(error)
      ? {
          problem: {
            kind: "refused",
            what: `Nothing was sent: ${formatInvalidFields(form, error)}.`,
            todo: "Correct it."
          },
          error: undefined
        }
      : {
          problem: Problem.describe(
            `${form.label} ${targetName(form, resource, undefined)}`.trim(),
            error,
            "Correct it, or leave the form."
          ),
          error
        }
