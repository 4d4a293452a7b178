import { Exit } from "@remote-assist/cli"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { capitalize } from "effect/String"

import type { Action, FormDefinition, FormField, FormAction, Query } from "../../actions/Action.ts"
import { actionWarning, fieldError, formWarning, formatDone } from "../../actions/Action.ts"
import type { Report } from "../../actions/Report.ts"
import { lineText } from "../../actions/Report.ts"
import { Account } from "../../engine/Account.ts"
import * as Problem from "../../Problem.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { jsonName, targetName, withArticle } from "../../resources/Resource.ts"
import { entering } from "./Connection.ts"
import type { Changing, Querying } from "./flags.ts"
import { valueOf } from "./format.ts"
import {
  Stopped,
  allTold,
  because,
  exitCodes,
  resultOutput,
  stdout,
  tell,
  usage,
  writeJson,
  writeOpenJson
} from "./output.ts"
import type { Results } from "./output.ts"
import { ask, canAsk, requireSecrets } from "./Prompt.ts"
import { find, isDry, named, sayDry } from "./request.ts"

type Values = Readonly<Record<string, unknown>>

const wrong = (field: FormField, value: unknown): string | undefined => {
  if (field.isRequired === true && field.isSecret !== true) {
    if (value === undefined) return "is missing"
    if (typeof value === "string" && value.trim() === "") return "is empty"
  }
  return fieldError(field, value)
}

/** Fails where something is missing, or has a form that nobody would take, such as an e-mail address without an @. */
const checked = <Row>({ fields }: FormDefinition<Row>, values: Values) =>
  Effect.forEach(
    Object.entries(fields),
    ([name, field]) => {
      const what = wrong(field, values[name])
      return what === undefined ? Effect.void : Effect.fail(usage(`--${field.flag} ${what}.`))
    },
    { discard: true }
  )

const isTaken = ([name, { isRequired, isSecret }]: readonly [string, FormField], values: Values) =>
  isSecret === true && (isRequired === true || values[name] === true)

/** The same with its secrets, which are asked for or read a line each; where nothing is sent, placeholders stand for them. */
const withSecrets = Effect.fnUntraced(function* <Row>({ fields }: FormDefinition<Row>, values: Values, isDry: boolean) {
  const secrets = Object.entries(fields).filter((field) => isTaken(field, values))
  const open = Record.filter(values, (_, name) => fields[name]?.isSecret !== true)
  if (secrets.length === 0) return open
  const flags = secrets.map(([, { flag }]) => flag.replaceAll("-", " "))
  const read = isDry ? flags.map((flag) => `<${flag}>`) : yield* requireSecrets(flags)
  return { ...open, ...Object.fromEntries(secrets.map(([name], at) => [name, read[at]])) }
})

// oxlint-disable-next-line typescript/no-explicit-any -- actions and rows are of one resource
type Any = any

/** Tells what is under way if a signal ends it before the answer. */
const toldIfInterrupted =
  (doing: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(effect, () => tell(Problem.outcomeUnknown(doing)))

// what is only said writes to the standard output itself
const unwritten: Results = { write: () => Effect.void, lost: () => undefined }

interface Change {
  readonly resource: AnyResource
  /** Name of the action. */
  readonly name: string
  /** The verb. */
  readonly label: string
  readonly done: string
  readonly given: Changing
  readonly results: Results
}

/** Tells that it is done; what it is done to is `row`, as it is now where that is known. */
const tellDone = (
  { done, given, name, resource, results }: Change,
  target: string,
  row: Any,
  { outcome = "done", said = done } = {}
) =>
  results.write(
    given.json
      ? `${writeJson({
          action: name,
          target,
          outcome,
          message: `${target} ${said}`,
          [jsonName(resource)]: row === undefined ? null : valueOf(resource.fields, row)
        })}\n`
      : `${sanitize(`${target} ${said}`)}\n`
  )

const tellFailed = ({ given, name, results }: Change, target: string, { code, kind, message }: Stopped) =>
  given.json
    ? results.write(`${writeJson({ action: name, target, outcome: "failed", code, kind, message })}\n`)
    : tell(message)

/** Tells what is secret of what was made, where that was asked for. */
const tellSecret = ({ given, resource, results }: Change, row: Any) => {
  const secret = resource.secret?.value(row)
  if (resource.secret === undefined || secret === undefined) return Effect.void
  const text = Redacted.value(secret)
  return results.write(given.json ? `${writeJson({ [resource.secret.name]: text })}\n` : `${sanitize(text)}\n`)
}

/** Asks for a phrase before something is done to an object, such as `a user`; fails where another is typed, or nobody can be asked. */
const asked = Effect.fnUntraced(function* (
  { label }: Pick<Change, "label">,
  { object, phrase, warning }: { readonly object: string; readonly phrase: string; readonly warning: string },
  fromInput = false
) {
  const what = `${label} ${object}`.trim()
  if (!canAsk() || fromInput)
    return yield* usage(`Nothing was sent to ${what}: ${warning} Give --yes to do it without being asked.`)
  const answer = yield* ask(sanitize(`${capitalize(what)}? ${warning}`), sanitize(`Type ${phrase} to go on: `))
  if (answer?.trim() !== phrase) return yield* usage(`That is not ${phrase}: nothing was done.`)
  return undefined
})

/** The row of a name, looked up unless its id is all that is needed. */
const rowOf = Effect.fnUntraced(function* (
  { given, resource }: Change,
  { effect, needless }: Action<Any>,
  name: string
) {
  const known: Any = resource.ofId?.(name)
  const mayAsk = effect === "final" && !given.yes
  if (known !== undefined && (isDry(given) || (!mayAsk && needless === undefined))) return known
  yield* entering(resource)
  const row = find(resource, name)
  // whether there is something to do is only said: where it cannot be told, it is done
  return yield* known === undefined || mayAsk ? row : Effect.orElseSucceed(row, () => known)
})

/** Does an action to a row. */
const one = Effect.fnUntraced(function* (change: Change, action: Action<Any>, row: Any, fromInput: boolean) {
  const { given, label, resource } = change
  const target = resource.nameOf(row)
  const doing = `${label} ${target}`
  const needless = action.needless?.(row)
  if (needless !== undefined)
    return yield* tellDone(change, target, row, { outcome: "unchanged", said: `${needless}.` })
  if (isDry(given)) return yield* sayDry(given, doing, action.run(row))
  const { isMe } = yield* Account
  const warning = given.yes ? undefined : actionWarning(action, isMe(resource, row))
  if (warning !== undefined) yield* asked(change, { object: target, phrase: target, warning }, fromInput)
  const changed: Any = yield* Effect.mapError(action.run(row), (error) =>
    because(doing, error, resource.isPublic, action.refused)
  ).pipe(toldIfInterrupted(`${action.pending} ${target}`))
  return yield* tellDone(change, changed === undefined ? target : resource.nameOf(changed), changed)
})

/** Fails where the profile lets nothing be changed; what sends nothing changes nothing. */
const allowed = Effect.fnUntraced(function* (action: { readonly effect: string }, given: Changing) {
  const message = isDry(given) ? undefined : readOnlyMessage(yield* Profile, action)
  if (message !== undefined) return yield* new Stopped({ kind: "refused", message })
})

/** Does an action to each of the rows named, one after the other; a failure of one is told, and the rest goes on. */
export const act = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: Action<Any>,
  { names, ...given }: Changing & { readonly names: ReadonlyArray<string> }
) {
  yield* allowed(action, given)
  const results = isDry(given) ? unwritten : yield* resultOutput
  const change: Change = { resource, name: action.name, label: action.label, done: action.done, given, results }
  const fromInput = names.includes("-")
  if (action.effect === "final" && !given.yes && !isDry(given) && (fromInput || !canAsk()))
    return yield* usage(
      `To ${action.label} ${withArticle(resource)} cannot be undone, and nobody can be asked here. Give --yes to do it all the same.`
    )
  const enter = entering(resource)
  if (!isDry(given)) yield* enter
  let done = 0
  const failures: Array<Stopped> = []
  const found = (name: string) => Effect.map(Effect.result(rowOf(change, action, name)), (row) => ({ name, row }))
  // whom it is done to cannot be looked up by another name later, where it is final
  const targets =
    action.effect === "final" && !isDry(given)
      ? Stream.fromIterableEffect(Effect.flatMap(Stream.runCollect(named(names)), Effect.forEach(found)))
      : Stream.mapEffect(named(names), found)
  const before = new Set<string | number>()
  const once = Effect.fnUntraced(function* (row: Any) {
    const id = resource.idOf(row)
    if (before.has(id)) return
    before.add(id)
    yield* one(change, action, row, fromInput)
  })
  yield* Stream.runForEach(targets, ({ name, row }) =>
    Effect.matchEffect(Effect.flatMap(Effect.fromResult(row), once), {
      onSuccess: () => Effect.sync(() => void done++),
      onFailure: (error) => {
        if (!(error instanceof Stopped)) return Effect.fail(error)
        failures.push(error)
        return tellFailed(change, name, error)
      }
    })
  )
  const [first] = failures
  if (first === undefined || done > 0) yield* allTold(results)
  if (first === undefined) return undefined
  return yield* new Exit({ code: done === 0 ? first.code : exitCodes.partly })
})

/** Does an action with what its form holds, to the row of a name where it changes one. */
export const fill = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: FormAction<Any>,
  form: Readonly<Record<string, unknown>>,
  { reveal = false, ...given }: Changing & { readonly target?: string; readonly reveal?: boolean }
) {
  yield* allowed(action, given)
  const results = isDry(given) ? unwritten : yield* resultOutput
  const change: Change = { resource, name: action.name, label: action.label, done: action.done, given, results }
  yield* checked(action, form)
  const isAsked = !given.yes && !isDry(given) && formWarning(action, form, false) !== undefined
  const flags = Object.values(action.fields).map(({ flag }) => `--${flag}`)
  const ask = Effect.fnUntraced(function* (row: Any) {
    const isMine = row !== undefined && (yield* Account).isMe(resource, row)
    const warning = isAsked ? formWarning(action, form, isMine) : undefined
    if (warning === undefined) return
    const phrase = row === undefined ? "yes" : resource.nameOf(row)
    yield* asked(change, { object: targetName(action, resource, row), phrase, warning })
  })
  // where nobody can be asked, nobody need be logged in to be told so
  if (isAsked && (action.on === "none" || !canAsk())) yield* ask(undefined)
  const held = yield* withSecrets(action, form, isDry(given))
  if (Object.keys(held).length === 0 && flags.length > 0)
    return yield* usage(`There is nothing to ${action.label} with. Give ${flags.join(" or ")}.`)
  const enter = entering(resource)
  const known = given.target === undefined || isAsked ? undefined : resource.ofId?.(given.target)
  if (!isDry(given) || (given.target !== undefined && known === undefined)) yield* enter
  const row: Any = known ?? (given.target === undefined ? undefined : yield* find(resource, given.target))
  if (row !== undefined) yield* ask(row)
  const doing = `${action.label} ${targetName(action, resource, row)}`.trim()
  const lookUp = action.lookUp?.(held)
  if (isDry(given) && lookUp !== undefined) yield* enter
  const values = lookUp === undefined ? held : yield* Effect.mapError(lookUp, (error) => because(doing, error))
  if (isDry(given)) return yield* sayDry(given, doing, action.run(values, row))
  const changed: Any = yield* Effect.mapError(action.run(values, row), (error) =>
    because(doing, error, resource.isPublic)
  ).pipe(toldIfInterrupted(`${action.pending} ${targetName(action, resource, row)}`.trim()))
  const name = changed === undefined ? capitalize(action.object ?? `the ${resource.one}`) : resource.nameOf(changed)
  yield* tellDone(change, name, changed, { said: formatDone(action, values, changed) })
  if (reveal && changed !== undefined) yield* tellSecret(change, changed)
  return yield* allTold(results)
})

/** A report as text: facts label by label, a paragraph each part. */
const printed = ({ parts }: Report, isRevealed: boolean): string => {
  const lines = parts.flatMap((part) => part.lines)
  const width = Math.max(0, ...lines.map(({ label = "" }) => label.length))
  return parts
    .map(({ lines, title }) =>
      [
        ...(title === undefined ? [] : [sanitize(title)]),
        ...lines.map((line) => {
          const text = sanitize(lineText(line, isRevealed))
          return line.label === undefined ? text : `${sanitize(line.label).padEnd(width)}  ${text}`
        })
      ]
        .map((line) => `${line.trimEnd()}\n`)
        .join("")
    )
    .join("\n")
}

/** Finds something out, and prints what it is. */
export const runQuery = Effect.fnUntraced(function* (
  resource: AnyResource,
  query: Query<Any>,
  form: Readonly<Record<string, unknown>>,
  { reveal, target, ...given }: Querying & { readonly target?: string }
) {
  yield* checked(query, form)
  const values = yield* withSecrets(query, form, isDry(given))
  const enter = entering(resource)
  const known: Any = target === undefined ? undefined : resource.ofId?.(target)
  const isLookedUp = target !== undefined && known === undefined
  const isPublic = query.isPublic?.(values) === true
  if (!isPublic && (!isDry(given) || isLookedUp)) yield* enter
  const row: Any = isLookedUp ? yield* find(resource, target) : known
  const doing = `${query.label} ${targetName(query, resource, row)}`
  if (isDry(given)) return yield* sayDry(given, doing, query.run(values, row))
  const report = yield* Effect.mapError(query.run(values, row), (error) => because(doing, error))
  yield* stdout.write(given.json ? `${writeOpenJson(report.data, reveal)}\n` : printed(report, reveal))
  return report.failure === undefined ? undefined : yield* because(doing, report.failure, isPublic)
})
