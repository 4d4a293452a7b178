import { isServerFilter } from "../engine/lists/Filter.ts"
import type { AnyList } from "../engine/lists/Lists.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Viewport from "../engine/lists/Viewport.ts"
import * as Watch from "../engine/Watch.ts"
import { backCommand } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { isShownLoggedOut, pluralName } from "../resources/Resource.ts"
import { resources } from "../resources/resources.ts"
import { counted } from "../text/numbers.ts"

/** The list on screen, to select another row of: its details begin at their first line, and show no secret. */
export const selectRow = ({ lists, ui }: Pick<Model, "lists" | "ui">): AnyList => {
  ui.update((now) =>
    now.detailsTop === 0 && now.revealed === undefined ? now : { ...now, detailsTop: 0, revealed: undefined }
  )
  return lists.of(ui.get().screen)
}

/** Seconds in words. */
const secondsIn = (text: string): number | undefined => {
  const [, number, unit = ""] = /^(\d{1,6}(?:\.\d+)?)\s*(|s|sec|seconds?|m|min|minutes?)$/.exec(text) ?? []
  return number === undefined ? undefined : Number(number) * (unit.startsWith("m") ? 60 : 1)
}

const begin = ({ keys, notices, ui, watch }: Model, every: number): string | undefined => {
  if (every < Watch.minSeconds || every > Watch.maxSeconds)
    return `watch takes from ${Watch.minSeconds} to ${counted.format(Watch.maxSeconds)} seconds, such as watch 10s.`
  const { screen } = ui.get()
  if (isShownLoggedOut(screen)) return "There is nothing to watch here."
  watch.begin(screen, every)
  const out = [keys.shownKey("watch.toggle"), keys.shownKey("list.leave")].filter(Boolean).join(" or ")
  notices.tell("hint", `Watching the ${screen.title.toLowerCase()}, every ${counted.format(every)} s. ${out} ends it.`)
  return undefined
}

/** Ends watching; says whether there was something to end. */
const endWatch = ({ notices, watch }: Model): boolean => {
  const { resource } = watch.state.get() ?? {}
  if (!watch.end()) return false
  notices.tell("hint", `No longer watching the ${resource?.title.toLowerCase()}.`)
  return true
}

/** Watches as one types it: `watch 10s`, `watch off`; says why where that makes no sense. */
export const watchAs = (model: Model, text: string): string | undefined => {
  if (text === "off") return endWatch(model) ? undefined : "Nothing is watched."
  const every = text === "" ? Watch.defaultSeconds : secondsIn(text)
  return every === undefined ? "watch takes seconds, such as watch 10s, or off." : begin(model, every)
}

/** Only the screen that is shown is watched, and with a session. */
export const followWatch = (model: Model): void => {
  const { account, notices, ui, watch } = model
  ui.subscribe(() => {
    const watched = watch.state.get()
    if (watched !== undefined && watched.resource !== ui.get().screen) endWatch(model)
  })
  account.state.subscribe(() => {
    const watched = watch.state.get()
    if (watched === undefined || account.state.get().who !== undefined) return
    watch.end()
    notices.tell("problem", `Watching the ${watched.resource.title.toLowerCase()} has ended with the session.`)
  })
}

export const watchCommands = (model: Model) => ({
  "watch.toggle": () => {
    const { notices, ui, watch } = model
    const { count } = ui.get()
    if (count === "" && watch.state.get() !== undefined) return void endWatch(model)
    const problem = begin(model, count === "" ? Watch.defaultSeconds : Number(count))
    if (problem !== undefined) notices.tell("hint", problem)
  }
})

/** Moving in a list and refreshing it, the same on every screen. */
export const listCommands = (model: Model, run: (command: string) => void) => {
  const { changes, exporting, keys, lists, notices, ui, watch } = model
  const list = () => selectRow(model)
  const count = () => (ui.get().count === "" ? undefined : Number(ui.get().count))
  return {
    "list.down": () => list().move((view) => Viewport.moveBy(view, count() ?? 1), 1),
    "list.up": () => list().move((view) => Viewport.moveBy(view, -(count() ?? 1)), -1),
    "list.halfDown": () => list().move((view) => Viewport.scrollBy(view, 0.5), 1),
    "list.halfUp": () => list().move((view) => Viewport.scrollBy(view, -0.5), -1),
    "list.pageDown": () => list().move((view) => Viewport.scrollBy(view, 1), 1),
    "list.pageUp": () => list().move((view) => Viewport.scrollBy(view, -1), -1),
    "list.start": () => list().move(Viewport.toStart),
    "list.end": () => {
      const row = count()
      list().goTo(row === undefined ? undefined : row - 1)
    },
    "list.percent": () => {
      const state = list().state.get()
      const { screen } = ui.get()
      if (state.local === undefined && ListState.isOpen(state))
        return notices.tell(
          "hint",
          `How many ${pluralName(screen)} there are is not known: ${keys.keyOf("list.end")} finds the end, then ${count() ?? 50}% goes there.`
        )
      list().move((view) => Viewport.toPercent(view, count() ?? 50))
    },
    "list.refresh": () => {
      if (list().state.get().loading.size === 0) list().refresh()
    },
    "list.loadAll": () => {
      if (list().state.get().local === undefined)
        return notices.tell("hint", "Nothing to load all rows for: sort or search, then all that is loaded counts.")
      list().loadAll()
    },
    "list.details": () => {
      const { screen } = ui.get()
      const row = ListState.selected(lists.of(screen).state.get())
      if (row !== undefined && screen.enter !== undefined) return run(screen.enter(row))
      if (screen.tabs !== undefined)
        return ui.update((now) => ({ ...now, details: true, pane: "details", isFull: true }))
      ui.update((now) => ({ ...now, details: !now.details, pane: "list" }))
    },
    "list.leave": () => {
      const { asked, end, filter, local, more, order, problem } = list().state.get()
      const { within } = ui.get().screen
      const marks = lists.marksOf(ui.get().screen)
      if (notices.state.get().problems.length > 0) notices.dismissProblem()
      else if (ui.get().details) ui.update((now) => ({ ...now, details: false, pane: "list" }))
      else if (asked !== undefined || problem !== undefined || end?.sought !== undefined) list().dismiss()
      else if (exporting.get() !== undefined) exporting.get()?.stop()
      else if (changes.state.get().group?.isOver === false) changes.stop()
      else if (more !== undefined) list().stopLoading()
      else if (watch.state.get() !== undefined) endWatch(model)
      else if (Marks.count(marks.state.get()) > 0) marks.clear()
      else if (local !== undefined) {
        list().search("")
        list().sort(undefined)
      } else if (order !== "") list().open(filter, "")
      else if (filter !== "") list().open("")
      else if (within !== undefined) run(backCommand(ui.get().screen.name))
    }
  }
}

/** Marking rows, and what is done to all that are marked. */
export const markCommands = ({ bulk, lists, notices, run, ui }: Model) => {
  const marks = () => lists.marksOf(ui.get().screen)
  const tellWhyNot = (why: string | undefined) => {
    if (why !== undefined) notices.tell("hint", `Nothing was marked: ${why}.`)
  }
  const close = () =>
    ui.update(({ suspended, overlay, ...now }) => ({
      ...now,
      overlay: overlay?._tag === "Bulk" ? undefined : overlay,
      // where the session has ended meanwhile
      suspended: suspended?._tag === "Bulk" ? undefined : suspended
    }))
  bulk.state.subscribe(() => {
    // it is over, or was given up: by reading what failed, or by another account
    if (bulk.state.get()._tag === "Idle") close()
  })
  for (const resource of resources) {
    const { state } = lists.marksOf(resource)
    let before = { count: 0, filter: "" }
    state.subscribe(() => {
      const now = { count: Marks.count(state.get()), filter: lists.of(resource).state.get().filter }
      const { _tag } = bulk.state.get()
      // what is asked is about rows that are not marked any more
      if (_tag !== "Idle" && ui.get().screen === resource) bulk.cancel()
      if (before.count > 0 && now.count === 0 && now.filter !== before.filter)
        notices.tell("hint", "The marks are gone: they were made under another filter.")
      before = now
    })
  }
  return {
    "marks.toggle": () => tellWhyNot(marks().toggle()),
    "marks.range": () => tellWhyNot(marks().range()),
    "marks.all": () => tellWhyNot(marks().all()),
    "bulk.yes": () => {
      const { overlay, screen } = ui.get()
      if (overlay?._tag !== "Bulk") return
      const state = bulk.state.get()
      if (state._tag === "Asked") return run(bulk.prepare(state.action, screen, marks()))
      run(bulk.begin(TextField.text(overlay.field)))
    },
    "bulk.no": () => {
      bulk.cancel()
      close()
    }
  }
}

/** Lists what a filter of the service says, or of the rows that are loaded those that have a word in them. */
export const applyFilter = ({ histories, lists, notices, ui }: Model, text: string): void => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  const { filter, local } = list.state.get()
  if (screen.filterExample === undefined && isServerFilter(text))
    return notices.tell(
      "hint",
      `The service has no filter for ${pluralName(screen)}: type a word, and the rows with it are shown.`
    )
  histories.add(screen.name, text)
  if (text !== "" && !isServerFilter(text)) return list.search(text)
  if (local !== undefined && local.search !== "") list.search("")
  if (text !== filter || list.state.get().asked !== undefined) list.open(text)
}

/** The line in which a filter is typed, with those that were typed before. */
export const filterCommands = (model: Model) => {
  const { histories, lists, ui } = model
  const close = () => {
    histories.leave(ui.get().screen.name)
    ui.update((now) => ({ ...now, overlay: undefined }))
  }
  const recall = (from: "newer" | "older") => () => {
    const { overlay, screen } = ui.get()
    if (overlay?._tag !== "Filter") return
    const text = histories[from](screen.name, TextField.text(overlay.field))
    ui.update((now) => ({ ...now, overlay: { _tag: "Filter", field: TextField.make(text) } }))
  }
  return {
    "filter.open": () => {
      const { asked, filter } = lists.of(ui.get().screen).state.get()
      const text = asked ?? filter
      ui.update((now) => ({ ...now, overlay: { _tag: "Filter", field: TextField.make(text) } }))
    },
    "filter.apply": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Filter") return
      const text = TextField.text(overlay.field).trim()
      close()
      applyFilter(model, text)
    },
    "filter.older": recall("older"),
    "filter.newer": recall("newer"),
    "filter.cancel": close
  }
}
