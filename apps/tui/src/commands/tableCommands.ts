import { didYouMean } from "@remote-assist/core/Text"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import * as ListState from "../engine/lists/ListState.ts"
import * as LocalView from "../engine/lists/LocalView.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Export } from "../model/Ui.ts"
import type { ExportProgress } from "../model/unfinishedWork.ts"
import * as Problem from "../Problem.ts"
import { expandHome } from "../profiles/PrivateFile.ts"
import { formatNamed, formatOfFile, writeFile, writeRows } from "../renderers/headless/format.ts"
import type { FormatName } from "../renderers/headless/format.ts"
import type { CommandError } from "../renderers/headless/output.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { allRows, countRows, pluralName } from "../resources/Resource.ts"
import { noPath } from "./importCommands.ts"

const noColumn = ({ columns, ui }: Model, name: string): string => {
  const { screen } = ui.get()
  const names = columns.choices(screen).map(({ column }) => column.name)
  return `${screen.title} have no column ${name}.${didYouMean(name, names)}`
}

/** Sorts the loaded rows by a column, or reverses the order; returns an error if it cannot. */
export const sort = (model: Model, name: string): string | void => {
  const { columns, lists, ui } = model
  const { screen } = ui.get()
  const list = lists.of(screen)
  const found = columns.choices(screen).find(({ column }) => column.name === name)
  if (name !== "off" && found === undefined) return noColumn(model, name)
  if (found !== undefined && list.state.get().fetchedAt === undefined) return "There is nothing to sort yet."
  list.sort(found && LocalView.nextOrder(list.state.get().local?.order, found.column))
}

/** Requests the list in an order of the service; returns an error if it cannot. */
export const order = ({ lists, ui }: Model, name: string): string | void => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  const { filter, order, requested } = list.state.get()
  const orders = screen.orders ?? []
  if (orders.length === 0) return `The service does not order ${pluralName(screen)}: sort sorts what is loaded.`
  if (name !== "off" && !orders.includes(name))
    return `The service orders ${pluralName(screen)} by ${orders.join(", ")}, and not by ${name}.`
  const next = name === "off" ? "" : name
  // a local order would hide it
  list.sort(undefined)
  if (next !== order || requested !== undefined) list.open(requested ?? filter, next)
}

/** Shows or hides a column; returns an error if it cannot. */
export const toggleColumn = (model: Model, name: string): string | void => {
  const { columns, ui } = model
  const { screen } = ui.get()
  if (name === "reset") return columns.reset(screen)
  const choices = columns.choices(screen)
  const found = choices.find(({ column }) => column.name === name)
  if (found === undefined) return noColumn(model, name)
  const on = choices.filter(({ isOn }) => isOn).map(({ column }) => column.name)
  if (found.isOn && on.length === 1) return "One column stays."
  columns.set(screen, found.isOn ? on.filter((other) => other !== name) : [...on, name])
}

const sortChoices = ({ columns, lists, ui }: Model): ReadonlyArray<Menu.Choice> => {
  const { screen } = ui.get()
  const { local, order: serviceOrder } = lists.of(screen).state.get()
  const order = local?.order
  const choices = columns.choices(screen)
  const orders = screen.orders ?? []
  const titleOf = (name: string) => choices.find(({ column }) => column.name === name)?.column.title ?? name
  return [
    ...orders.map((name) => ({
      label: `${titleOf(name)}, all rows`,
      detail: serviceOrder === name ? "by the service now" : "by the service, ascending",
      command: `order ${name}`
    })),
    ...choices.map(({ column: { name, title } }) => ({
      label: orders.length === 0 ? title : `${title}, loaded rows`,
      detail: order?.column.name === name ? `${order.direction} now` : "",
      command: `sort ${name}`
    })),
    ...(serviceOrder === "" ? [] : [{ label: "Default order of all rows", detail: "", command: "order off" }]),
    ...(order === undefined ? [] : [{ label: "Default order", detail: "", command: "sort off" }])
  ]
}

/** Returns the menu of columns, the visible ones first. */
const columnChoices = ({ columns, ui }: Model): ReadonlyArray<Menu.Choice> => [
  ...columns.choices(ui.get().screen).map(({ column: { name, title }, isOn }) => ({
    label: title,
    detail: name,
    command: `columns ${name}`,
    isMarked: isOn
  })),
  { label: "Default columns", detail: "", command: "columns reset" }
]

/** Shows the columns of choices, in their order. */
export const showColumns = ({ columns, ui }: Model, choices: ReadonlyArray<Menu.Choice>): void =>
  columns.set(
    ui.get().screen,
    choices.map(({ detail }) => detail)
  )

export const columnCommands = (model: Model) => {
  const { lists, notices, ui } = model
  return {
    "sort.open": () => {
      const { screen } = ui.get()
      if (lists.of(screen).state.get().fetchedAt === undefined)
        return notices.show("hint", "There is nothing to sort yet.")
      const title = `Sort ${screen.orders === undefined ? "the loaded " : ""}${pluralName(screen)} by`
      ui.open(Menu.open("sort", title, sortChoices(model)))
    },
    "columns.open": () =>
      ui.open(Menu.open("columns", `Columns of ${pluralName(ui.get().screen)}`, columnChoices(model)))
  }
}

/** Returns the rows and fields on screen: the marked rows, else the searched and sorted ones, else all of the filter. */
const selectExport = ({ columns, lists }: Model, resource: AnyResource): Pick<Export, "fields" | "rows" | "what"> => {
  const state = lists.of(resource).state.get()
  const { filter, local, order, view } = state
  const marks = lists.marksOf(resource)
  const marked = marks.state.get()
  const isMarked = Marks.count(marked) > 0
  const readsService = isMarked ? marked._tag === "All" : local === undefined
  const sorted = (rows: ReadonlyArray<AnyRow>) =>
    local?.order === undefined ? rows : LocalView.sortedPositions(rows, local.order).map((at) => rows[at])
  const onScreen = isMarked ? sorted(marks.rows()) : local === undefined ? [] : LocalView.currentRows(local)
  const ordered = order === "" ? "" : `, ordered by ${order}`
  const ofFilter = `all${filter === "" ? "" : ` that match ${filter}`}${ordered}`
  const ofList = local === undefined ? ofFilter : LocalView.text(local, view.total, ListState.isOpen(state))
  const fields = columns.state.get().has(resource.name)
    ? columns.of(resource).map((column) => resource.fields.find(({ name }) => name === column.name) ?? column)
    : resource.fields
  const names = fields === resource.fields ? "all" : fields.map(({ name }) => name).join(", ")
  return {
    what: `Rows: ${isMarked ? Marks.text(marked) : ofList}. Fields: ${names}.`,
    fields,
    rows: (onPage) =>
      (readsService ? allRows(resource, { filter, order, onPage }) : Stream.fromIterable(onScreen)).pipe(
        Stream.filter((row) => !isMarked || Marks.has(marked, resource.idOf(row))),
        Stream.filter((row) => ListState.changeOf(state, resource.idOf(row)) !== "gone")
      )
  }
}

/** Writes rows to a file. */
const writeList = ({ exporting, lists }: Model, { fields, rows }: Export, path: string, format: FormatName) => {
  const update = (change: Partial<ExportProgress>) =>
    Effect.sync(() => exporting.update((now) => now && { ...now, ...change }))
  const read = rows((_, of) => update({ of }))
  const formatted = formatNamed(format, fields, undefined)
  return writeFile(path, (to) => lists.provided(read.pipe(writeRows(formatted, to, (read) => update({ read })))))
}

const describeError = (error: CommandError | Problem.Failure, path: string, operation: string): string => {
  if (error._tag === "CommandError") return error.message
  const advice = "Correct the filter, or log in as somebody who may see this."
  return `Nothing was written to ${path}. ${Problem.format(Problem.describe(operation, error, advice))}`
}

const beginExport = (model: Model, resource: AnyResource, overlay: Export, path: string, format: FormatName) => {
  const { account, exporting, notices, program, ui } = model
  const stopped = Deferred.makeUnsafe<void>()
  const stop = () => void Deferred.doneUnsafe(stopped, Effect.void)
  exporting.update(() => ({ path, read: 0, of: undefined, stop }))
  const many = pluralName(resource)
  const isForgotten = account.watchUser()
  const show: typeof notices.show = (...notice) => {
    if (!isForgotten()) notices.show(...notice)
  }
  program.run(
    writeList(model, overlay, path, format).pipe(
      Effect.raceFirst(Deferred.await(stopped)),
      Effect.match({
        onSuccess: (count) =>
          count === undefined
            ? show("hint", `Nothing was written to ${path}: it was stopped.`)
            : show("done", `${countRows(count, resource)} written to ${path}.`),
        onFailure: (error) => {
          // the name can be corrected
          if (error._tag === "CommandError" && ui.get().overlay === undefined && !isForgotten())
            ui.open({ ...overlay, field: TextField.make(path), replaces: false })
          show("problem", describeError(error, path, `list the ${many}`))
        }
      }),
      Effect.ensuring(Effect.sync(() => exporting.update(() => undefined)))
    )
  )
}

export const exportCommands = (model: Model) => {
  const { exporting, notices, program, ui } = model
  return {
    "export.open": () => {
      const running = exporting.get()
      if (running !== undefined) return notices.show("hint", `Still writing ${running.path}: wait for it, or stop it.`)
      const { screen } = ui.get()
      const field = TextField.make(`${screen.name}.csv`)
      ui.open({ _tag: "Export", field, replaces: false, ...selectExport(model, screen) })
    },
    "export.apply": ui.on("Export", (overlay) => {
      const path = expandHome(TextField.text(overlay.field))
      if (path === "") return notices.show("hint", noPath)
      const format = formatOfFile(path)
      if (Result.isFailure(format)) return notices.show("hint", `${format.failure}.`)
      const go = () => {
        ui.close()
        beginExport(model, ui.get().screen, overlay, path, format.success)
      }
      if (overlay.replaces) return go()
      const type = Effect.flatMap(FileSystem.FileSystem, (files) => Effect.option(files.stat(path)))
      program.run(
        Effect.map(type, (found) => {
          // the user has left or started it meanwhile
          if (ui.get().overlay !== overlay) return
          // only a file is overwritten: writing to anything else fails
          if (found._tag === "None" || found.value.type !== "File") return go()
          ui.open({ ...overlay, replaces: true })
        })
      )
    }),
    "export.cancel": ui.close
  }
}
