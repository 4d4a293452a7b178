import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { capitalize } from "effect/String"

import { formWarning, permissionRequired } from "../../actions/Action.ts"
import type { Action, FormAction, FormDefinition, FormValues, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, pluralName, targetName, withArticle } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { usageError } from "../headless/CommandError.ts"
import type { CommandError } from "../headless/CommandError.ts"
import { failedTo } from "../headless/Connection.ts"
import { toRecord } from "../headless/format.ts"
import { findRow } from "../headless/list.ts"
import { checkFields, perform, requireValues, requireWritable, runQuery, submit } from "../headless/operations.ts"
import { connectionClean } from "./answer.ts"
import type { Answer } from "./answer.ts"
import { confirm } from "./confirm.ts"
import type { InputRequired } from "./confirm.ts"
import type { Session } from "./Connected.ts"
import { readPage } from "./lists.ts"
import type { Arguments } from "./lists.ts"

type Run = Effect.Effect<Answer, CommandError | InputRequired, Session | McpSchema.McpRequestContext>

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
  readonly run: (args: Arguments) => Run
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

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export const toInputSchema = (properties: Properties, required: ReadonlyArray<string> = []): McpSchema.ToolJson => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

/** Fails if an argument is unknown: models make up arguments. */
export const checkArguments = ({ input: { properties = {} } }: Tool, args: Arguments) => {
  const names = Object.keys(properties)
  const unknown = Object.keys(args).find((name) => !names.includes(name))
  if (unknown === undefined) return Effect.void
  const takes = names.length === 0 ? "There are no arguments" : `Arguments are ${names.join(", ")}`
  return Effect.fail(
    usageError(`Nothing was done: unknown argument ${JSON.stringify(unknown.slice(0, 80))}. ${takes}.`)
  )
}

type AnyForm = FormDefinition<AnyRow>

const openFields = ({ fields }: AnyForm) => Object.entries(fields).filter(([, { isSecret = false }]) => !isSecret)

/** Whether a form requires a secret, which no tool takes. */
const requiresSecret = ({ fields }: AnyForm): boolean =>
  Object.values(fields).some(({ isRequired = false, isSecret = false }) => isRequired && isSecret)

/** The fields of a form, from its schema. */
const fieldProperties = (form: AnyForm): Properties => {
  const { properties } = Schema.toJsonSchemaDocument(form.form, { referencePolicy: () => undefined }).schema
  const known: Readonly<Record<string, unknown>> = Predicate.isReadonlyObject(properties) ? properties : {}
  return Object.fromEntries(
    openFields(form).map(([name, { help: description, limit }]) => {
      const property = known[name]
      const schema = Predicate.isReadonlyObject(property) ? property : {}
      return [name, { ...schema, ...(limit === undefined ? {} : { maxLength: limit }), description }]
    })
  )
}

/** The argument that names a row. Numbers are accepted too, but not every host supports a schema with two types. */
const targetProperty = (resource: AnyResource): Properties =>
  resource.isSingle === true
    ? {}
    : { [jsonName(resource)]: { type: "string", description: `Its ${resource.namedBy}; the id is unambiguous` } }

/** Finds the row that {@link targetProperty} names. */
const findTarget = (resource: AnyResource, args: Arguments) => {
  const name = jsonName(resource)
  const value = resource.isSingle === true ? resource.name : args[name]
  const text = Predicate.isNumber(value) ? String(value) : Predicate.isString(value) ? value.trim() : ""
  return text === ""
    ? Effect.fail(usageError(`Give ${name}, the ${resource.namedBy} of ${withArticle(resource)}.`))
    : findRow(resource, text)
}

interface Described extends Omit<Tool, "input" | "isPublic" | "run"> {
  /** The form whose fields it takes. */
  readonly form?: AnyForm
  /** Whether it takes the name of a row. */
  readonly isOnRow: boolean
}

/** Makes a tool that takes the name of a row, the fields of a form, or both. */
const makeTool = (
  resource: AnyResource,
  { form, isOnRow, ...described }: Described,
  run: (row: AnyRow, values: FormValues) => Run
): Tool => {
  const target = isOnRow ? targetProperty(resource) : {}
  const fields = form === undefined ? [] : openFields(form)
  const required = fields.flatMap(([name, { isRequired = false }]) => (isRequired ? [name] : []))
  return {
    ...described,
    input: toInputSchema({ ...target, ...(form && fieldProperties(form)) }, [...Object.keys(target), ...required]),
    isPublic: resource.isPublic === true,
    run: Effect.fnUntraced(function* (args) {
      yield* checkFields(fields, args, (name) => `Nothing was done: ${name}`)
      const row: AnyRow = isOnRow ? yield* findTarget(resource, args) : undefined
      const given = fields.filter(([name]) => args[name] !== undefined)
      return yield* run(row, Object.fromEntries(given.map(([name]) => [name, args[name]])))
    })
  }
}

const joinSentences = (...all: ReadonlyArray<string | undefined>) => all.filter(Boolean).join(" ")

const readTool = { effect: "read", isIdempotent: true } as const

/** Makes the tool of a list. */
export const listTool = (resource: AnyResource): Tool => {
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
      page: { type: "integer", minimum: 1, description: "Number of the page (default: 1)" },
      cursor: { type: "string", description: "Instead of page: next_cursor of the last answer" },
      ...(filterExample === undefined ? {} : { filter }),
      fields: {
        type: "array",
        items: { type: "string", enum: fields.map(({ name }) => name) },
        description: `Fields of each row (default: ${summary.join(", ")})`
      }
    }),
    isPublic: resource.isPublic === true,
    run: (args) =>
      Effect.map(readPage(resource, args), ({ next, ...page }) => ({
        ...page,
        next_cursor: next ?? null,
        ...(next === undefined ? {} : { to_go_on: `Call ${tool} again with "cursor": "${next}".` })
      }))
  }
}

/** Makes the tool that shows a row. */
export const showTool = (resource: AnyResource): Tool =>
  makeTool(
    resource,
    {
      ...readTool,
      name: toolName(resource.name, "show"),
      title: `Show ${withArticle(resource)}`,
      description: `Shows all fields of one ${resource.one}.`,
      isOnRow: true
    },
    (row) => Effect.succeed({ [jsonName(resource)]: toRecord(resource.fields, row) })
  )

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
  values?: FormValues
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
  const { consequence, done, effect, isCumulative, label, name, toSelf } = action
  const title = `${capitalize(label)} ${withArticle(resource)}`
  return makeTool(
    resource,
    {
      name: toolName(name),
      title,
      description: joinSentences(
        `${title}, which then ${done}`,
        consequence,
        effect === "final" ? "This cannot be undone. A person must confirm it." : "",
        toSelf && `For your own account: ${toSelf}`
      ),
      effect,
      isIdempotent: isCumulative !== true,
      isOnRow: true
    },
    (row) =>
      Effect.andThen(
        requireWritable(action),
        perform(resource, action, row, (warning) => confirmChange(action, toTarget(resource, row), warning))
      )
  )
}

/** Makes the tool of a form, unless the form takes a secret, or creates one that is shown only once. */
export const formTool = (resource: AnyResource, action: FormAction<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(action) || action.report !== undefined) return []
  const { confirmedBy, consequence, isCumulative, label, name, on, toSelf } = action
  const title = `${capitalize(label)} ${targetName(action, resource, undefined)}`
  const effect = permissionRequired(action)
  const run = Effect.fnUntraced(function* (row: AnyRow, values: FormValues) {
    yield* requireWritable(action)
    yield* requireValues(
      action,
      values,
      openFields(action).map(([name]) => name)
    )
    const isMine = row !== undefined && toSelf !== undefined && (yield* Account).isMe(resource, row)
    if (isMine) yield* confirmChange(action, toTarget(resource, row), formWarning(action, values, true), values)
    if (confirmedBy !== undefined) {
      const typed = String(values[confirmedBy])
      const target = { name: typed, object: `${targetName(action, resource, row)} (${typed})` }
      yield* confirmChange(action, target, consequence, values)
    }
    return (yield* submit(resource, action, values, row)).outcome
  })
  return [
    makeTool(
      resource,
      {
        name: toolName(name),
        title,
        description: joinSentences(
          `${title}. ${consequence}`,
          toSelf && "A person must confirm a change of your own account.",
          confirmedBy && "A person must confirm it."
        ),
        effect,
        // another e-mail goes out with each call
        isIdempotent: on === "one" && effect === "reversible" && isCumulative !== true,
        form: action,
        isOnRow: on === "one"
      },
      run
    )
  ]
}

/** Makes the tool of a query, unless it takes a secret. */
export const queryTool = (resource: AnyResource, query: Query<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(query)) return []
  const title = `${capitalize(query.label)} ${targetName(query, resource, undefined)}`
  const run = Effect.fnUntraced(function* (row: AnyRow, values: FormValues) {
    const { operation, report } = yield* runQuery(resource, query, values, row)
    const { data, failure, title } = report
    const missing = failure && (yield* Effect.flip(failedTo(operation, failure))).message
    return { title, data, ...(missing !== undefined && { missing }) }
  })
  const description = `${title}. ${query.consequence}`.trim()
  const described = { ...readTool, name: toolName(query.name), title, description }
  return [makeTool(resource, { ...described, form: query, isOnRow: query.on === "one" }, run)]
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
