import { shellQuote } from "@remote-assist/core/Text"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { capitalize } from "effect/String"

import { formWarning } from "../../actions/Action.ts"
import type { Action, Command, FormAction, FormDefinition, FormValues, Query } from "../../actions/Action.ts"
import { Account } from "../../engine/Account.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { isLastPage, jsonName, noMatch, pluralName, targetName, withArticle } from "../../resources/Resource.ts"
import { resources } from "../../resources/resources.ts"
import { toRecord } from "../headless/format.ts"
import { checkFilter, findRow, knownFields, pickFields } from "../headless/list.ts"
import { failedTo } from "../headless/Login.ts"
import { checkFields, perform, requireValues, requireWritable, runQuery, submit } from "../headless/operations.ts"
import { usageError } from "../headless/output.ts"
import { confirm } from "./confirm.ts"
import { connectionClean, maxItems, readTool, toInputSchema, toolName } from "./Tool.ts"
import type { Answer, Arguments, Properties, Run, Tool } from "./Tool.ts"

type AnyForm = FormDefinition<AnyRow>

const openFields = ({ fields }: AnyForm) => Object.entries(fields).filter(([, { isSecret = false }]) => !isSecret)

/** Whether a form requires a secret, which no tool takes. */
const requiresSecret = ({ fields }: AnyForm): boolean =>
  Object.values(fields).some(({ isRequired = false, isSecret = false }) => isRequired && isSecret)

const fieldProperties = (form: AnyForm): Properties => {
  const { properties } = Schema.toJsonSchemaDocument(form.form, { referencePolicy: () => undefined }).schema
  return Object.fromEntries(
    openFields(form).map(([name, { help: description, limit }]) => {
      const property = Predicate.hasProperty(properties, name) && properties[name]
      const schema = Predicate.isReadonlyObject(property) ? property : {}
      return [name, { ...schema, ...(limit !== undefined && { maxLength: limit }), description }]
    })
  )
}

/** Replaces numbers by their texts, which schemas ask for: not every host supports a schema with two types. */
const asTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asTexts) : Predicate.isNumber(value) ? String(value) : value

/** The argument that names a row. */
const targetProperty = (resource: AnyResource): Properties =>
  resource.isSingle === true
    ? {}
    : { [jsonName(resource)]: { type: "string", description: `Its ${resource.namedBy}; the id is unambiguous` } }

const findTarget = (resource: AnyResource, args: Arguments) => {
  const name = jsonName(resource)
  const value = resource.isSingle === true ? resource.name : asTexts(args[name])
  return Predicate.isString(value) && value.trim() !== ""
    ? findRow(resource, value.trim())
    : Effect.fail(usageError(`Give ${name}, the ${resource.namedBy} of ${withArticle(resource)}.`))
}

/** Makes a tool that takes the name of a row, the fields of a form, or both. */
const makeTool = (
  resource: AnyResource,
  { form, ...described }: Omit<Tool, "input" | "isPublic" | "run"> & { readonly form?: AnyForm },
  run: (row: AnyRow, values: FormValues) => Run
): Tool => {
  const isOnRow = form?.on !== "none"
  const target = isOnRow ? targetProperty(resource) : {}
  const fields = form === undefined ? [] : openFields(form)
  const required = fields.flatMap(([name, { isRequired = false }]) => (isRequired ? [name] : []))
  return {
    ...described,
    input: toInputSchema({ ...target, ...(form && fieldProperties(form)) }, [...Object.keys(target), ...required]),
    isPublic: resource.isPublic === true,
    run: Effect.fnUntraced(function* (args) {
      const chosen = fields.filter(([name]) => args[name] !== undefined)
      const values = Object.fromEntries(
        chosen.map(([name, { takes }]) => [name, takes === "numbers" ? args[name] : asTexts(args[name])])
      )
      yield* checkFields(fields, values, (name) => `Nothing was done: ${name}`)
      return yield* run(isOnRow ? yield* findTarget(resource, args) : undefined, values)
    })
  }
}

/** Describes an action, a form or a query in sentences. */
const describe = (
  resource: AnyResource,
  action: { readonly label: string; readonly name: string; readonly object?: string },
  ending: string,
  ...sentences: ReadonlyArray<string | undefined>
) => {
  const title = `${capitalize(action.label)} ${targetName(action, resource, undefined)}`.trim()
  return { name: toolName(action.name), title, description: [title + ending, ...sentences].filter(Boolean).join(" ") }
}

/** Makes the tool that shows a row. */
export const showTool = (resource: AnyResource): Tool =>
  makeTool(
    resource,
    {
      ...readTool,
      name: toolName(resource.name, "show"),
      title: `Show ${withArticle(resource)}`,
      description: `Shows all fields of one ${resource.one}.`
    },
    (row) => Effect.succeed({ [jsonName(resource)]: toRecord(knownFields(resource, false), row) })
  )

/** Formats values as the flags of a command. */
const toFlags = ({ fields = {} }: Partial<Pick<AnyForm, "fields">>, values: FormValues): ReadonlyArray<string> =>
  Object.entries(values).flatMap(([name, value]) => {
    const flag = fields[name]?.flag ?? name
    if (Predicate.isBoolean(value)) return [`--${value ? "" : "no-"}${flag}`]
    return Arr.ensure(value).map((each) => `--${flag} ${shellQuote(String(each))}`)
  })

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** Asks a person to type the name of the row, or of what a form creates, before a change. */
const confirmChange = Effect.fnUntraced(function* (
  resource: AnyResource,
  action: Command & Partial<Pick<AnyForm, "fields" | "object">>,
  row: AnyRow,
  warning: string,
  { createdName = "", values = {} }: { readonly createdName?: string; readonly values?: FormValues } = {}
) {
  const clean = yield* connectionClean
  const [id, rawName] = row === undefined ? ["", createdName] : [String(resource.idOf(row)), resource.nameOf(row)]
  const name = oneLine(clean(rawName))
  const object =
    row === undefined ? `${targetName(action, resource, row)} (${rawName})` : `${rawName} (${resource.one} ${id})`
  const text = oneLine(clean(`${capitalize(action.label)} ${object}? ${warning}`))
  yield* confirm({
    // with the text, because another login may change the warning
    about: [action.name, id, JSON.stringify(values), text].join(" "),
    // a name that nobody can type is replaced by the id
    name: id !== "" && (name === "" || name.length > 100 || name.includes("\uFFFD")) ? id : name,
    text,
    command: ["remote-assist", resource.group?.name, ...action.name.split("."), id, ...toFlags(action, values)]
      .filter(Boolean)
      .join(" ")
  })
})

/** Makes the tool of an action. */
export const actionTool = (resource: AnyResource, action: Action<AnyRow>): Tool => {
  const { consequence, done, effect, isCumulative, toSelf } = action
  const final = effect === "final" ? "This cannot be undone. A person must confirm it." : ""
  const own = toSelf && `For your own account: ${toSelf}`
  return makeTool(
    resource,
    {
      ...describe(resource, action, resource.isSingle === true ? "." : `, which then ${done}`, consequence, final, own),
      effect,
      isIdempotent: isCumulative !== true
    },
    (row) =>
      Effect.andThen(
        requireWritable(action),
        perform(resource, action, row, (warning) => confirmChange(resource, action, row, warning))
      )
  )
}

/** Makes the tool of a form, unless the form takes a secret, or creates one that is shown only once. */
export const formTool = (resource: AnyResource, form: FormAction<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(form) || form.report !== undefined) return []
  const { confirmedBy, consequence, effect, isCumulative, mails, on, toSelf } = form
  const names = openFields(form).map(([name]) => name)
  const run = Effect.fnUntraced(function* (row: AnyRow, values: FormValues) {
    yield* requireWritable(form)
    yield* requireValues(form, values, names)
    const isMine = row !== undefined && toSelf !== undefined && (yield* Account).isMe(resource, row)
    const createdName = confirmedBy === undefined ? "" : String(values[confirmedBy])
    const warning = isMine || confirmedBy !== undefined ? formWarning(form, values, isMine) : undefined
    if (warning !== undefined) yield* confirmChange(resource, form, row, warning, { createdName, values })
    return (yield* submit(resource, form, values, row)).outcome
  })
  const own = toSelf && "A person must confirm a change of your own account."
  const described = describe(resource, form, `. ${consequence}`, own, confirmedBy && "A person must confirm it.")
  // another e-mail goes out with each call
  const isIdempotent = on === "one" && effect === "reversible" && mails === undefined && isCumulative !== true
  const sends = mails && ((args: Arguments) => mails(args) !== undefined)
  return [makeTool(resource, { ...described, effect, mails: sends, isIdempotent, form }, run)]
}

/** Makes the tool of a query, unless it takes a secret. */
export const queryTool = (resource: AnyResource, query: Query<AnyRow>): ReadonlyArray<Tool> => {
  if (requiresSecret(query)) return []
  const run = Effect.fnUntraced(function* (row: AnyRow, values: FormValues) {
    const { operation, report } = yield* runQuery(resource, query, values, row)
    const { data, failure, title } = report
    const missing = failure && (yield* Effect.flip(failedTo(operation, failure))).message
    return { title, data, ...(missing !== undefined && { missing }) }
  })
  const described = describe(resource, query, `. ${query.consequence}`)
  return [makeTool(resource, { ...readTool, ...described, form: query }, run)]
}

/** Maximum number of characters of rows in an answer. A cursor continues after them. */
const maxLength = 40_000

/** Parses a cursor: the page to read, and how many of its rows earlier answers had. */
const parseCursor = (cursor: unknown) => {
  const [, page, offset = 0] = /^([1-9]\d{0,8})(?:\.(\d{1,9}))?$/.exec(String(cursor)) ?? []
  return page === undefined
    ? Effect.fail(
        usageError("The cursor is invalid. Give the next_cursor of the last answer, or the number of a page.")
      )
    : Effect.succeed({ page: Number(page), offset: Number(offset) })
}

/** Takes as many rows as fit, and at least one. */
const takeFitting = (rows: ReadonlyArray<Answer>): ReadonlyArray<Answer> => {
  let size = 0
  return Arr.takeWhile(rows.slice(0, maxItems), (row, at) => {
    size += JSON.stringify(row).length
    return size <= maxLength || at === 0
  })
}

/** Reads a page of a list, or as much of it as fits, with the cursor of the next rows. */
const readPage = Effect.fnUntraced(function* (tool: string, resource: AnyResource, args: Arguments) {
  const { cursor = 1, fields: chosen = resource.summary, filter = "" } = args
  const { offset, page } = yield* parseCursor(cursor)
  const names = Array.isArray(chosen) ? chosen.map(String) : String(chosen).split(",")
  const fields = yield* pickFields(resource, resource.fields, names, "field")
  if (!Predicate.isString(filter)) return yield* usageError("filter must be a text.")
  yield* checkFilter(resource, filter, "filter")
  const read = yield* Effect.catch(resource.read(filter, page), (error) =>
    failedTo(`list the ${pluralName(resource)}`, error)
  )
  const rows = takeFitting(read.entries.slice(offset).map((row) => toRecord(fields, row)))
  const end = offset + rows.length
  const nextPage = isLastPage(read) ? null : `${page + 1}.0`
  const next = end < read.entries.length ? `${page}.${end}` : nextPage
  return {
    [resource.name]: rows,
    page,
    pages: "total_pages" in read ? read.total_pages : null,
    total: "total_entries" in read ? read.total_entries : null,
    next_cursor: next,
    ...(read.entries.length === 0 && page === 1 && filter !== "" && { note: noMatch(resource, filter) }),
    ...(next === null ? {} : { to_go_on: `Call ${tool} again with "cursor": "${next}".` })
  }
})

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
      cursor: { type: "string", description: "next_cursor of the last answer, or the number of a page (default: 1)" },
      ...(filterExample === undefined ? {} : { filter }),
      fields: {
        type: "array",
        items: { type: "string", enum: fields.map(({ name }) => name) },
        description: `Fields of each row (default: ${summary.join(", ")})`
      }
    }),
    isPublic: resource.isPublic === true,
    run: (args) => readPage(tool, resource, args)
  }
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
