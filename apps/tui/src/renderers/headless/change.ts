import { Exit } from "@remote-assist/cli"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { capitalize } from "effect/String"

import { actionWarning, fieldError, formatDone, formWarning } from "../../actions/Action.ts"
import type { Action, FormAction, FormDefinition, FormField, FormValues, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import * as Problem from "../../Problem.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, targetName, withArticle } from "../../resources/Resource.ts"
import { CommandError, exitCodes, failedTo, usageError } from "./CommandError.ts"
import { logInFor } from "./Connection.ts"
import type { ChangeFlags, QueryFlags } from "./flags.ts"
import { formatReport, toRecord } from "./format.ts"
import { findRow, isDryRun, readNames, reportDryRun } from "./list.ts"
import { requireWritten, resultOutput, stdout, toJson, toRevealedJson, writeNote } from "./output.ts"
import type { ResultOutput } from "./output.ts"
import { ask, canAsk, requireSecrets } from "./Prompt.ts"

const validate = (field: FormField, value: unknown): string | undefined => {
  if (field.isRequired === true && field.isSecret !== true) {
    if (value === undefined) return "is missing"
    if (typeof value === "string" && value.trim() === "") return "is empty"
  }
  return fieldError(field, value)
}

/** Fails if a required field is missing or a field is invalid. */
const checkFields = ({ fields }: FormDefinition<never>, values: FormValues) =>
  Effect.forEach(
    Object.entries(fields),
    ([name, field]) => {
      const error = validate(field, values[name])
      return error === undefined ? Effect.void : Effect.fail(usageError(`--${field.flag} ${error}.`))
    },
    { discard: true }
  )

/** Adds the secrets, from the terminal or a line of the standard input each. A dry run has placeholders instead. */
const withSecrets = Effect.fnUntraced(function* (
  { fields }: FormDefinition<never>,
  values: FormValues,
  isDry: boolean
) {
  const secrets = Object.entries(fields).filter(
    ([name, { isRequired, isSecret }]) => isSecret === true && (isRequired === true || values[name] === true)
  )
  const open = Record.filter(values, (_, name) => fields[name]?.isSecret !== true)
  if (secrets.length === 0) return open
  const labels = secrets.map(([, { flag }]) => flag.replaceAll("-", " "))
  const lines = isDry ? labels.map((label) => `<${label}>`) : yield* requireSecrets(labels)
  return { ...open, ...Object.fromEntries(secrets.map(([name], at) => [name, lines[at]])) }
})

/** Prints that the outcome is unknown if a signal interrupts the request. */
const reportInterruption =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(effect, () => writeNote(Problem.outcomeUnknown(operation)))

interface Change {
  readonly resource: AnyResource
  readonly action: { readonly name: string; readonly label: string; readonly done: string; readonly effect: string }
  readonly flags: ChangeFlags
  readonly output: ResultOutput
}

/** Prepares a change; fails if the profile is read-only. A dry run writes to the standard output itself. */
const begin = Effect.fnUntraced(function* (resource: AnyResource, action: Change["action"], flags: ChangeFlags) {
  if (isDryRun(flags))
    return { resource, action, flags, output: { write: () => Effect.void, failure: () => undefined } } satisfies Change
  const message = readOnlyMessage(yield* Profile, action)
  if (message !== undefined) return yield* new CommandError({ kind: "refused", message })
  return { resource, action, flags, output: yield* resultOutput } satisfies Change
})

/** Writes the result of a change; `row` is the changed row, if known. */
const writeDone = (
  { action, flags, output, resource }: Change,
  target: string,
  row: AnyRow,
  { outcome = "done", text = action.done } = {}
) => {
  const message = `${target} ${text}`
  return output.write(
    flags.json
      ? `${toJson({
          action: action.name,
          target,
          outcome,
          message,
          [jsonName(resource)]: row === undefined ? null : toRecord(resource.fields, row)
        })}\n`
      : `${sanitize(message)}\n`
  )
}

const writeFailed = ({ action, flags, output }: Change, target: string, { code, kind, message }: CommandError) =>
  flags.json
    ? output.write(`${toJson({ action: action.name, target, outcome: "failed", code, kind, message })}\n`)
    : writeNote(message)

/** Writes the secret of a created row. */
const writeSecret = ({ flags, output, resource: { secret } }: Change, row: AnyRow) => {
  const value = secret?.value(row)
  if (secret === undefined || value === undefined) return Effect.void
  const text = Redacted.value(value)
  return output.write(flags.json ? `${toJson({ [secret.name]: text })}\n` : `${sanitize(text)}\n`)
}

interface Confirmation {
  readonly object: string
  /** What the user types to confirm. */
  readonly phrase: string
  readonly warning: string
}

/** Asks the user to type a phrase; fails for another answer, or if there is no terminal to ask on. */
const confirm = Effect.fnUntraced(function* (
  { label }: Pick<Change["action"], "label">,
  { object, phrase, warning }: Confirmation,
  isInputTaken = false
) {
  const operation = `${label} ${object}`.trim()
  if (!canAsk() || isInputTaken)
    return yield* usageError(`Nothing was sent to ${operation}: ${warning} Give --yes to skip the confirmation.`)
  const answer = yield* ask(sanitize(`${capitalize(operation)}? ${warning}`), sanitize(`Type ${phrase} to confirm: `))
  if (answer?.trim() !== phrase) return yield* usageError(`That is not ${phrase}. Nothing was done.`)
  return undefined
})

/** Finds the row of a name. It is not looked up if its id is enough. */
const findTarget = Effect.fnUntraced(function* (
  { flags, resource }: Change,
  { effect, needless }: Action<AnyRow>,
  name: string
) {
  const known: AnyRow = resource.ofId?.(name)
  const mayAsk = effect === "final" && !flags.yes
  if (known !== undefined && (isDryRun(flags) || (!mayAsk && needless === undefined))) return known
  yield* logInFor(resource)
  const row = findRow(resource, name)
  // the look-up only shows whether there is something to do; if it fails, the action runs
  return yield* known === undefined || mayAsk ? row : Effect.orElseSucceed(row, () => known)
})

const runOne = Effect.fnUntraced(function* (
  change: Change,
  action: Action<AnyRow>,
  row: AnyRow,
  isInputTaken: boolean
) {
  const { flags, resource } = change
  const target = resource.nameOf(row)
  const operation = `${action.label} ${target}`
  const needless = action.needless?.(row)
  if (needless !== undefined)
    return yield* writeDone(change, target, row, { outcome: "unchanged", text: `${needless}.` })
  if (isDryRun(flags)) return yield* reportDryRun(flags, operation, action.run(row))
  const { isMe } = yield* Account
  const warning = flags.yes ? undefined : actionWarning(action, isMe(resource, row))
  if (warning !== undefined) yield* confirm(action, { object: target, phrase: target, warning }, isInputTaken)
  const changed: AnyRow = yield* Effect.mapError(action.run(row), (error) =>
    failedTo(operation, error, resource.isPublic, action.refused)
  ).pipe(reportInterruption(`${action.pending} ${target}`))
  return yield* writeDone(change, changed === undefined ? target : resource.nameOf(changed), changed)
})

/** Runs an action on each named row in turn. A failure of one is reported, and the rest continues. */
export const runAction = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: Action<AnyRow>,
  { names, ...flags }: ChangeFlags & { readonly names: ReadonlyArray<string> }
) {
  const change = yield* begin(resource, action, flags)
  const isDry = isDryRun(flags)
  const isFinal = action.effect === "final" && !isDry
  const isInputTaken = names.includes("-")
  if (isFinal && !flags.yes && (isInputTaken || !canAsk()))
    return yield* usageError(
      `To ${action.label} ${withArticle(resource)} cannot be undone, and there is no terminal to confirm on. Give --yes to skip the confirmation.`
    )
  if (!isDry) yield* logInFor(resource)
  const find = (name: string) => Effect.map(Effect.result(findTarget(change, action, name)), (row) => ({ name, row }))
  // a final action may remove the row that another name finds, so all are looked up first
  const targets = isFinal
    ? Stream.fromIterableEffect(Effect.flatMap(Stream.runCollect(readNames(names)), Effect.forEach(find)))
    : Stream.mapEffect(readNames(names), find)
  const failures: Array<CommandError> = []
  const ids = new Set<string | number>()
  let done = 0
  yield* Stream.runForEach(targets, ({ name, row }) =>
    Effect.fromResult(row).pipe(
      Effect.flatMap((row: AnyRow) => {
        const id = resource.idOf(row)
        if (ids.has(id)) return Effect.void
        ids.add(id)
        return runOne(change, action, row, isInputTaken)
      }),
      Effect.matchEffect({
        onSuccess: () => Effect.sync(() => void done++),
        onFailure: (error) => {
          if (!(error instanceof CommandError)) return Effect.fail(error)
          failures.push(error)
          return writeFailed(change, name, error)
        }
      })
    )
  )
  const [first] = failures
  if (first === undefined || done > 0) yield* requireWritten(change.output)
  if (first === undefined) return undefined
  return yield* new Exit({ code: done === 0 ? first.code : exitCodes.partly })
})

/** Submits a form, for the row of a name if it changes one. */
export const runForm = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: FormAction<AnyRow>,
  values: FormValues,
  { reveal = false, target, ...flags }: ChangeFlags & { readonly target?: string; readonly reveal?: boolean }
) {
  const change = yield* begin(resource, action, flags)
  const isDry = isDryRun(flags)
  yield* checkFields(action, values)
  const mayAsk = !flags.yes && !isDry
  const isAsked = mayAsk && formWarning(action, values, false) !== undefined
  const confirmFor = Effect.fnUntraced(function* (row: AnyRow) {
    const isMine = row !== undefined && (yield* Account).isMe(resource, row)
    const warning = mayAsk ? formWarning(action, values, isMine) : undefined
    if (warning === undefined) return
    const phrase = row === undefined ? "yes" : resource.nameOf(row)
    yield* confirm(action, { object: targetName(action, resource, row), phrase, warning })
  })
  // without a terminal it fails before a login
  if (isAsked && (action.on === "none" || !canAsk())) yield* confirmFor(undefined)
  const filled = yield* withSecrets(action, values, isDry)
  const allFlags = Object.values(action.fields).map(({ flag }) => `--${flag}`)
  if (Object.keys(filled).length === 0 && allFlags.length > 0)
    return yield* usageError(`There is nothing to ${action.label}. Give ${allFlags.join(" or ")}.`)
  const logIn = logInFor(resource)
  // to see whether it is your own account
  const needsRow = isAsked || (mayAsk && action.toSelf !== undefined)
  const known = target === undefined || needsRow ? undefined : resource.ofId?.(target)
  if (!isDry || (target !== undefined && known === undefined)) yield* logIn
  const row: AnyRow = known ?? (target === undefined ? undefined : yield* findRow(resource, target))
  if (row !== undefined) yield* confirmFor(row)
  const name = targetName(action, resource, row)
  const operation = `${action.label} ${name}`.trim()
  const lookUp = action.lookUp?.(filled)
  if (isDry && lookUp !== undefined) yield* logIn
  const complete = lookUp === undefined ? filled : yield* Effect.mapError(lookUp, (error) => failedTo(operation, error))
  if (isDry) return yield* reportDryRun(flags, operation, action.run(complete, row))
  const changed: AnyRow = yield* Effect.mapError(action.run(complete, row), (error) =>
    failedTo(operation, error, resource.isPublic)
  ).pipe(reportInterruption(`${action.pending} ${name}`.trim()))
  const changedName =
    changed === undefined ? capitalize(action.object ?? `the ${resource.one}`) : resource.nameOf(changed)
  yield* writeDone(change, changedName, changed, { text: formatDone(action, complete, changed) })
  if (reveal && changed !== undefined) yield* writeSecret(change, changed)
  return yield* requireWritten(change.output)
})

/** Runs a query and prints its report. */
export const runQuery = Effect.fnUntraced(function* (
  resource: AnyResource,
  query: Query<AnyRow>,
  form: FormValues,
  { reveal, target, ...flags }: QueryFlags & { readonly target?: string }
) {
  yield* checkFields(query, form)
  const values = yield* withSecrets(query, form, isDryRun(flags))
  const known: AnyRow = target === undefined ? undefined : resource.ofId?.(target)
  const isLookedUp = target !== undefined && known === undefined
  const isPublic = query.isPublic?.(values) === true
  if (!isPublic && (!isDryRun(flags) || isLookedUp)) yield* logInFor(resource)
  const row: AnyRow = isLookedUp ? yield* findRow(resource, target) : known
  const operation = `${query.label} ${targetName(query, resource, row)}`
  if (isDryRun(flags)) return yield* reportDryRun(flags, operation, query.run(values, row))
  const report = yield* Effect.mapError(query.run(values, row), (error) => failedTo(operation, error))
  const toText = reveal ? toRevealedJson : toJson
  yield* stdout.write(flags.json ? `${toText(report.data)}\n` : formatReport(report, reveal))
  return report.failure === undefined ? undefined : yield* failedTo(operation, report.failure, isPublic)
})
