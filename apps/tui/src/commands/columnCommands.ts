import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"

import * as Sort from "../engine/lists/Sort.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import * as Problem from "../Problem.ts"
import { expandHome } from "../profiles/PrivateFile.ts"
import { writtenTo } from "../renderers/headless/File.ts"
import { csvFormat } from "../renderers/headless/format.ts"
import type { AnyResource } from "../resources/Resource.ts"
import { allRows, pluralName } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"

const directions = { ascending: "ascending now", descending: "descending now" } as const

/** Sorts the rows that are loaded by a column, the other way if they are already; says why where it cannot. */
export const sort = ({ columns, lists, ui }: Model, name: string): string | undefined => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  if (name === "off") {
    list.sort(undefined)
    return undefined
  }
  const found = columns.choices(screen).find(({ column }) => column.name === name)
  if (found === undefined) return `${screen.title} have no column ${name}.`
  if (list.state.get().fetchedAt === undefined) return "There is nothing to sort yet."
  list.sort(Sort.next(list.state.get().local?.order, found.column))
  return undefined
}

/** Has the service order the list by a column, or as it likes; says why where it cannot. */
export const order = ({ lists, ui }: Model, name: string): string | undefined => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  const { asked, filter, order } = list.state.get()
  const orders = screen.orders ?? []
  if (orders.length === 0) return `The service does not order ${pluralName(screen)}: sort sorts what is loaded.`
  if (name !== "off" && !orders.includes(name))
    return `The service orders ${pluralName(screen)} by ${orders.join(", ")}, and not by ${name}.`
  const next = name === "off" ? "" : name
  // what is sorted here would stay so
  list.sort(undefined)
  if (next !== order || asked !== undefined) list.open(asked ?? filter, next)
  return undefined
}

/** Shows a column of a resource, or hides it; says why where it cannot. */
export const toggleColumn = ({ columns, ui }: Model, name: string): string | undefined => {
  const { screen } = ui.get()
  if (name === "reset") {
    columns.reset(screen)
    return undefined
  }
  const choices = columns.choices(screen)
  const found = choices.find(({ column }) => column.name === name)
  if (found === undefined) return `${screen.title} have no column ${name}.`
  if (found.isOn && choices.filter(({ isOn }) => isOn).length === 1) return "One column stays."
  columns.toggle(screen, name)
  return undefined
}

const sortMenu = ({ columns, lists, ui }: Model): ReadonlyArray<Menu.Choice> => {
  const { screen } = ui.get()
  const { local, order: ordered } = lists.of(screen).state.get()
  const order = local?.order
  const choices = columns.choices(screen)
  const orders = screen.orders ?? []
  const titleOf = (name: string) => choices.find(({ column }) => column.name === name)?.column.title ?? name
  return [
    ...orders.map((name) => ({
      label: `${titleOf(name)}, all of them`,
      detail: ordered === name ? "by the service now" : "by the service, ascending",
      command: `order ${name}`
    })),
    ...choices.map(({ column: { name, title } }) => ({
      label: orders.length === 0 ? title : `${title}, what is loaded`,
      detail: order?.column.name === name ? directions[order.direction] : "",
      command: `sort ${name}`
    })),
    ...(ordered === "" ? [] : [{ label: "All as the service lists them", detail: "", command: "order off" }]),
    ...(order === undefined ? [] : [{ label: "As the service lists them", detail: "", command: "sort off" }])
  ]
}

/** The columns there are, those that are shown first. */
export const columnChoices = ({ columns, ui }: Model): ReadonlyArray<Menu.Choice> => [
  ...columns.choices(ui.get().screen).map(({ column: { name, title }, isOn }) => ({
    label: `${isOn ? "[x]" : "[ ]"} ${title}`,
    detail: name,
    command: `columns ${name}`
  })),
  { label: "As they were at first", detail: "", command: "columns reset" }
]

/** Choosing what rows are sorted by, and which columns there are. */
export const columnCommands = (model: Model) => {
  const { columns, lists, notices, ui } = model
  const move = (by: number) => () =>
    ui.update((now) => {
      const { overlay, screen } = now
      if (overlay?._tag !== "Menu" || overlay.name !== "columns") return now
      const name = Menu.selected(overlay)?.command.split(" ")[1]
      if (name === undefined) return now
      columns.move(screen, name, by)
      const choices = columnChoices(model)
      const at = choices.findIndex(({ command }) => command === `columns ${name}`)
      return { ...now, overlay: { ...overlay, choices, cursor: Math.max(0, at) } }
    })
  return {
    "sort.open": () => {
      const { screen } = ui.get()
      if (lists.of(screen).state.get().fetchedAt === undefined)
        return notices.tell("hint", "There is nothing to sort yet.")
      ui.update((now) => ({
        ...now,
        overlay: Menu.open(
          "sort",
          `Sort ${screen.orders === undefined ? "the loaded " : ""}${pluralName(screen)} by`,
          sortMenu(model)
        )
      }))
    },
    "columns.open": () =>
      ui.update((now) => ({
        ...now,
        overlay: Menu.open("columns", `Columns of ${pluralName(now.screen)}`, columnChoices(model))
      })),
    "columns.before": move(-1),
    "columns.after": move(1)
  }
}

const isThere = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => Effect.orElseSucceed(files.exists(path), () => false))

/** Writing what is listed to a file. */
export const exportCommands = (model: Model) => {
  const { account, exporting, files, lists, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))

  const start = (resource: AnyResource, listed: { filter: string; order: string }, path: string) => {
    const stopped = Deferred.makeUnsafe<void>()
    const stop = () => void Deferred.doneUnsafe(stopped, Effect.void)
    exporting.update(() => ({ path, read: 0, of: undefined, stop }))
    const many = pluralName(resource)
    const { dataOf } = account.state.get()
    // who logs in next is told nothing of it
    const tell: typeof notices.tell = (...told) => {
      if (account.state.get().dataOf === dataOf) notices.tell(...told)
    }
    run(
      Effect.provideContext(writeExport(model, resource, listed, path), files).pipe(
        Effect.raceFirst(Deferred.await(stopped)),
        Effect.match({
          onSuccess: (count) =>
            count === undefined
              ? tell("hint", `Nothing was written to ${path}: it was stopped.`)
              : tell("done", `${counted.format(count)} ${count === 1 ? resource.one : many} written to ${path}.`),
          onFailure: (error) => tell("problem", `Nothing was written to ${path}. ${whyOf(error, `list the ${many}`)}`)
        }),
        Effect.ensuring(Effect.sync(() => exporting.update(() => undefined)))
      )
    )
  }

  return {
    "export.open": () => {
      if (exporting.get() !== undefined)
        return notices.tell("hint", `Still writing ${exporting.get()?.path}: wait for it, or stop it.`)
      const field = TextField.make(`${ui.get().screen.name}.csv`)
      ui.update((now) => ({ ...now, overlay: { _tag: "Export", field, replaces: false } }))
    },
    "export.apply": () => {
      const { overlay, screen } = ui.get()
      if (overlay?._tag !== "Export") return
      const path = expandHome(TextField.text(overlay.field))
      if (path === "") return
      const { filter, order } = lists.of(screen).state.get()
      const go = () => {
        close()
        start(screen, { filter, order }, path)
      }
      if (overlay.replaces) return go()
      run(
        Effect.map(Effect.provideContext(isThere(path), files), (there) => {
          // left, or begun already
          if (ui.get().overlay !== overlay) return
          if (!there) return go()
          ui.update((now) => ({ ...now, overlay: { ...overlay, replaces: true } }))
        })
      )
    },
    "export.cancel": close
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- fields and rows are of one resource
type Any = any

/** Writes what a filter lists to a file, as CSV. */
const writeExport = (
  { exporting, lists }: Model,
  resource: AnyResource,
  { filter, order }: { readonly filter: string; readonly order: string },
  path: string
) =>
  writtenTo(path, (to) => {
    const { begin, end, page } = csvFormat<Any>(resource.fields, false)
    let read = 0
    const all = allRows(resource, {
      filter,
      order,
      onPage: (_, of) => Effect.sync(() => exporting.update((now) => now && { ...now, of }))
    })
    return to.write(begin).pipe(
      Effect.andThen(
        lists.provided(
          Stream.runForEachArray(all, (rows) => {
            read += rows.length
            exporting.update((now) => now && { ...now, read })
            return to.write(page(rows))
          })
        )
      ),
      Effect.andThen(to.write(end)),
      Effect.map(() => read)
    )
  })

const isFailure = (error: unknown): error is Problem.Failure =>
  typeof error === "object" && error !== null && "_tag" in error && "method" in error

/** Why nothing was written. */
const whyOf = (error: unknown, doing: string): string => {
  if (isFailure(error)) {
    const { todo, what } = Problem.describe(doing, error, "Correct the filter, or log in as somebody who may see this.")
    return `${what} ${todo}`
  }
  return error instanceof Error ? error.message : String(error)
}
