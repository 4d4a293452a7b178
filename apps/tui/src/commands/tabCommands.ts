import * as Result from "effect/Result"

import { most } from "../input/Clipboard.ts"
import { activeTab } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import { record } from "../renderers/headless/format.ts"
import type { AnyResource } from "../resources/Resource.ts"
import * as ChartState from "../statistics/ChartState.ts"
import { toRecords } from "../statistics/Statistics.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import { counted } from "../statistics/texts.ts"

/** Opens the statistics of a call, at its start. */
export const openChart = ({ ui }: Pick<Model, "ui">, title: string, statistics: Statistics, tabs?: string): void =>
  ui.update((now) => ({
    ...now,
    chart: { title, ...(tabs !== undefined && { tabs }), statistics, state: ChartState.initial(statistics) }
  }))

/** Moving and zooming in the statistics of a call, and taking its numbers along. */
export const chartCommands = ({ copy, keys, notices, ui }: Pick<Model, "copy" | "keys" | "notices" | "ui">) => {
  const by = (transition: ChartState.Transition) => () =>
    ui.update((now) => {
      if (now.chart === undefined) return now
      const { state, statistics } = now.chart
      return { ...now, chart: { ...now.chart, state: transition(statistics, state) } }
    })

  const copyCsv = () => {
    const { chart } = ui.get()
    if (chart === undefined) return
    const { state, statistics } = chart
    if (statistics.times.length === 0)
      return notices.tell("hint", "Nothing was copied: nothing was measured of this call.")
    const [heading = [], ...seen] = toRecords(statistics, ChartState.visibleSpan(statistics, state))
    const text = [heading, ...seen].map(record).join("")
    const zoom =
      text.length > most ? ` What is seen is copied: ${keys.keyOf("chart.zoomIn")} shows less of the call.` : ""
    Result.match(copy(text), {
      onSuccess: () =>
        notices.tell(
          "done",
          `${counted(seen.length, "record")} of ${counted(statistics.people.length, "person", "people")} sent to the clipboard as CSV.`
        ),
      onFailure: (why) => notices.tell("hint", `Nothing was copied: ${why}${zoom}`)
    })
  }

  return {
    "chart.left": by(ChartState.left),
    "chart.right": by(ChartState.right),
    "chart.farLeft": by(ChartState.farLeft),
    "chart.farRight": by(ChartState.farRight),
    "chart.start": by(ChartState.start),
    "chart.end": by(ChartState.end),
    "chart.zoomIn": by(ChartState.zoomIn),
    "chart.zoomOut": by(ChartState.zoomOut),
    "chart.person": by(ChartState.nextPerson),
    "chart.audio": by(ChartState.toggleAudio),
    "chart.video": by(ChartState.toggleVideo),
    "chart.table": by(ChartState.toggleTable),
    "chart.csv": copyCsv,
    "chart.leave": () => ui.update((now) => ({ ...now, chart: undefined }))
  }
}

/** Goes to a tab of the selected row. */
export const showTab = ({ ui }: Model, screen: AnyResource, tab: number): void => {
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
  const looked = activeTab(model)
  const statistics = looked && model.tabs.of(looked).report?.chart
  if (looked === undefined || statistics === undefined || statistics.times.length === 0) return undefined
  const { query, resource, row } = looked
  const tabs = (resource.tabs ?? []).map((tab, at) =>
    tab.query === query ? `[${at + 1} ${tab.title}]` : `${at + 1} ${tab.title}`
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
export const watchTab = (model: Model): void => {
  const { account, lists, tabs, ui } = model
  const look = () => tabs.look(activeTab(model))
  for (const cell of [ui, account.state, ...lists.all.map(({ state }) => state)]) cell.subscribe(look)
  tabs.state.subscribe(() => redraw(model))
}

/** The tabs of an opened row. */
export const tabCommands = (model: Model) => {
  const { lists, tabs, ui } = model
  return {
    "details.full": () => {
      const drawn = drawnOf(model)
      if (drawn !== undefined) return openChart(model, drawn.title, drawn.statistics, drawn.tabs)
      return ui.update((now) => ({ ...now, isFull: !now.isFull, detailsTop: 0 }))
    },
    "chart.refresh": () => tabs.refresh(),
    "details.refresh": () => (activeTab(model) === undefined ? lists.of(ui.get().screen).refresh() : tabs.refresh())
  }
}
