import { cut, fit, widthOf, wrap } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { ChartState } from "./ChartState.ts"
import { formatMoment, fullSpan, momentText, readingText, summaryParts, visibleSpan } from "./ChartState.ts"
import { axisEnd, drawBars, drawCurves, piece, resample, toColumn } from "./plot.ts"
import type { Line } from "./plot.ts"
import { countBefore, describeCall, formatNumber, valuesAt } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"

/** In cells. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** Cells beside a plot: numbers at the left, names at the right. */
const margins = { left: 9, right: 6 }

const tones = { video: "accent", audio: "plain" } as const

const shownMedia = ({ media }: ChartState): ReadonlyArray<Media> =>
  (["video", "audio"] as const).filter((each) => media[each])

const caption = (text: string, width: number): Line => [piece(fit(`  ${text}`, width), "quiet")]

/** The name of a person, and the known facts. */
const heading = ({ average, facts, name, summary }: Person, mark: string, width: number): Line => {
  const title = cut(`${mark}${summary.isGood ? glyphs.fine : glyphs.trouble} ${name}`, width)
  const known = [["Average", average] as const, ...facts].filter(([, text]) => text !== "")
  const about = known.map(([label, text]) =>
    label === "Average" || label === "App" ? `${label.toLowerCase()} ${text}` : text
  )
  const tone = summary.isGood ? "quiet" : "warning"
  return [piece(title, "strong"), piece(fit(`  ${about.join(" · ")}`, width - widthOf(title)), tone)]
}

const beside = (label: string, line: Line, name: string): Line => [
  piece(`${fit(label, margins.left - 2, "right")} ${label === "" ? "│" : "┤"}`, "quiet"),
  ...line,
  piece(fit(name === "" ? "" : ` ${name}`, margins.right), "quiet")
]

/** The people, beginning with the chosen one. */
const inOrder = ({ people }: Statistics, { person }: ChartState): ReadonlyArray<Person> => [
  ...people.slice(person),
  ...people.slice(0, person)
]

const lead = "In words  "

/** For each person, the curve of the bandwidth and the bars of the packet loss. */
const chartLines = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const [ordered, span, media] = [inOrder(statistics, state), visibleSpan(statistics, state), shownMedia(state)]
  const columns = Math.max(1, width - margins.left - margins.right)
  const cursor = toColumn(span, columns, state.cursor)
  const words = ordered.flatMap(({ summary }) => wrap(summary.words, Math.max(1, width - lead.length)))
  // a summary, an axis, and up to a quarter of words
  const room = height - 2 - Math.min(words.length, Math.floor(height / 4))
  const besideCurve = 3 + media.length
  const shown = Math.max(1, Math.min(ordered.length, Math.floor(room / (besideCurve + 3))))
  const rows = Math.max(1, Math.min(10, Math.floor(room / shown) - besideCurve))
  const toCurves = ({ bandwidth }: Person) =>
    media.map((name) => ({
      name,
      tone: tones[name],
      values: resample(bandwidth, name, span, 2 * columns, "mean")
    }))
  // one scale for all people
  const high = axisEnd(
    ordered.flatMap(toCurves).map(({ values }) => values),
    10
  )
  const chosen = ordered.length > 1 ? ordered[0] : undefined
  const personLines = (person: Person): ReadonlyArray<Line> => {
    const bars = media.map((each) => resample(person.loss, each, span, columns, "highest"))
    const highest = axisEnd(bars, 5)
    return [
      heading(person, person === chosen ? glyphs.selected : " ", width),
      caption(`bandwidth, no unit: ${readingText(person.bandwidth, state)}`, width),
      ...drawCurves(toCurves(person), high, rows, cursor).map(([line, name], row) =>
        beside(row === 0 ? formatNumber(high) : row === rows - 1 ? "0" : "", line, name)
      ),
      caption(`packet loss, no unit: ${readingText(person.loss, state)}`, width),
      ...bars.map((values, at) => beside(formatNumber(highest), drawBars(values, highest, cursor), media[at] ?? ""))
    ]
  }
  const [from, to] = [formatMoment(span.from, span), formatMoment(span.to, span)]
  const axis = `${" ".repeat(margins.left)}${fit(from, columns - to.length)}${to} UTC`
  return [
    [piece(cut(summaryParts(statistics, state).join("  ·  "), width))],
    ...(shown === ordered.length ? statistics.people : ordered.slice(0, shown)).flatMap(personLines),
    [piece(fit(axis, width), "quiet")],
    ...words.map((text, at) => [piece(at === 0 ? lead : " ".repeat(lead.length), "quiet"), piece(text)])
  ]
}

/** Widths of the columns for each of bandwidth and loss. */
const widths = [8, 7, 8]

const group = (cells: ReadonlyArray<string>): string =>
  widths.map((width, at) => ` ${fit(cells[at] ?? "", width, "right")}`).join("")

const numbersAt = (readings: Readings, at: number): string =>
  group(valuesAt(readings, at).map((value = "–") => (typeof value === "number" ? formatNumber(value) : value)))

/** The numbers of the chosen person around the cursor. */
const tableLines = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const { people, times } = statistics
  const person = people[state.person] ?? people[0]
  if (person === undefined) return []
  const span = fullSpan(statistics)
  const timeWidth = formatMoment(span.from, span).length
  const here = Math.max(0, countBefore(times, state.cursor + 1) - 1)
  const place = `${person.name} · ${state.person + 1} of ${people.length} · ${here + 1} of ${times.length} moments · no unit`
  const [bandwidth, loss] = [fit("BANDWIDTH", group([]).length, "right"), fit("PACKET LOSS", group([]).length, "right")]
  const names = group(["video", "audio", "result"])
  const head: ReadonlyArray<Line> = [
    [piece(fit(place, width), "strong")],
    [piece(fit(`${fit("TIME", timeWidth)}${bandwidth}${loss}`, width), "quiet")],
    [piece(fit(`${fit("UTC", timeWidth)}${names}${names}`, width), "quiet")]
  ].slice(0, height < 6 ? 0 : 3)
  const room = Math.max(1, height - head.length)
  const top = Math.max(0, Math.min(here - Math.floor(room / 2), times.length - room))
  const rows = Array.from(times.slice(top, top + room), (at, index): Line => {
    const time = fit(formatMoment(at, span), timeWidth)
    const row = `${time}${numbersAt(person.bandwidth, at)}${numbersAt(person.loss, at)}`
    return [piece(fit(row, width), top + index === here ? "selected" : "plain")]
  })
  return [...head, ...rows]
}

const wordsAlone = (statistics: Statistics, state: ChartState, { width }: Room): ReadonlyArray<Line> =>
  [
    ...(statistics.times.length === 0 ? [] : [`Cursor ${momentText(statistics, state.cursor)}`]),
    ...(statistics.people.length === 0
      ? describeCall(statistics)
      : inOrder(statistics, state).map(({ summary }) => summary.words))
  ]
    .flatMap((text) => wrap(text, width))
    .map((text) => [piece(text)])

/** The fewest lines for a chart. */
const minHeight = 8

/** The statistics of a call as lines: charts or numbers, or words if there is no room. */
export const chart = (statistics: Statistics, state: ChartState, room: Room): ReadonlyArray<Line> => {
  const isEmpty = statistics.times.length === 0
  const draw = state.asTable && !isEmpty ? tableLines : isEmpty || room.height < minHeight ? wordsAlone : chartLines
  return draw(statistics, state, room).slice(0, room.height)
}
