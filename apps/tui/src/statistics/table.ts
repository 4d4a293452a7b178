import { fit } from "../text/fit.ts"
import type { ChartState } from "./ChartState.ts"
import { wholeOf } from "./ChartState.ts"
import { piece } from "./lines.ts"
import type { Line } from "./lines.ts"
import { countBefore } from "./Readings.ts"
import type { Media, Readings } from "./Readings.ts"
import type { Person, Statistics } from "./Statistics.ts"
import { numberText } from "./texts.ts"
import { clockOf, isOverDays } from "./times.ts"

/** Of bandwidth and loss each, in cells. */
const widths = [8, 7, 8]

const groupWidth = widths.reduce((sum, width) => sum + width + 1, 0)

const group = (cells: ReadonlyArray<string>): string =>
  widths.map((width, at) => ` ${fit(cells[at] ?? "", width, "right")}`).join("")

const headings = (timeWidth: number): ReadonlyArray<string> => [
  `${fit("TIME", timeWidth)}${fit("BANDWIDTH", groupWidth, "right")}${fit("PACKET LOSS", groupWidth, "right")}`,
  `${fit("UTC", timeWidth)}${group(["video", "audio", "result"])}${group(["video", "audio", "result"])}`
]

const numbers = (readings: Readings, at: number): ReadonlyArray<string> => {
  const index = countBefore(readings.times, at)
  if (readings.times[index] !== at) return ["", "", ""]
  const text = (media: Media) => {
    const value = readings[media][index] ?? Number.NaN
    return Number.isNaN(value) ? "–" : numberText(value)
  }
  return [text("video"), text("audio"), readings.results[index] ?? ""]
}

/** So many lines at least, or there is room for numbers alone. */
const withHeadings = 6

/** The numbers of the person that was chosen, those at the cursor among them. */
export const tableLines = (
  statistics: Statistics,
  state: ChartState,
  { height, width }: { width: number; height: number }
): ReadonlyArray<Line> => {
  const { people, times } = statistics
  const person: Person | undefined = people[state.person] ?? people[0]
  if (person === undefined) return []
  const { from, to } = wholeOf(statistics)
  const withDay = isOverDays(from, to)
  const timeWidth = withDay ? 14 : 8
  const here = Math.max(0, countBefore(times, state.cursor + 1) - 1)
  const place = `${person.name} · ${state.person + 1} of ${people.length} · ${here + 1} of ${times.length} moments · no unit is given`
  const head =
    height < withHeadings
      ? []
      : [
          [piece(fit(place, width), "strong")],
          ...headings(timeWidth).map((heading) => [piece(fit(heading, width), "quiet")])
        ]
  const room = Math.max(1, height - head.length)
  const top = Math.max(0, Math.min(here - Math.floor(room / 2), times.length - room))
  const rows = Array.from(times.slice(top, top + room), (at, index): Line => {
    const time = fit(clockOf(at, { withDay }), timeWidth)
    const row = `${time}${group(numbers(person.bandwidth, at))}${group(numbers(person.loss, at))}`
    return [piece(fit(row, width), top + index === here ? "selected" : "plain")]
  })
  return [...head, ...rows]
}
