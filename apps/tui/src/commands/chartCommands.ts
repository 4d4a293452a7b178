import * as Result from "effect/Result"

import { most } from "../input/Clipboard.ts"
import type { Model } from "../model/Model.ts"
import { record } from "../renderers/headless/format.ts"
import * as ChartState from "../statistics/ChartState.ts"
import { recordsOf } from "../statistics/Statistics.ts"
import type { Statistics } from "../statistics/Statistics.ts"
import { counted } from "../statistics/texts.ts"

/** Opens the statistics of a call, at its start. */
export const open = ({ ui }: Pick<Model, "ui">, title: string, statistics: Statistics, tabs?: string): void =>
  ui.update((now) => ({
    ...now,
    chart: { title, ...(tabs !== undefined && { tabs }), statistics, state: ChartState.initial(statistics) }
  }))

/** Moving and zooming in the statistics of a call, and taking its numbers along. */
export const make = ({ copy, keys, notices, ui }: Pick<Model, "copy" | "keys" | "notices" | "ui">) => {
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
    const [heading = [], ...seen] = recordsOf(statistics, ChartState.spanOf(statistics, state))
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
