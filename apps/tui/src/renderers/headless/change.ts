import { Exit } from "@remote-assist/cli"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { capitalize } from "effect/String"

import { actionWarning, formWarning, runningLabel } from "../../actions/Action.ts"
import type { Action, FormAction, FormDefinition, FormField, FormValues, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { targetName, withArticle } from "../../resources/Resource.ts"
import { workersConcurrency } from "./Connection.ts"
import type { OutputFlags } from "./Connection.ts"
import type { ChangeFlags, QueryFlags } from "./flags.ts"
import { formatReport } from "./format.ts"
import { findRow, isDryRun, knownFields, readNames, reportDryRun } from "./list.ts"
import { failedTo, logInFor } from "./Login.ts"
import { checkFields, isMine, perform, requireValues, requireWritable, runQuery, submit } from "./operations.ts"
import type { Outcome } from "./operations.ts"
import * as Output from "./output.ts"

const flagOf = (_: string, { flag }: FormField) => `--${flag}`

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
  const lines = isDry ? labels.map((label) => `<${label}>`) : yield* Output.requireSecrets(labels)
  return { ...open, ...Object.fromEntries(secrets.map(([name], at) => [name, lines[at]])) }
})

type Change = Effect.Success<ReturnType<typeof begin>>

/** Prepares a change; fails if the profile is read-only. */
const begin = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: { readonly effect: string },
  flags: ChangeFlags
) {
  if (!isDryRun(flags)) yield* requireWritable(action)
  return { resource, flags, output: yield* Output.resultOutput }
})

const writeOutcome = ({ flags, output }: Change, outcome: Outcome) =>
  output.write(flags.json ? `${Output.toJson(outcome)}\n` : `${sanitize(outcome.message)}\n`)

/** Writes the secret of a created row, or how to show it. */
const writeSecret = ({ flags, output, resource: { idOf, name, secret } }: Change, row: AnyRow, isRevealed: boolean) => {
  const value = secret?.value(row)
  if (secret === undefined || value === undefined || flags.json) return Effect.void
  const advice = `Its ${secret.name} is masked. Show it with remote-assist ${name} show ${idOf(row)} --reveal.`
  return output.write(`${sanitize(isRevealed ? Redacted.value(value) : advice)}\n`)
}

const toQuestion = (operation: string, warning: string) => `${capitalize(operation)}? ${warning}`

/** Finds the row of a name. It is not looked up if its id is enough. */
const findTarget = Effect.fnUntraced(function* (
  { flags, resource }: Change,
  { effect, needless }: Action<AnyRow>,
  name: string
) {
  const known: AnyRow = resource.ofId?.(name)
  const isDry = flags.curl || (flags.dryRun && resource.isPublic === true)
  // a dry run predicts whether the row exists
  const mustExist = effect === "final" ? flags.dryRun || !flags.yes : flags.dryRun && needless !== undefined
  if (known !== undefined && (isDry || (!mustExist && needless === undefined))) return known
  yield* logInFor(resource)
  const row = findRow(resource, name)
  // the look-up only shows whether there is something to do; if it fails, the action runs
  return yield* known === undefined || mustExist ? row : Effect.orElseSucceed(row, () => known)
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
  if (isDryRun(flags) && action.needless?.(row) === undefined) {
    if (!flags.curl && (yield* isMine(resource, row))) yield* Output.writeNote(actionWarning(action, true) ?? "")
    return yield* reportDryRun(flags, operation, action.run(row))
  }
  const outcome = yield* perform(resource, action, row, (warning) =>
    flags.yes ? Effect.void : Output.askPhrase(toQuestion(operation, warning), target, { isInputTaken, target })
  )
  return yield* writeOutcome(change, outcome)
})

/** Runs an action on each named row in turn. A failure of one is reported, and the rest continues. */
export const runAction = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: Action<AnyRow>,
  { names, ...flags }: ChangeFlags & OutputFlags & { readonly names: ReadonlyArray<string> }
) {
  const change = yield* begin(resource, action, flags)
  const isDry = isDryRun(flags)
  const isFinal = action.effect === "final" && !isDry
  const isInputTaken = names.includes("-")
  if (isFinal && !flags.yes && isInputTaken)
    return yield* Output.askPhrase(`You cannot undo ${runningLabel(action)} ${withArticle(resource)}.`, "", {
      isInputTaken
    })
  // without names there is nothing to log in for
  const find = (name: string) =>
    Effect.andThen(
      isDry ? Effect.void : logInFor(resource),
      Effect.map(Effect.result(findTarget(change, action, name)), (row) => ({ name, row }))
    )
  const concurrency = (action.effect !== "final" || flags.yes ? workersConcurrency(flags) : undefined) ?? 1
  // a final action may remove the row that another name finds, so all are looked up first
  const targets = isFinal
    ? Stream.fromIterableEffect(Effect.flatMap(Stream.runCollect(readNames(names)), Effect.forEach(find)))
    : Stream.mapEffect(readNames(names), find, { concurrency })
  const failures: Array<Output.CommandError> = []
  const ids = new Set<string | number>()
  let done = 0
  const one = ({ name, row }: Effect.Success<ReturnType<typeof find>>) =>
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
          if (!(error instanceof Output.CommandError)) return Effect.fail(error)
          failures.push(error)
          const { code, kind, message } = error
          return flags.json
            ? writeOutcome(change, { action: action.name, target: name, outcome: "failed", code, kind, message })
            : Output.writeNote(message)
        }
      })
    )
  yield* Stream.runDrain(Stream.mapEffect(targets, one, { concurrency }))
  const [first] = failures
  if (first === undefined || done > 0) yield* change.output.requireWritten
  if (first === undefined) return undefined
  return yield* new Exit({ code: done === 0 ? first.code : Output.exitCodes.partly })
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
  yield* checkFields(Object.entries(action.fields), values, flagOf)
  const mayAsk = !flags.yes && !isDry
  const isAsked = mayAsk && formWarning(action, values, false) !== undefined
  const confirmFor = Effect.fnUntraced(function* (row: AnyRow) {
    const isMine = row !== undefined && (yield* Account).isMe(resource, row)
    const warning = mayAsk || (isMine && flags.dryRun) ? formWarning(action, values, isMine) : undefined
    if (warning === undefined) return undefined
    if (isDry) return yield* Output.writeNote(warning)
    const question = toQuestion(`${action.label} ${targetName(action, resource, row)}`.trim(), warning)
    const target = row === undefined ? undefined : resource.nameOf(row)
    return yield* Output.askPhrase(question, target ?? "yes", { target })
  })
  if (isAsked && action.on === "none") yield* confirmFor(undefined)
  const filled = yield* withSecrets(action, values, isDry)
  const names = Object.values(action.fields).map(({ flag }) => `--${flag}`)
  yield* requireValues(action, filled, names)
  const logIn = logInFor(resource)
  // to see whether it is your own account
  const needsRow = isAsked || (action.toSelf !== undefined && !flags.curl && (flags.dryRun || !flags.yes))
  const known = target === undefined || needsRow ? undefined : resource.ofId?.(target)
  if (!isDry || (target !== undefined && known === undefined)) yield* logIn
  const row: AnyRow = known ?? (target === undefined ? undefined : yield* findRow(resource, target))
  if (row !== undefined) yield* confirmFor(row)
  const operation = `${action.label} ${targetName(action, resource, row)}`.trim()
  const lookUp = action.lookUp?.(filled)
  if (isDry && lookUp !== undefined) yield* logIn
  const complete = lookUp === undefined ? filled : yield* Effect.catch(lookUp, (error) => failedTo(operation, error))
  if (isDry) return yield* reportDryRun(flags, operation, action.run(complete, row))
  const shown = { ...resource, fields: knownFields(resource, reveal) }
  const { changed, outcome } = yield* submit(shown, action, complete, row)
  yield* writeOutcome(change, outcome)
  if (changed !== undefined) yield* writeSecret(change, changed, reveal)
  return yield* change.output.requireWritten
})

/** Runs a query and prints its report. */
export const printQuery = Effect.fnUntraced(function* (
  resource: AnyResource,
  query: Query<AnyRow>,
  flagValues: FormValues,
  { reveal, target, ...flags }: QueryFlags & { readonly target?: string }
) {
  const settings = yield* Config.all(Record.map(query.fields, ({ setting = Config.succeed(Option.none()) }) => setting))
  const form = { ...Record.getSomes(settings), ...flagValues }
  yield* checkFields(Object.entries(query.fields), form, flagOf)
  const values = yield* withSecrets(query, form, isDryRun(flags))
  const known: AnyRow = target === undefined ? undefined : resource.ofId?.(target)
  const isLookedUp = target !== undefined && known === undefined
  const isPublic = query.isPublic?.(values) === true
  if (!isPublic && (!isDryRun(flags) || isLookedUp)) yield* logInFor(resource)
  const row: AnyRow = isLookedUp ? yield* findRow(resource, target) : known
  if (isDryRun(flags))
    return yield* reportDryRun(flags, `${query.label} ${targetName(query, resource, row)}`, query.run(values, row))
  const { operation, report } = yield* runQuery(resource, query, values, row)
  const toText = reveal ? Output.toRevealedJson : Output.toJson
  yield* Output.stdout.write(flags.json ? `${toText(report.data)}\n` : formatReport(report, reveal))
  return report.failure === undefined ? undefined : yield* failedTo(operation, report.failure, isPublic)
})
