import { disjunction } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import { capitalize } from "effect/String"

import { actionWarning, fieldError, formatDone, runningLabel } from "../../actions/Action.ts"
import type { Action, FormAction, FormField, FormValues, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import * as Problem from "../../Problem.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, targetName } from "../../resources/Resource.ts"
import { toRecord } from "./format.ts"
import { failedTo, Login } from "./Login.ts"
import { CommandError, usageError, writeNote } from "./output.ts"

/** Fails if the profile does not permit an action. */
export const requireWritable = Effect.fnUntraced(function* (action: { readonly effect: string }) {
  const message = readOnlyMessage(yield* Profile, action)
  if (message !== undefined) return yield* new CommandError({ kind: "refused", message })
})

const requiredError = ({ isRequired, isSecret }: FormField, value: unknown): string | undefined => {
  if (isRequired !== true || isSecret === true) return undefined
  if (value === undefined) return "is missing"
  return typeof value === "string" && value.trim() === "" ? "is empty" : undefined
}

/** Fails if a required field is missing or a field is invalid. `nameOf` returns how the caller names the field. */
export const checkFields = (
  fields: ReadonlyArray<readonly [name: string, field: FormField]>,
  values: FormValues,
  nameOf: (name: string, field: FormField) => string
) =>
  Effect.forEach(
    fields,
    ([name, field]) => {
      const error = requiredError(field, values[name]) ?? fieldError(field, values[name])
      return error === undefined ? Effect.void : Effect.fail(usageError(`${nameOf(name, field)} ${error}.`))
    },
    { discard: true }
  )

/** Fails if a form with fields has no values. */
export const requireValues = (
  { label }: { readonly label: string },
  values: FormValues,
  names: ReadonlyArray<string>
) =>
  Object.keys(values).length === 0 && names.length > 0
    ? Effect.fail(usageError(`There is nothing to ${label}. Give ${disjunction(names)}.`))
    : Effect.void

/** The result of a change, as JSON has it. */
export interface Outcome extends Readonly<Record<string, unknown>> {
  readonly message: string
}

/** Returns the result of a change; `row` is the changed row, if known. */
const toOutcome = (
  resource: AnyResource,
  { name }: { readonly name: string },
  target: string,
  row: AnyRow,
  text: string,
  outcome = "done"
): Outcome => ({
  action: name,
  target,
  outcome,
  message: `${target} ${text}`,
  [jsonName(resource)]: row === undefined ? null : toRecord(resource.fields, row)
})

/** Runs a change of a target. Prints that its outcome is unknown if the request is interrupted. */
const attempt = <A, R>(
  { isPublic }: AnyResource,
  { refused, ...action }: Pick<FormAction<AnyRow>, "label" | "pending" | "refused">,
  target: string,
  run: Effect.Effect<A, Problem.Failure, R>
) =>
  Effect.catch(run, (error) => failedTo(`${action.label} ${target}`.trim(), error, isPublic, refused)).pipe(
    Effect.onInterrupt(() => writeNote(Problem.outcomeUnknown(`${runningLabel(action)} ${target}`.trim())))
  )

/** Whether a row is the account of the user, or belongs to it. For a row of an account, logs in if it is possible. */
export const isMine = Effect.fnUntraced(function* (resource: AnyResource, row: AnyRow) {
  if (resource.owner?.(row) !== undefined) yield* Effect.ignore(Login.use(({ logIn }) => logIn))
  return (yield* Account).isMe(resource, row)
})

/** Runs an action on a row, after `confirm` if there is a warning. */
export const perform = Effect.fnUntraced(function* <E, R>(
  resource: AnyResource,
  action: Action<AnyRow>,
  row: AnyRow,
  confirm: (warning: string) => Effect.Effect<void, E, R>
) {
  const target = resource.nameOf(row)
  const needless = action.needless?.(row)
  if (needless !== undefined) return toOutcome(resource, action, target, row, `${needless}.`, "unchanged")
  const warning = actionWarning(action, yield* isMine(resource, row))
  if (warning !== undefined) yield* confirm(warning)
  const changed: AnyRow = yield* attempt(resource, action, target, action.run(row))
  const name = changed === undefined ? target : resource.nameOf(changed)
  return toOutcome(resource, action, name, changed, formatDone(action, changed))
})

/** Submits a form, for a row if it changes one. */
export const submit = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: FormAction<AnyRow>,
  values: FormValues,
  row: AnyRow
) {
  const target = targetName(action, resource, row)
  const changed: AnyRow = yield* attempt(resource, action, target, action.run(values, row))
  const name = changed === undefined ? capitalize(action.object ?? `the ${resource.one}`) : resource.nameOf(changed)
  return { changed, outcome: toOutcome(resource, action, name, changed, formatDone(action, changed, values)) }
})

/** Runs a query, on a row if it needs one. */
export const runQuery = Effect.fnUntraced(function* (
  resource: AnyResource,
  query: Query<AnyRow>,
  values: FormValues,
  row: AnyRow
) {
  const operation = `${query.label} ${targetName(query, resource, row)}`
  return { operation, report: yield* Effect.catch(query.run(values, row), (error) => failedTo(operation, error)) }
})
