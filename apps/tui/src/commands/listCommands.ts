import { isServerFilter } from "../engine/FilterHistory.ts"
import type { AnyList } from "../engine/lists/Lists.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as PageCache from "../engine/lists/PageCache.ts"
import * as Watch from "../engine/Watch.ts"
import { backCommand } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { pluralName } from "../resources/Resource.ts"
import { numberFormat } from "../text/format.ts"

/** Returns the list on screen to select another row, whose details start at the top and show no secret. */
export const selectRow = ({ lists, ui }: Pick<Model, "lists" | "ui">): AnyList => {
  const { detailsTop, revealed } = ui.get()
  if (detailsTop !== 0 || revealed !== undefined) ui.set({ detailsTop: 0, revealed: undefined })
  return lists.of(ui.get().screen)
}

/** Notes a refresh of the user, which a screen reader announces if nothing has changed. */
export const noteRefresh = ({ ui }: Pick<Model, "ui">, since: number | undefined, isTab: boolean): void =>
  ui.set({ refresh: since === undefined ? undefined : { resource: ui.get().screen, since, isTab } })

/** Reads the list on screen again. */
export const refreshList = ({ lists, ui }: Pick<Model, "lists" | "ui">): void => {
  const list = lists.of(ui.get().screen)
  const state = list.state.get()
  if (ListState.isReading(state)) return
  noteRefresh({ ui }, state.fetchedAt, false)
  list.refresh()
}

const parseSeconds = (text: string): number | undefined => {
  const [, number, unit = ""] = /^(\d{1,6}(?:\.\d+)?)\s*(|s|sec|seconds?|m|min|minutes?)$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (unit.startsWith("m") ? 60 : 1)
}

const beginWatch = ({ keys, notices, ui, watch }: Model, every: number): string | void => {
  if (every < Watch.minSeconds || every > Watch.maxSeconds)
    return `watch takes from ${Watch.minSeconds} to ${numberFormat.format(Watch.maxSeconds)} seconds, such as watch 10s.`
  const { screen } = ui.get()
  if (screen.isMenu === true) return "There is nothing to watch here."
  watch.begin(screen, every)
  const out = [keys.shownKey("watch.toggle"), keys.shownKey("list.leave")].filter(Boolean).join(" or ")
  notices.show(
    "hint",
    `Watching the ${screen.title.toLowerCase()}, every ${numberFormat.format(every)} s. ${out} ends it.`
  )
}

/** Ends watching; returns whether a list was watched. */
export const endWatch = ({ notices, watch }: Model): boolean => {
  const { resource } = watch.state.get() ?? {}
  if (!watch.end()) return false
  notices.show("hint", `No longer watching the ${resource?.title.toLowerCase()}.`)
  return true
}

/** Runs the argument of `watch`, such as `10s` or `off`; returns an error if it is invalid. */
export const watchAs = (model: Model, text: string): string | void => {
  if (text === "off") return endWatch(model) ? undefined : "Nothing is watched."
  const every = text === "" ? Watch.defaultSeconds : parseSeconds(text)
  return every === undefined ? "watch takes seconds, such as watch 10s, or off." : beginWatch(model, every)
}

export const watchCommands = (model: Model) => ({
  "watch.toggle": () => {
    const { notices, ui, watch } = model
    const { count } = ui.get()
    if (count === "" && watch.state.get() !== undefined) return void endWatch(model)
    const error = beginWatch(model, count === "" ? Watch.defaultSeconds : Number(count))
    if (error !== undefined) notices.show("hint", error)
  }
})

export const listCommands = (model: Model, run: (command: string) => void) => {
  const { changes, exporting, keys, lists, notices, ui, watch } = model
  const list = () => selectRow(model)
  const count = () => (ui.get().count === "" ? undefined : Number(ui.get().count))

  /** Leaves the innermost state: a problem, the details, a request, an export and so on up to the list. */
  const leave = () => {
    const { screen } = ui.get()
    const { end, filter, local, more, order, problem, requested } = list().state.get()
    const marks = lists.marksOf(screen)
    if (notices.state.get().problems.length > 0) notices.dismissProblem()
    else if (ui.get().details) ui.set({ details: false, pane: "list" })
    else if (requested !== undefined || problem !== undefined || end?.search !== undefined) list().dismiss()
    else if (exporting.get() !== undefined) exporting.get()?.stop()
    else if (changes.state.get().batch?.isOver === false) changes.stop()
    else if (more !== undefined) list().stopLoading()
    else if (watch.state.get() !== undefined) endWatch(model)
    else if (Marks.count(marks.state.get()) > 0) marks.clear()
    else if (local !== undefined) {
      list().search("")
      list().sort(undefined)
    } else if (order !== "") list().open(filter, "")
    else if (filter !== "") list().open("")
    else if (screen.within !== undefined) run(backCommand(screen.name))
  }

  return {
    "list.down": () => list().move((view) => PageCache.moveBy(view, count() ?? 1), 1),
    "list.up": () => list().move((view) => PageCache.moveBy(view, -(count() ?? 1)), -1),
    "list.halfDown": () => list().move((view) => PageCache.scrollBy(view, 0.5), 1),
    "list.halfUp": () => list().move((view) => PageCache.scrollBy(view, -0.5), -1),
    "list.pageDown": () => list().move((view) => PageCache.scrollBy(view, 1), 1),
    "list.pageUp": () => list().move((view) => PageCache.scrollBy(view, -1), -1),
    "list.start": () => list().move(PageCache.toStart),
    "list.end": () => {
      const row = count()
      list().goTo(row === undefined ? undefined : row - 1)
    },
    "list.percent": () => {
      const state = list().state.get()
      if (state.local === undefined && ListState.isOpen(state))
        return notices.show(
          "hint",
          `How many ${pluralName(ui.get().screen)} there are is not known: ${keys.keyOf("list.end")} finds the end, then ${count() ?? 50}% goes there.`
        )
      list().move((view) => PageCache.toPercent(view, count() ?? 50))
    },
    "list.refresh": () => {
      list()
      refreshList(model)
    },
    "list.loadAll": () => {
      if (list().state.get().local === undefined)
        return notices.show("hint", "Rows load as you scroll. Loading all is for sorting or searching: do that first.")
      list().loadAll()
    },
    "list.details": () => {
      const { screen } = ui.get()
      const row = ListState.selected(lists.of(screen).state.get())
      const command = row === undefined ? undefined : screen.enter?.(row)
      if (command !== undefined) return run(command)
      // beside the list, or in full if there is no room
      ui.set({ details: true, pane: "details", isFull: !ui.scrollLimits.isBeside })
    },
    "list.leave": leave
  }
}

export const markCommands = ({ bulk, lists, notices, program, ui }: Model) => {
  const marks = () => lists.marksOf(ui.get().screen)
  const mark = (which: "toggle" | "range" | "all") => () => {
    const { isSingle, one } = ui.get().screen
    const error = isSingle === true ? `there is only one ${one}` : marks()[which]()
    if (error !== undefined) notices.show("hint", `Nothing was marked: ${error}.`)
  }
  return {
    "marks.toggle": mark("toggle"),
    "marks.range": mark("range"),
    "marks.all": mark("all"),
    "bulk.yes": ui.on("Bulk", ({ field }) => {
      const state = bulk.state.get()
      if (state._tag === "Asked") program.run(bulk.prepare(state.action, ui.get().screen, marks()))
      else program.run(bulk.begin(TextField.text(field)))
    }),
    "bulk.no": () => {
      bulk.cancel()
      ui.close()
    }
  }
}

/** Lists the rows that match a filter of the service, or the loaded rows that contain a word; returns an error if it cannot. */
export const applyFilter = ({ history, lists, ui }: Model, text: string): string | void => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  const { filter, local } = list.state.get()
  if (screen.filterExample === undefined && isServerFilter(text))
    return `The service has no filter for ${pluralName(screen)}: type a word, and the rows with it are shown.`
  history.add(screen.name, text)
  if (text !== "" && !isServerFilter(text)) return list.search(text)
  if (local !== undefined && local.search !== "") list.search("")
  if (text !== filter || list.state.get().requested !== undefined) list.open(text)
}

export const filterCommands = (model: Model, run: (command: string) => void) => {
  const { history, lists, notices, ui } = model
  const open = (text: string) => ui.open({ _tag: "Filter", field: TextField.make(text) })
  const close = () => {
    history.leave(ui.get().screen.name)
    ui.close()
  }
  const recall = (direction: "newer" | "older") =>
    ui.on("Filter", ({ field }) => open(history[direction](ui.get().screen.name, TextField.text(field))))
  return {
    "filter.open": () => {
      const { screen } = ui.get()
      const { filter, requested } = lists.of(screen).state.get()
      // the up arrow recalls the filter of the list; a rejected one stays for correction
      history.add(screen.name, filter)
      run("details.leave")
      open(requested ?? "")
    },
    "filter.apply": ui.on("Filter", ({ field }) => {
      const error = applyFilter(model, TextField.text(field).trim())
      if (error === undefined) close()
      else notices.show("hint", error)
    }),
    "filter.older": recall("older"),
    "filter.newer": recall("newer"),
    "filter.cancel": close
  }
}
