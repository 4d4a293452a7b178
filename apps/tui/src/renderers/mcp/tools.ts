import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import { capitalize } from "effect/String"

import type { Action, FormAction, Query } from "../../actions/Action.ts"
import { actionWarning, permissionRequired, formWarning, formatDone } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, pluralName, targetName, withArticle } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { valueOf } from "../headless/format.ts"
import { Stopped, because, usage } from "../headless/output.ts"
import { cleaning } from "./answer.ts"
import type { Answer } from "./answer.ts"
import { confirm } from "./confirm.ts"
import type { Asked } from "./confirm.ts"
import type { Session } from "./Connected.ts"
import * as Input from "./input.ts"
import { pageOf } from "./lists.ts"

/** An action, or a way to read a resource, as models are given it. */
export interface Tool {
  /** Letters, digits and underscores, 64 at most: what every client accepts. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: McpSchema.ToolJson
  /** `read`, or the effect of its action. */
  readonly effect: string
  /** Whether to call it again changes nothing more. */
  readonly isIdempotent: boolean
  /** Whether nobody needs to be logged in. */
  readonly isPublic?: boolean
  readonly run: (given: Input.Given) => Effect.Effect<Answer, Stopped | Asked, Session | McpSchema.McpRequestContext>
}

const longestName = 64

/** The name of a tool, from words such as `users.deactivate`. */
export const nameOf = (...words: ReadonlyArray<string>): string =>
  words.join("_").replaceAll(/\W/g, "_").slice(0, longestName)

/** What hosts decide by whether to ask the user before a call. */
export const annotationsOf = ({ effect, isIdempotent, title }: Tool): McpSchema.ToolAnnotations => ({
  title,
  readOnlyHint: effect === "read",
  destructiveHint: effect === "final",
  idempotentHint: isIdempotent,
  // an e-mail reaches people outside of the service
  openWorldHint: effect === "mails"
})

const sentences = (...all: ReadonlyArray<string | undefined>) =>
  all.filter((sentence) => sentence !== undefined && sentence !== "").join(" ")

const isPublic = (resource: AnyResource) => resource.isPublic === true

const listing = (resource: AnyResource): Tool => {
  const { fields, filterExample, name, summary, within } = resource
  // the list within another screen is `calls_recent`
  const tool = within === undefined ? nameOf(name, "list") : nameOf(within.resource, name)
  const filter = { type: "string", description: `Which ones: ${filterExample}; all unless given` }
  return {
    name: tool,
    title: `List ${pluralName(resource)}`,
    description: `Lists ${pluralName(resource)}, a page at a time; the answer says how many there are, and how to go on.`,
    input: Input.objectOf({
      ...(filterExample === undefined ? {} : { filter }),
      page: { type: "integer", minimum: 1, description: "Which page; the first one unless given" },
      cursor: { type: "string", description: "In place of page: next_cursor of the answer before" },
      fields: {
        type: "array",
        items: { type: "string", enum: fields.map(({ name }) => name) },
        description: `Which fields; ${summary.join(", ")} unless given`
      }
    }),
    effect: "read",
    isIdempotent: true,
    isPublic: isPublic(resource),
    run: (given) =>
      Effect.map(pageOf(resource, given), ({ next, ...page }) => ({
        ...page,
        next_cursor: next ?? null,
        ...(next === undefined ? {} : { to_go_on: `Call ${tool} again with "cursor": "${next}".` })
      }))
  }
}

const showing = (resource: AnyResource): Tool => {
  const target = Input.target(resource)
  return {
    name: nameOf(resource.name, "show"),
    title: `Show ${withArticle(resource)}`,
    description: `Shows all that is known of one ${resource.one}.`,
    input: Input.objectOf(target, Object.keys(target)),
    effect: "read",
    isIdempotent: true,
    isPublic: isPublic(resource),
    run: (given) =>
      Effect.map(Input.rowIn(resource, given), (row) => ({ [jsonName(resource)]: valueOf(resource.fields, row) }))
  }
}

const unlessReadOnly = Effect.fnUntraced(function* (action: { readonly effect: string }) {
  const message = readOnlyMessage(yield* Profile, action)
  if (message !== undefined) return yield* new Stopped({ kind: "refused", message })
})

interface Done {
  readonly outcome?: string
  readonly message: string
}

const answerOf = (
  resource: AnyResource,
  action: { readonly name: string },
  target: string,
  row: AnyRow,
  { message, outcome = "done" }: Done
): Answer => ({
  action: action.name,
  target,
  outcome,
  message: `${target} ${message}`,
  [jsonName(resource)]: row === undefined ? null : valueOf(resource.fields, row)
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** Asks a person before something is done to a row, with these values. */
const ask = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: { readonly label: string; readonly name: string },
  row: AnyRow,
  warning: string | undefined,
  values?: Input.Given
) {
  if (warning === undefined) return
  const clean = yield* cleaning
  const id = String(resource.idOf(row))
  const name = oneLine(clean(resource.nameOf(row)))
  const text = oneLine(clean(`${capitalize(action.label)} ${resource.nameOf(row)} (${resource.one} ${id})? ${warning}`))
  yield* confirm({
    // with the text: after another log-in the row may be one's own account
    about: [action.name, id, JSON.stringify(values), text].join(" "),
    // what nobody can type is not asked for
    name: name === "" || name.length > 100 || name.includes("\uFFFD") ? id : name,
    text,
    command: `remote-assist ${action.name.replace(".", " ")} ${id}`
  })
})

/** The tool that does an action to one of a resource. */
export const ofAction = (resource: AnyResource, action: Action<AnyRow>): Tool => {
  const { consequence, done, effect, label, name, needless, refused, run, toSelf } = action
  const target = Input.target(resource)
  const title = `${capitalize(label)} ${withArticle(resource)}`
  return {
    name: nameOf(name),
    title,
    description: sentences(
      `${title}, which then ${done}`,
      consequence,
      effect === "final" ? "This cannot be undone. A person is asked to confirm it." : "",
      toSelf && `To one's own account: ${toSelf}`
    ),
    input: Input.objectOf(target, Object.keys(target)),
    effect,
    isIdempotent: true,
    isPublic: isPublic(resource),
    run: Effect.fnUntraced(function* (given) {
      yield* unlessReadOnly(action)
      const row: AnyRow = yield* Input.rowIn(resource, given)
      const called = resource.nameOf(row)
      const why = needless?.(row)
      if (why !== undefined)
        return answerOf(resource, action, called, row, { outcome: "unchanged", message: `${why}.` })
      const { isMe } = yield* Account
      yield* ask(resource, action, row, actionWarning(action, isMe(resource, row)))
      const changed: AnyRow = yield* Effect.mapError(run(row), (error) =>
        because(`${label} ${called}`, error, resource.isPublic, refused)
      )
      const now = changed === undefined ? called : resource.nameOf(changed)
      return answerOf(resource, action, now, changed, { message: done })
    })
  }
}

/** The tool of a form; none if the form takes a secret, or makes one that is shown only once. */
export const ofForm = (resource: AnyResource, action: FormAction<AnyRow>): ReadonlyArray<Tool> => {
  if (!Input.needsNoSecret(action) || action.report !== undefined) return []
  const { consequence, label, name, on, toSelf } = action
  const title = `${capitalize(label)} ${targetName(action, resource, undefined)}`
  const fields = Input.fieldsOf(action)
  const target = on === "one" ? Input.target(resource) : {}
  return [
    {
      name: nameOf(name),
      title,
      description: sentences(
        `${title}. ${consequence}`,
        toSelf && "A person is asked to confirm it of one's own account."
      ),
      input: Input.objectOf({ ...target, ...fields }, [...Object.keys(target), ...Input.requiredOf(action)]),
      effect: permissionRequired(action),
      isIdempotent: on === "one" && action.effect === "reversible",
      isPublic: isPublic(resource),
      run: Effect.fnUntraced(function* (given) {
        yield* unlessReadOnly(action)
        const values = yield* Input.valuesOf(action, given)
        if (Object.keys(values).length === 0 && Object.keys(fields).length > 0)
          return yield* usage(`There is nothing to ${label} with. Give ${Object.keys(fields).join(" or ")}.`)
        const row: AnyRow = on === "one" ? yield* Input.rowIn(resource, given) : undefined
        const isMine = row !== undefined && toSelf !== undefined && (yield* Account).isMe(resource, row)
        if (isMine) yield* ask(resource, action, row, formWarning(action, values, true), values)
        const doing = `${label} ${targetName(action, resource, row)}`
        const changed: AnyRow = yield* Effect.mapError(action.run(values, row), (error) => because(doing, error))
        const now = changed === undefined ? `The ${resource.one}` : resource.nameOf(changed)
        return answerOf(resource, action, now, changed, { message: formatDone(action, values, changed) })
      })
    }
  ]
}

/** The tool of an query; none if it takes a secret. */
export const ofQuery = (resource: AnyResource, query: Query<AnyRow>): ReadonlyArray<Tool> => {
  if (!Input.needsNoSecret(query)) return []
  const title = `${capitalize(query.label)} ${targetName(query, resource, undefined)}`
  const target = query.on === "one" ? Input.target(resource) : {}
  const required = [...Object.keys(target), ...Input.requiredOf(query)]
  return [
    {
      name: nameOf(query.name),
      title,
      description: `${title}. ${query.consequence}`.trim(),
      input: Input.objectOf({ ...target, ...Input.fieldsOf(query) }, required),
      effect: query.effect,
      isIdempotent: true,
      isPublic: isPublic(resource),
      run: Effect.fnUntraced(function* (given) {
        const row: AnyRow = query.on === "one" ? yield* Input.rowIn(resource, given) : undefined
        const doing = `${query.label} ${targetName(query, resource, row)}`
        const values = yield* Input.valuesOf(query, given)
        const report = yield* Effect.mapError(query.run(values, row), (error) => because(doing, error))
        const { data, failure, title } = report
        return { title, data, ...(failure !== undefined && { missing: because(doing, failure).message }) }
      })
    }
  ]
}

/** Every tool of every resource, from the same definitions as keys and commands. */
export const ofResources: ReadonlyArray<Tool> = resources.flatMap((resource) => [
  ...(resource.isLocal === true ? [] : [listing(resource)]),
  ...(resource.isLocal === true || resource.within !== undefined ? [] : [showing(resource)]),
  ...resource.actions.map((action) => ofAction(resource, action)),
  ...(resource.forms ?? []).flatMap((action) => ofForm(resource, action)),
  ...[
    ...(resource.queries ?? []),
    ...(resource.tabs ?? []).flatMap(({ query, isOfScreen }) => (isOfScreen === true ? [] : (query ?? [])))
  ].flatMap((query) => ofQuery(resource, query))
])
