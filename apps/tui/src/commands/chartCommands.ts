import { pluralize } from "@remote-assist/core/Text"
import * as Record from "effect/Record"
import * as Result from "effect/Result"

import { maxBytes } from "../input/Clipboard.ts"
import { activeTab, drawableTab } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import { csvRecord } from "../renderers/headless/format.ts"
import type { AnyResource } from "../resources/Resource.ts"
import * as ChartState from "../statistics/ChartState.ts"
import { toRecords } from "../statistics/Statistics.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import { noteRefresh, refreshList } from "./listCommands.ts"

/** Opens the statistics of a call at its start, or at its end if it is long. */
export const openChart = (
  { keys, notices, ui }: Pick<Model, "keys" | "notices" | "ui">,
  title: string,
  statistics: Statistics,
  tabs?: string
): void => {
  const state = ChartState.initial(statistics)
  ui.set({ chart: { title, ...(tabs !== undefined && { tabs }), statistics, state } })
  const part = ChartState.zoomText(statistics, state)
  if (part !== "")
    notices.show("hint", `The chart shows only the end of the call: ${part}. ${keys.keyOf("chart.zoomOut")} zooms out.`)
}

export const chartCommands = ({
  clipboard,
  keys,
  notices,
  ui
}: Pick<Model, "clipboard" | "keys" | "notices" | "ui">) => {
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
    const [heading = [], ...visible] = toRecords(statistics, ChartState.visibleSpan(statistics, state))
    const text = [heading, ...visible].map(csvRecord).join("")
    const zoom =
      text.length > maxBytes ? ` Only the visible part is copied: ${keys.keyOf("chart.zoomIn")} zooms in.` : ""
    Result.match(clipboard.copy(text), {
      onSuccess: () =>
        notices.show(
          "done",
          `${pluralize(visible.length, "record")} of ${pluralize(statistics.people.length, "person", "people")} sent to the clipboard as CSV.`
        ),
      onFailure: (why) => notices.show("hint", `Nothing was copied: ${why}${zoom}`)
    })
  }

  return {
    ...Record.map(ChartState.transitions, by),
    "chart.csv": copyCsv,
    "chart.leave": () => ui.set({ chart: undefined })
  }
}

/** Shows a tab of the selected row. */
export const showTab = ({ ui }: Model, screen: AnyResource, tab: number): void => {
  if (ui.get().screen !== screen) return
  ui.set({ chart: undefined, details: true, pane: "details", tab, detailsTop: 0, revealed: undefined })
}

export const tabCommands = (model: Model) => {
  const { tabs, ui } = model
  const refresh = () => {
    const active = activeTab(model)
    if (active === undefined) return refreshList(model)
    noteRefresh(model, tabs.of(active).fetchedAt, true)
    tabs.refresh()
  }
  return {
    "details.full": () => {
      const drawable = drawableTab(model)
      if (drawable !== undefined) return openChart(model, drawable.title, drawable.statistics, drawable.tabs)
      if (!ui.get().isFull) ui.set({ isFull: true, detailsTop: 0 })
    },
    "chart.refresh": refresh,
    "details.refresh": refresh
  }
}
