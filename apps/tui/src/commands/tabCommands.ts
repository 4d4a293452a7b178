import { lookedAt } from "../model/looked.ts"
import type { Model } from "../model/Model.ts"
import type { AnyResource } from "../resources/registry.ts"
import * as chartCommands from "./chartCommands.ts"

/** Goes to a tab of the selected row. */
export const show = ({ ui }: Model, screen: AnyResource, tab: number): void => {
  if (ui.get().screen !== screen) return
  ui.update((now) => ({
    ...now,
    chart: undefined,
    details: true,
    pane: "details",
    tab,
    detailsTop: 0,
    revealed: undefined
  }))
}

/** What can be drawn as charts of the tab that is looked at, and what it is of. */
const drawnOf = (model: Model) => {
  const looked = lookedAt(model)
  const statistics = looked && model.tabs.of(looked).report?.chart
  if (looked === undefined || statistics === undefined || statistics.times.length === 0) return undefined
  const { inquiry, resource, row } = looked
  const tabs = (resource.tabs ?? []).map((tab, at) =>
    tab.inquiry === inquiry ? `[${at + 1} ${tab.title}]` : `${at + 1} ${tab.title}`
  )
  return { title: resource.nameOf(row), tabs: tabs.join("  "), statistics }
}

/** The charts of what is read again are of what was read last. */
const redraw = (model: Model) => {
  const { chart } = model.ui.get()
  const drawn = chart && drawnOf(model)
  if (drawn === undefined || drawn.title !== chart?.title || drawn.statistics === chart.statistics) return
  model.ui.update((now) => ({ ...now, chart: now.chart && { ...now.chart, ...drawn } }))
}

/** Tells which tab is looked at, whenever that changes. */
export const watch = (model: Model): void => {
  const { account, lists, tabs, ui } = model
  const look = () => tabs.look(lookedAt(model))
  for (const cell of [ui, account.state, ...lists.all.map(({ state }) => state)]) cell.subscribe(look)
  tabs.state.subscribe(() => redraw(model))
}

/** The tabs of an opened row. */
export const make = (model: Model) => {
  const { lists, tabs, ui } = model
  return {
    "details.full": () => {
      const drawn = drawnOf(model)
      if (drawn !== undefined) return chartCommands.open(model, drawn.title, drawn.statistics, drawn.tabs)
      return ui.update((now) => ({ ...now, isFull: !now.isFull, detailsTop: 0 }))
    },
    "chart.refresh": () => tabs.refresh(),
    "details.refresh": () => (lookedAt(model) === undefined ? lists.of(ui.get().screen).refresh() : tabs.refresh())
  }
}
