import type { OpenChart } from "../model/Ui.ts"
import type { ChartBody } from "./View.ts"

/** The statistics of a call, where they are looked at. */
export const chartBody = (chart: OpenChart | undefined): ChartBody | undefined =>
  chart && { _tag: "Chart", name: "chart", ...chart }
