import * as Effect from "effect/Effect"

import * as Actions from "../../actions/Action.ts"
import type { Action } from "../../actions/Action.ts"
import * as FormActions from "../../actions/FormAction.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import { Account } from "../../engine/account/Account.ts"
import { Profile } from "../../profiles/Profile.ts"
import * as ReadOnly from "../../profiles/ReadOnly.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { anyOf, objectOf, wordOf } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import { valueOf } from "../headless/Format.ts"
import { because, Stopped, usage } from "../headless/Stopped.ts"
import { cleaning } from "./answer.ts"
import type { Answer } from "./answer.ts"
import { confirm } from "./confirm.ts"
import { rowIn } from "./find.ts"
import * as Input from "./input.ts"
import { nameOf } from "./Tool.ts"
import type { Tool } from "./Tool.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions and rows are of one resource
type Any = any

const allowed = Effect.fnUntraced(function* (action: { readonly effect: string }) {
  const message = ReadOnly.refusal(yield* Profile, action)
  if (message !== undefined) return yield* new Stopped({ kind: "refused", message })
})

interface Done {
  readonly name: string
  readonly done: string
}

/** What has become of a target; nothing is known of one that is gone. */
const outcome = (
  resource: AnyResource,
  { done, name }: Done,
  target: string,
  row: Any,
  { outcome = "done", said = done } = {}
): Answer => ({
  action: name,
  target,
  outcome,
  message: `${target} ${said}`,
  [wordOf(resource)]: row === undefined ? null : valueOf(resource.fields, row)
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

// what nobody can type is not asked for
const typedFor = (name: string, id: string) => (name === "" || name.length > 100 || name.includes("\uFFFD") ? id : name)

/** Asks a person before something is done to a row, or with what is held besides. */
const asked = Effect.fnUntraced(function* (
  resource: AnyResource,
  { label, name: verb }: { readonly label: string; readonly name: string },
  row: Any,
  warning: string,
  held?: Input.Given
) {
  const name = resource.nameOf(row)
  const clean = yield* cleaning
  const id = String(resource.idOf(row))
  const text = oneLine(clean(`${capital(label)} ${name} (${resource.one} ${id})? ${warning}`))
  yield* confirm({
    // with what was asked: after another log-in the same may be of one's own account
    about: [verb, id, ...(held === undefined ? [] : [JSON.stringify(held)]), text].join(" "),
    name: typedFor(oneLine(clean(name)), id),
    text,
    command: `remote-assist ${verb.replace(".", " ")} ${id}`
  })
})

const act = Effect.fnUntraced(function* (resource: AnyResource, action: Action<Any>, row: Any) {
  const name = resource.nameOf(row)
  const needless = action.needless?.(row)
  if (needless !== undefined)
    return outcome(resource, action, name, row, { outcome: "unchanged", said: `${needless}.` })
  const { isMe } = yield* Account
  const warning = Actions.warningOf(action, isMe(resource, row))
  if (warning !== undefined) yield* asked(resource, action, row, warning)
  const changed: Any = yield* Effect.mapError(action.run(row), (error) =>
    because(`${action.label} ${name}`, error, resource.isPublic, action.refused)
  )
  return outcome(resource, action, changed === undefined ? name : resource.nameOf(changed), changed)
})

/** The tool that does an action to one of a resource. */
export const ofAction = (resource: AnyResource, action: Action<Any>): Tool => {
  const target = Input.target(resource)
  const asked = action.effect === "final" ? "A person is asked to confirm it." : ""
  const mine = action.toSelf === undefined ? "" : `To one's own account: ${action.toSelf}`
  return {
    name: nameOf(action.name),
    title: `${capital(action.label)} ${anyOf(resource)}`,
    description: [
      `${capital(action.label)} ${anyOf(resource)}, which then ${action.done}`,
      action.consequence ?? "",
      action.effect === "final" ? "This cannot be undone." : "",
      asked,
      mine
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
    input: Input.objectOf(target, Object.keys(target)),
    effect: action.effect,
    isIdempotent: true,
    isPublic: resource.isPublic === true,
    run: (given) =>
      Effect.andThen(
        allowed(action),
        Effect.flatMap(rowIn(resource, given), (row) => act(resource, action, row))
      )
  }
}

/** The tool that does what a form is for; none where it takes a secret, or makes one that is told but once. */
export const ofForm = (resource: AnyResource, action: FormAction<Any>): ReadonlyArray<Tool> => {
  if (!Input.needsNoSecret(action) || action.report !== undefined) return []
  const object = objectOf(action, resource, undefined)
  const fields = Input.fieldsOf(action)
  const target = action.on === "one" ? Input.target(resource) : {}
  return [
    {
      name: nameOf(action.name),
      title: `${capital(action.label)} ${object}`,
      description: [
        `${capital(action.label)} ${object}. ${action.consequence}`,
        ...(action.toSelf === undefined ? [] : ["A person is asked to confirm it of one's own account."])
      ].join(" "),
      input: Input.objectOf({ ...target, ...fields }, [...Object.keys(target), ...Input.requiredOf(action)]),
      effect: FormActions.standing(action),
      isIdempotent: action.on === "one" && action.effect === "reversible",
      isPublic: resource.isPublic === true,
      run: Effect.fnUntraced(function* (given) {
        yield* allowed(action)
        const held = yield* Input.usableOf(action, given)
        if (Object.keys(held).length === 0 && Object.keys(fields).length > 0)
          return yield* usage(`There is nothing to ${action.label} with. Give ${Object.keys(fields).join(" or ")}.`)
        const row: Any = action.on === "one" ? yield* rowIn(resource, given) : undefined
        const isMine = row !== undefined && action.toSelf !== undefined && (yield* Account).isMe(resource, row)
        const warning = isMine ? FormActions.warningOf(action, held, true) : undefined
        if (warning !== undefined) yield* asked(resource, action, row, warning, held)
        const doing = `${action.label} ${objectOf(action, resource, row)}`
        const changed: Any = yield* Effect.mapError(action.run(held, row), (error) => because(doing, error))
        return outcome(
          resource,
          action,
          changed === undefined ? `The ${resource.one}` : resource.nameOf(changed),
          changed,
          { said: FormActions.doneOf(action, held, changed) }
        )
      })
    }
  ]
}
