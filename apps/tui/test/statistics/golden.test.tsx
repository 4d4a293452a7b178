import { renderToString } from "ink"
import { describe, expect, test } from "vitest"

import { defaultKeys } from "../../src/keymap/Keys.ts"
import { Screen } from "../../src/renderers/screen/Screen.tsx"
import type { ChartState } from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"
import { view } from "../support/views.ts"
import { moved } from "./arbitrary.ts"
import { goodCall } from "./calls.ts"

const statistics = Statistics.fromEvents(goodCall)

const right = Array.from({ length: 84 }, () => "chart.right" as const)

const scenes: ReadonlyArray<readonly [string, ChartState]> = [
  ["chart", moved(statistics, right)],
  ["chart-both-media", moved(statistics, [...right, "chart.audio", "chart.person"])],
  ["chart-zoomed", moved(statistics, [...right, "chart.zoomIn", "chart.zoomIn", "chart.person"])],
  ["chart-table", moved(statistics, [...right, "chart.person", "chart.table"])]
]

const sizes = [
  { width: 60, height: 15 },
  { width: 80, height: 24 },
  { width: 110, height: 32 },
  { width: 200, height: 50 }
]

// oxlint-disable-next-line no-control-regex -- what sets a style is taken off
const style = /\u001B\[[\d;]*m/g

const titled = (width: number, height: number) => `── ${width} x ${height} `.padEnd(width, "─")

describe.each(scenes)("%s", (name, state) => {
  test("looks as it did", async () => {
    const body = { _tag: "Chart", name: "chart", title: "Calls ▸ call_0000…0001", statistics, state } as const
    const hints = defaultKeys.hintsFor(["chart"])
    const screens = sizes.map((size) => {
      const text = renderToString(<Screen view={view(body, { hints })} {...size} />, { columns: size.width })
      const lines = text.replaceAll(style, "").split("\n")
      return [titled(size.width, size.height), ...lines.map((line) => line.trimEnd())].join("\n")
    })
    await expect(`${screens.join("\n")}\n`).toMatchFileSnapshot(`golden/${name}.txt`)
  })
})
