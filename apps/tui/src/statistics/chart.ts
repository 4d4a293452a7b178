import { cut, fit, widthOf, wrap } from "../text/fit.ts"
import type { ChartState } from "./ChartState.ts"
import { spanOf } from "./ChartState.ts"
import { momentText } from "./cursor.ts"
import { piece } from "./lines.ts"
import type { Line } from "./lines.ts"
import { bandwidthScale, besideCurve, margins, personChart, plotWidth } from "./personChart.ts"
import type { Person, Statistics } from "./Statistics.ts"
import { summaryParts } from "./summary.ts"
import { tableLines } from "./table.ts"
import { timeAxis } from "./timeAxis.ts"
import { inWords, personInWords } from "./words.ts"

/** In cells. */
export interface Room {
  readonly width: number
  readonly height: number
}

const empty: Line = []

/** Lines of the curve of a person: as good as can be, as few as still say something, and more than say more. */
const curveRows = { good: 4, least: 2, most: 10 }

/** With fewer lines than this there is no chart, only words. */
const leastHeight = 8

const separator = "  ·  "

/** As much of the summary as has room. */
const summaryLine = (statistics: Statistics, state: ChartState, width: number): Line => {
  const parts = summaryParts(statistics, state)
  const fitting = parts.filter((_, at) => widthOf(parts.slice(0, at + 1).join(separator)) <= width || at === 0)
  return [piece(cut(fitting.join(separator), width))]
}

/** The people, beginning with the one that was chosen. */
const inOrder = ({ people }: Statistics, { person }: ChartState): ReadonlyArray<Person> => [
  ...people.slice(person),
  ...people.slice(0, person)
]

const lead = "In words  "

const wrapped = (statistics: Statistics, people: ReadonlyArray<Person>, width: number): ReadonlyArray<string> =>
  people.flatMap((person) => wrap(personInWords(statistics, person), Math.max(1, width - lead.length)))

/** What became of the people, as far as there is room. */
const wordLines = (all: ReadonlyArray<string>, { height, width }: Room): ReadonlyArray<Line> =>
  all.slice(0, Math.max(0, height)).map((line, at) => {
    const isCut = at === height - 1 && height < all.length
    return [
      piece(at === 0 ? lead : " ".repeat(lead.length), "quiet"),
      piece(isCut ? cut(`${line} …`, width - lead.length) : line)
    ]
  })

interface Layout {
  readonly people: number
  readonly rows: number
  /** Empty lines between what belongs together. */
  readonly isLoose: boolean
}

/** Lines that the summary and the axis take. */
const fixed = 2

/** Of the height, words may have this much. */
const wordShare = 0.25

/** How many people have room, and how high their curves are. */
const layoutOf = (people: number, beside: number, room: number): Layout => {
  for (let shown = people; shown >= 1; shown--) {
    const rows = Math.floor(room / shown) - beside
    const loose = Math.floor((room - shown - 1) / shown) - beside
    if (loose >= curveRows.good) return { people: shown, rows: Math.min(curveRows.most, loose), isLoose: true }
    if (rows >= (shown === 1 ? curveRows.least : curveRows.good - 1))
      return { people: shown, rows: Math.min(curveRows.good, rows), isLoose: false }
  }
  return { people: 1, rows: Math.max(1, room - beside), isLoose: false }
}

const axisLine = (statistics: Statistics, state: ChartState, width: number): Line => {
  const span = spanOf(statistics, state)
  const times = timeAxis(span, plotWidth(width), state.cursor)
  return [piece(fit(`${" ".repeat(margins.left)}${times} UTC`, width), "quiet")]
}

const drawn = (statistics: Statistics, state: ChartState, { height, width }: Room): ReadonlyArray<Line> => {
  const ordered = inOrder(statistics, state)
  const all = wrapped(statistics, ordered, width)
  const words = Math.min(all.length, Math.floor(height * wordShare))
  const layout = layoutOf(ordered.length, besideCurve(state), height - fixed - words)
  const scale = bandwidthScale(statistics, state, plotWidth(width))
  const space = layout.isLoose ? [empty] : []
  const isAll = layout.people === ordered.length
  const shown = isAll ? statistics.people : ordered.slice(0, layout.people)
  const lines = [
    summaryLine(statistics, state, width),
    ...shown.flatMap((person) => [
      ...space,
      ...personChart(statistics, person, state, {
        width,
        rows: layout.rows,
        scale,
        isChosen: ordered.length > 1 && person === ordered[0]
      })
    ]),
    axisLine(statistics, state, width),
    ...space
  ]
  return [...lines, ...wordLines(all, { width, height: height - lines.length })]
}

const inWordsAlone = (statistics: Statistics, state: ChartState, { width }: Room): ReadonlyArray<Line> =>
  [
    ...(statistics.times.length === 0 ? [] : [`Cursor ${momentText(statistics, state.cursor)}`]),
    ...(statistics.people.length === 0
      ? inWords(statistics)
      : inOrder(statistics, state).map((person) => personInWords(statistics, person)))
  ]
    .flatMap((text) => wrap(text, width))
    .map((text) => [piece(text)])

const formOf = ({ times }: Statistics, { asTable }: ChartState, { height }: Room) =>
  times.length === 0 ? inWordsAlone : asTable ? tableLines : height < leastHeight ? inWordsAlone : drawn

/** The statistics of a call as lines of a room: charts, or numbers, and words where there is room for neither. */
export const chart = (statistics: Statistics, state: ChartState, room: Room): ReadonlyArray<Line> =>
  formOf(statistics, state, room)(statistics, state, room).slice(0, room.height)
