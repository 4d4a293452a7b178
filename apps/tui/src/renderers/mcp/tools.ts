import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import { capitalize } from "effect/String"

import { actionWarning, formatDone, formWarning, permissionRequired } from "../../actions/Action.ts"
import type { Action, FormAction, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import { Profile, readOnlyMessage } from "../../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, pluralName, targetName, withArticle } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { CommandError, failedTo, usageError } from "../headless/CommandError.ts"
import { toRecord } from "../headless/format.ts"
import { connectionClean } from "./answer.ts"
import type { Answer } from "./answer.ts"
import { confirm } from "./confirm.ts"
import type { InputRequired } from "./confirm.ts"
import type { Session } from "./Connected.ts"
import {
  fieldProperties,
  findTarget,
  readValues,
  requiredFields,
  requiresSecret,
  targetProperty,
  toInputSchema
} from "./input.ts"
import type { Arguments } from "./input.ts"
import { readPage } from "./lists.ts"

/** An action, query or list for models. */
export interface Tool {
  /** Up to 64 letters, digits and underscores, which every client accepts. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: McpSchema.ToolJson
  /** `read`, or the effect of its action. */
  readonly effect: string
  /** Whether a second call changes nothing more. */
  readonly isIdempotent: boolean
  /** Whether it works without a login. */
  readonly isPublic?: boolean
  readonly run: (
    args: Arguments
  ) => Effect.Effect<Answer, CommandError | InputRequired, Session | McpSchema.McpRequestContext>
}

const maxNameLength = 64

/** Makes the name of a tool from words such as `users.deactivate`. */
export const toolName = (...words: ReadonlyArray<string>): string =>
  words.join("_").replaceAll(/\W/g, "_").slice(0, maxNameLength)

/** Hints by which hosts decide whether to ask the user before a call. */
export const annotations = ({ effect, isIdempotent, title }: Tool): McpSchema.ToolAnnotations => ({
  title,
  readOnlyHint: effect === "read",
  destructiveHint: effect === "final",
  idempotentHint: isIdempotent,
  // an e-mail reaches people outside of the service
  openWorldHint: effect === "mails"
})

const joinSentences = (...all: ReadonlyArray<string | undefined>) =>
  all.filter((sentence) => sentence !== undefined && sentence !== "").join(" ")

const readTool = { effect: "read", isIdempotent: true } as const

const isPublic = (resource: AnyResource) => resource.isPublic === true

const listTool = (resource: AnyResource): Tool => {
  const { fields, filterExample, name, summary, within } = resource
  // a list on another screen is named after both: `calls_recent`
  const tool = within === undefined ? toolName(name, "list") : toolName(within.resource, name)
  const filter = { type: "string", description: `Which ones: ${filterExample} (default: all)` }
  return {
    ...readTool,
    name: tool,
    title: `List ${pluralName(resource)}`,
    description: `Lists ${pluralName(resource)}, a page at a time; the answer has the total and the cursor of the next page.`,
    input: toInputSchema({
      ...(filterExample === undefined ? {} : { filter }),
      page: { type: "integer", minimum: 1, description: "Number of the page (default: 1)" },
      cursor: { type: "string", description: "Instead of page: next_cursor of the last answer" },
      fields: {
        type: "array",
        items: { type: "string", enum: fields.map(({ name }) => name) },
        description: `Fields of each row (default: ${summary.join(", ")})`
      }
    }),
    isPublic: isPublic(resource),
    run: (args) =>
      Effect.map(readPage(resource, args), ({ next, ...page }) => ({
        ...page,
        next_cursor: next ?? null,
        ...(next === undefined ? {} : { to_go_on: `Call ${tool} again with "cursor": "${next}".` })
      }))
  }
}

const showTool = (resource: AnyResource): Tool => {
  const target = targetProperty(resource)
  return {
    ...readTool,
    name: toolName(resource.name, "show"),
    title: `Show ${withArticle(resource)}`,
    description: `Shows all fields of one ${resource.one}.`,
    input: toInputSchema(target, Object.keys(target)),
    isPublic: isPublic(resource),
    run: (args) =>
      Effect.map(findTarget(resource, args), (row) => ({ [jsonName(resource)]: toRecord(resource.fields, row) }))
  }
}

const requireWritable = Effect.fnUntraced(function* (action: { readonly effect: string }) {
  const message = readOnlyMessage(yield* Profile, action)
  if (message !== undefined) return yield* new CommandError({ kind: "refused", message })
})

const toAnswer = (
  resource: AnyResource,
  action: { readonly name: string },
  target: string,
  row: AnyRow,
  text: string,
  outcome = "done"
): Answer => ({
  action: action.name,
  target,
  outcome,
  message: `${target} ${text}`,
  [jsonName(resource)]: row === undefined ? null : toRecord(resource.fields, row)
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

interface Target {
  /** The name that the person types. */
  readonly name: string
  /** Without it, the change creates its target. */
  readonly id?: string
  readonly object: string
}

const toTarget = (resource: AnyResource, row: AnyRow): Target => {
  const [id, name] = [String(resource.idOf(row)), resource.nameOf(row)]
  return { id, name, object: `${name} (${resource.one} ${id})` }
}

/** Asks a person to confirm a change, if there is a warning. */
const confirmChange = Effect.fnUntraced(function* (
  action: { readonly label: string; readonly name: string },
  { id = "", object, ...target }: Target,
  warning: string | undefined,
  values?: Arguments
) {
  if (warning === undefined) return
  const clean = yield* connectionClean
  const name = oneLine(clean(target.name))
  const text = oneLine(clean(`${capitalize(action.label)} ${object}? ${warning}`))
  yield* confirm({
    // with the text, because another login may change the warning
    about: [action.name, id, JSON.stringify(values), text].join(" "),
    // a name that nobody can type is replaced by the id
    name: id !== "" && (name === "" || name.length > 100 || name.includes("\uFFFD")) ? id : name,
    text,
    command: `remote-assist ${action.name.replace(".", " ")} ${id}`.trim()
  })
})

/** Makes the tool of an action. */
export const actionTool = (resource: AnyResource, action: Action<AnyRow>): Tool => {
  const { consequence, done, effect, isCumulative, label, name, needless, refused, run, toSelf } = action
  const target = targetProperty(resource)
  const title = `${capitalize(label)} ${withArticle(resource)}`
  return {
    name: toolName(name),
    title,
    description: joinSentences(
      `${title}, which then ${done}`,
      consequence,
      effect === "final" ? "This cannot be undone. A person must confirm it." : "",
      toSelf && `For your own account: ${toSelf}`
    ),
    input: toInputSchema(target, Object.keys(target)),
    effect,
    isIdempotent: isCumulative !== true,
    isPublic: isPublic(resource),
    run: Effect.fnUntraced(function* (args) {
      yield* requireWritable(action)
      const row: AnyRow = yield* findTarget(resource, args)
      const rowName = resource.nameOf(row)
      const reason = needless?.(row)
      if (reason !== undefined) return toAnswer(resource, action, rowName, row, `${reason}.`, "unchanged")
      const { isMe } = yield* Account
      yield* confirmChange(action, toTarget(resource, row), actionWarning(action, isMe(resource, row)))
      const changed: AnyRow = yield* Effect.mapError(run(row), (error) =>
        failedTo(`${label} ${rowName}`, error, resource.isPublic, refused)
      )
      return toAnswer(resource, action, changed === undefined ? rowName : resource.nameOf(changed), changed, done)
    })
  }
}

/** Makes the tool of a form, unless the form takes a secret, or creates one that is shown only once. */
export const formTool = (resource: AnyResource, action: FormAction<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(action) || action.report !== undefined) return []
  const { confirmedBy, consequence, isCumulative, label, name, on, toSelf } = action
  const title = `${capitalize(label)} ${targetName(action, resource, undefined)}`
  const fields = fieldProperties(action)
  const target = on === "one" ? targetProperty(resource) : {}
  return [
    {
      name: toolName(name),
      title,
      description: joinSentences(
        `${title}. ${consequence}`,
        toSelf && "A person must confirm a change of your own account.",
        confirmedBy && "A person must confirm it."
      ),
      input: toInputSchema({ ...target, ...fields }, [...Object.keys(target), ...requiredFields(action)]),
      effect: permissionRequired(action),
      // another e-mail goes out with each call
      isIdempotent: on === "one" && permissionRequired(action) === "reversible" && isCumulative !== true,
      isPublic: isPublic(resource),
      run: Effect.fnUntraced(function* (args) {
        yield* requireWritable(action)
        const values = yield* readValues(action, args)
        if (Object.keys(values).length === 0 && Object.keys(fields).length > 0)
          return yield* usageError(`There is nothing to ${label}. Give ${Object.keys(fields).join(" or ")}.`)
        const row: AnyRow = on === "one" ? yield* findTarget(resource, args) : undefined
        const isMine = row !== undefined && toSelf !== undefined && (yield* Account).isMe(resource, row)
        if (isMine) yield* confirmChange(action, toTarget(resource, row), formWarning(action, values, true), values)
        if (confirmedBy !== undefined) {
          const value = values[confirmedBy]
          const typed = typeof value === "string" ? value : ""
          const object = `${targetName(action, resource, row)} (${typed})`
          yield* confirmChange(action, { name: typed, object }, consequence, values)
        }
        const operation = `${label} ${targetName(action, resource, row)}`
        const changed: AnyRow = yield* Effect.mapError(action.run(values, row), (error) => failedTo(operation, error))
        const rowName = changed === undefined ? `The ${resource.one}` : resource.nameOf(changed)
        return toAnswer(resource, action, rowName, changed, formatDone(action, values, changed))
      })
    }
  ]
}

/** Makes the tool of a query, unless it takes a secret. */
export const queryTool = (resource: AnyResource, query: Query<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(query)) return []
  const title = `${capitalize(query.label)} ${targetName(query, resource, undefined)}`
  const target = query.on === "one" ? targetProperty(resource) : {}
  return [
    {
      ...readTool,
      name: toolName(query.name),
      title,
      description: `${title}. ${query.consequence}`.trim(),
      input: toInputSchema({ ...target, ...fieldProperties(query) }, [
        ...Object.keys(target),
        ...requiredFields(query)
      ]),
      isPublic: isPublic(resource),
      run: Effect.fnUntraced(function* (args) {
        const row: AnyRow = query.on === "one" ? yield* findTarget(resource, args) : undefined
        const operation = `${query.label} ${targetName(query, resource, row)}`
        const values = yield* readValues(query, args)
        const report = yield* Effect.mapError(query.run(values, row), (error) => failedTo(operation, error))
        const { data, failure, title } = report
        return { title, data, ...(failure !== undefined && { missing: failedTo(operation, failure).message }) }
      })
    }
  ]
}

/** The tools of all resources. */
export const allTools: ReadonlyArray<Tool> = resources.flatMap((resource) => {
  const { actions, forms = [], isLocal, queries = [], tabs = [], within } = resource
  const tabQueries = tabs.flatMap(({ isOfScreen, query }) => (isOfScreen === true ? [] : (query ?? [])))
  return [
    ...(isLocal === true ? [] : [listTool(resource)]),
    ...(isLocal === true || within !== undefined ? [] : [showTool(resource)]),
    ...actions.map((action) => actionTool(resource, action)),
    ...forms.flatMap((action) => formTool(resource, action)),
    ...[...queries, ...tabQueries].flatMap((query) => queryTool(resource, query))
  ]
})
