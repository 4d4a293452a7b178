import { cut, fit, widthOf, wrap } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import type { ChartState, Span } from "./ChartState.ts"
import { formatMoment, fullSpan, visibleSpan } from "./ChartState.ts"
import { axisEnd, drawBars, drawCurves, piece, resample, timeAxis, toColumn } from "./plot.ts"
import type { Line } from "./plot.ts"
import { countBefore, formatNumber } from "./Statistics.ts"
import type { Media, Person, Readings, Statistics } from "./Statistics.ts"
import { describeCall, momentText, readingText, summaryParts } from "./words.ts"

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

const minNameWidth = 12

/** The name of a person, the devices and the average. */
const heading = (person: Person, isChosen: boolean, width: number): Line => {
  const { app, device, network, role } = person
  const { isGood } = person.summary
  const average = cut(person.average === "" ? "" : `average ${person.average}`, Math.max(0, width - minNameWidth))
  const mark = `${isChosen ? glyphs.selected : " "}${isGood ? glyphs.fine : glyphs.trouble} `
  const room = Math.max(0, width - widthOf(mark) - widthOf(average) - 1)
  const name = fit(person.name, Math.min(room, Math.max(16, widthOf(person.name))))
  const about = [role, device, app === "" ? "" : `app ${app}`, network].filter((part) => part !== "").join(" · ")
  return [
    piece(`${mark}${name}`, "strong"),
    piece(fit(` ${about}`, Math.max(0, room - widthOf(name))), "quiet"),
    piece(` ${average}`, isGood ? "plain" : "warning")
  ]
}

interface Plot {
  readonly width: number
  /** Columns of the plot itself. */
  readonly columns: number
  /** Lines of a curve. */
  readonly rows: number
  readonly span: Span
  readonly high: number
  readonly cursor: number | undefined
}

const beside = (label: string, line: Line, name: string): Line => [
  piece(`${fit(label, margins.left - 2, "right")} ${label === "" ? "│" : "┤"}`, "quiet"),
  ...line,
  piece(fit(name === "" ? "" : ` ${name}`, margins.right), "quiet")
]

/** The curve of the bandwidth and the bars of the packet loss of a person. */
const personLines = (person: Person, state: ChartState, isChosen: boolean, plot: Plot): ReadonlyArray<Line> => {
  const { columns, cursor, rows, span, width } = plot
  const media = shownMedia(state)
  const curves = media.map((each) => ({
    name: each,
    tone: tones[each],
    values: resample(person.bandwidth, each, span, 2 * columns, "mean")
  }))
  const bars = media.map((each) => resample(person.loss, each, span, columns, "highest"))
  const high = axisEnd(bars, 5)
  const labels = new Map([
    [rows - 1, "0"],
    [0, formatNumber(plot.high)]
  ])
  const [bandwidth, loss] = [readingText(person.bandwidth, state), readingText(person.loss, state)]
  return [
    heading(person, isChosen, width),
    caption(`bandwidth, no unit: ${bandwidth}`, width),
    ...drawCurves(curves, plot.high, rows, cursor).map(([line, name], row) =>
      beside(labels.get(row) ?? "", line, name)
    ),
    caption(`packet loss, no unit: ${loss}`, width),
    ...bars.map((values, at) => beside(formatNumber(high), drawBars(values, high, cursor), media[at] ?? ""))
  ]
}

/** The people, beginning with the chosen one. */
const inOrder = ({ people }: Statistics, { person }: ChartState): ReadonlyArray<Person> => [
  ...people.slice(person),
  ...people.slice(0, person)
]

const separator = "  ·  "

/** As much of the summary as fits. */
const summaryLine = (statistics: Statistics, state: ChartState, width: number): Line => {
  const parts = summaryParts(statistics, state)
  const fitting = parts.filter((_, at) => at === 0 || widthOf(parts.slice(0, at + 1).join(separator)) <= width)
  return [piece(cut(fitting.join(separator), width))]
}

const lead = "In words  "

/** The people in words, as far as there is room. */
const wordLines = (all: ReadonlyArray<string>, { height, width }: Room): ReadonlyArray<Line> =>
  all.slice(0, Math.max(0, height)).map((line, at) => {
    const isCut = at === height - 1 && height < all.length
    return [
      piece(at === 0 ? lead : " ".repeat(lead.length), "quiet"),
      piece(isCut ? cut(`${line} …`, width - lead.length) : line)
    ]
  })

/** How many people have room, and how many lines their curves have; `space` is an empty line before each. */
const layout = (people: number, besideCurve: number, height: number) => {
  for (let shown = people; shown > 1; shown--) {
    const rows = Math.floor(height / shown) - besideCurve
    if (rows > 4) return { shown, rows: Math.min(10, rows - 1), space: 1 }
    if (rows >= 3) return { shown, rows, space: 0 }
  }
  const rows = Math.max(1, height - besideCurve)
  return rows > 4 ? { shown: 1, rows: Math.min(10, rows - 1), space: 1 } : { shown: 1, rows, space: 0 }
}

const chartLines = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const ordered = inOrder(statistics, state)
  const span = visibleSpan(statistics, state)
  const columns = Math.max(1, width - margins.left - margins.right)
  const words = ordered.flatMap(({ summary }) => wrap(summary.words, Math.max(1, width - lead.length)))
  const media = shownMedia(state)
  // a summary, an axis, and up to a quarter of words
  const room = height - 2 - Math.min(words.length, Math.floor(height / 4))
  const { rows, shown, space } = layout(ordered.length, 3 + media.length, room)
  const all = statistics.people.flatMap(({ bandwidth }) =>
    media.map((each) => resample(bandwidth, each, span, 2 * columns, "mean"))
  )
  const isVisible = state.cursor >= span.from && state.cursor <= span.to
  const plot: Plot = {
    width,
    columns,
    rows,
    span,
    high: axisEnd(all, 10),
    cursor: isVisible ? toColumn(span, columns, state.cursor) : undefined
  }
  const empty = Array.from({ length: space }, (): Line => [])
  const axis = `${" ".repeat(margins.left)}${timeAxis(span, columns, state.cursor)} UTC`
  const people = shown === ordered.length ? statistics.people : ordered.slice(0, shown)
  const lines = [
    summaryLine(statistics, state, width),
    ...people.flatMap((person) => [
      ...empty,
      ...personLines(person, state, ordered.length > 1 && person === ordered[0], plot)
    ]),
    [piece(fit(axis, width), "quiet")],
    ...empty
  ]
  return [...lines, ...wordLines(words, { width, height: height - lines.length })]
}

/** Widths of the columns for each of bandwidth and loss. */
const widths = [8, 7, 8]

const group = (cells: ReadonlyArray<string>): string =>
  widths.map((width, at) => ` ${fit(cells[at] ?? "", width, "right")}`).join("")

const numbersAt = ({ audio, results, times, video }: Readings, at: number): string => {
  const index = countBefore(times, at)
  if (times[index] !== at) return group([])
  const text = (value = Number.NaN) => (Number.isNaN(value) ? "–" : formatNumber(value))
  return group([text(video[index]), text(audio[index]), results[index] ?? ""])
}

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
