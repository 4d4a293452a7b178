import { Exit } from "@remote-assist/cli"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { warningOf } from "../../actions/Action.ts"
import type { Action } from "../../actions/Action.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import { Account } from "../../engine/Account.ts"
import { Profile } from "../../profiles/Profile.ts"
import * as ReadOnly from "../../profiles/ReadOnly.ts"
import { visible } from "../../requests/visible.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { Entrance } from "./Connection.ts"
import { isDry, sayDry } from "./dry.ts"
import type { Changing } from "./flags.ts"
import { valueOf } from "./Format.ts"
import * as Json from "./json.ts"
import * as Output from "./Output.ts"
import { tell } from "./Output.ts"
import { ask, canAsk } from "./Question.ts"
import { because, exitCodes, Stopped, usage } from "./Stopped.ts"
import { find, named } from "./targets.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions and rows are of one resource
type Any = any

// what is only said writes to the standard output itself
const unwritten: Output.Results = { write: () => Effect.void, lost: () => undefined }

interface Change {
  readonly resource: AnyResource
  /** Name of the action. */
  readonly name: string
  /** The verb. */
  readonly label: string
  readonly done: string
  readonly given: Changing
  readonly results: Output.Results
}

/** Tells that it is done; what it is done to is `row`, as it is now where that is known. */
const tellDone = ({ done, given, name, resource, results }: Change, target: string, row: Any, said = done) =>
  results.write(
    given.json
      ? `${Json.write({
          action: name,
          target,
          outcome: said === done ? "done" : "unchanged",
          message: `${target} ${said}`,
          [resource.one]: row === undefined ? null : valueOf(resource.fields, row)
        })}\n`
      : `${visible(`${target} ${said}`)}\n`
  )

const tellFailed = ({ given, name, results }: Change, target: string, { code, kind, message }: Stopped) =>
  given.json
    ? results.write(`${Json.write({ action: name, target, outcome: "failed", code, kind, message })}\n`)
    : tell(message)

/** Fails where what was done could not be told. */
const allTold = Effect.fnUntraced(function* ({ lost }: Output.Results) {
  const why = lost()
  if (why === undefined) return
  yield* tell(`The output cannot be written (${why}): what was done is done.`)
  return yield* new Exit({ code: exitCodes.partly })
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const asked = Effect.fnUntraced(function* (change: Change, row: Any, warning: string, fromInput: boolean) {
  const { label, resource } = change
  const name = resource.nameOf(row)
  if (!canAsk() || fromInput)
    return yield* usage(`Nothing was done to ${name}: ${warning} Give --yes to ${label} without being asked.`)
  const answer = yield* ask(visible(`${capital(label)} ${name}? ${warning}`), visible(`Type ${name} to go on: `))
  if (answer?.trim() !== name) return yield* usage(`That is not ${name}: nothing was done.`)
  return undefined
})

/** The row of a name, looked up unless its id is all that is needed. */
const rowOf = Effect.fnUntraced(function* ({ given, resource }: Change, { effect }: Action<Any>, name: string) {
  const known: Any = resource.ofId?.(name)
  const mayAsk = effect === "final" && !given.yes
  if (known !== undefined && (isDry(given) || !mayAsk)) return known
  const { enter } = yield* Entrance
  yield* enter
  return yield* find(resource, name)
})

/** Does an action to a row. */
const one = Effect.fnUntraced(function* (change: Change, action: Action<Any>, row: Any, fromInput: boolean) {
  const { given, label, resource } = change
  const target = resource.nameOf(row)
  const doing = `${label} ${target}`
  const needless = action.needless?.(row)
  if (needless !== undefined) return yield* tellDone(change, target, row, `${needless}.`)
  if (isDry(given)) return yield* sayDry(given, doing, action.run(row))
  const { isMe } = yield* Account
  const warning = given.yes ? undefined : warningOf(action, isMe(resource, row))
  if (warning !== undefined) yield* asked(change, row, warning, fromInput)
  const changed: Any = yield* Effect.mapError(action.run(row), (error) => because(doing, error))
  return yield* tellDone(change, changed === undefined ? target : resource.nameOf(changed), changed)
})

/** Fails where the profile lets nothing be changed; what sends nothing changes nothing. */
const allowed = Effect.fnUntraced(function* (action: { readonly effect: string }, given: Changing) {
  const message = isDry(given) ? undefined : ReadOnly.refusal(yield* Profile, action)
  if (message !== undefined) return yield* new Stopped({ kind: "refused", message })
})

/** Does an action to each of the rows named, one after the other; a failure of one is told, and the rest goes on. */
export const act = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: Action<Any>,
  { names, ...given }: Changing & { readonly names: ReadonlyArray<string> }
) {
  yield* allowed(action, given)
  const results = isDry(given) ? unwritten : yield* Output.results
  const change: Change = { resource, name: action.name, label: action.label, done: action.done, given, results }
  const fromInput = names.includes("-")
  if (action.effect === "final" && !given.yes && !isDry(given) && (fromInput || !canAsk()))
    return yield* usage(
      `To ${action.label} a ${resource.one} cannot be undone, and nobody can be asked here. Give --yes to do it all the same.`
    )
  const { enter } = yield* Entrance
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
  given: Changing & { readonly target?: string }
) {
  yield* allowed(action, given)
  const results = isDry(given) ? unwritten : yield* Output.results
  const change: Change = { resource, name: action.name, label: action.label, done: action.done, given, results }
  if (Object.keys(form).length === 0) {
    const flags = Object.values(action.fields).map(({ flag }) => `--${flag}`)
    return yield* usage(`There is nothing to ${action.label} with. Give ${flags.join(" or ")}.`)
  }
  const { enter } = yield* Entrance
  const known = given.target === undefined ? undefined : resource.ofId?.(given.target)
  if (!isDry(given) || (given.target !== undefined && known === undefined)) yield* enter
  const row: Any = known ?? (given.target === undefined ? undefined : yield* find(resource, given.target))
  const doing = `${action.label} ${row === undefined ? `a ${resource.one}` : resource.nameOf(row)}`
  if (isDry(given)) return yield* sayDry(given, doing, action.run(form, row))
  const changed: Any = yield* Effect.mapError(action.run(form, row), (error) => because(doing, error))
  yield* tellDone(change, changed === undefined ? `The ${resource.one}` : resource.nameOf(changed), changed)
  return yield* allTold(results)
})
