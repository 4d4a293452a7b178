import { escape } from "./escape.ts"

/** A line of a chart: points in the units of its axes; a gap where one has no height. */
export interface Series {
  readonly name: string
  readonly points: ReadonlyArray<{ readonly x: number; readonly y: number | undefined }>
}

/** A chart of lines. */
export interface Chart {
  readonly title: string
  readonly series: ReadonlyArray<Series>
  readonly ticks: ReadonlyArray<{ readonly x: number; readonly label: string }>
  readonly yLabel: (value: number) => string
}

const width = 800
const height = 260
const left = 70
const bottom = 30
const top = 10

const steps = [1, 2, 2.5, 5, 10]

/** Round values from 0 to at least the highest. */
const levels = (highest: number) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1e-3) / 4))
  const step = (steps.find((step) => step * power * 4 >= highest) ?? 10) * power
  return [0, 1, 2, 3, 4].map((index) => index * step)
}

/** A chart as SVG; lines are told apart by `line-0`, `line-1` and so on. */
export const chart = ({ series, ticks, title, yLabel }: Chart): string => {
  const points = series.flatMap((one) => one.points)
  const xs = [...points.map(({ x }) => x), ...ticks.map(({ x }) => x)]
  const [least, most] = [Math.min(...xs), Math.max(...xs)]
  const all = levels(Math.max(0, ...points.flatMap(({ y }) => (y === undefined ? [] : [y]))))
  const highest = all.at(-1) ?? 1
  const right = width - 20
  const toX = (x: number) => (left + ((x - least) / (most === least ? 1 : most - least)) * (right - left)).toFixed(1)
  const toY = (y: number) => (height - bottom - (y / highest) * (height - bottom - top)).toFixed(1)
  const path = ({ points }: Series) =>
    points
      .map(({ x, y }, index) =>
        y === undefined ? "" : `${index === 0 || points[index - 1]?.y === undefined ? "M" : "L"}${toX(x)} ${toY(y)}`
      )
      .join(" ")
  const dots = ({ points }: Series, index: number) =>
    points.flatMap(({ x, y }) =>
      y === undefined
        ? []
        : [
            `<circle class="dot-${index}" cx="${toX(x)}" cy="${toY(y)}" r="2.5"><title>${escape(yLabel(y))}</title></circle>`
          ]
    )
  return [
    `<figure><figcaption>${escape(title)}</figcaption>`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    ...all.map(
      (y) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${toY(y)}" y2="${toY(y)}"/><text x="${left - 8}" y="${toY(y)}" dy="4" text-anchor="end">${escape(yLabel(y))}</text>`
    ),
    ...ticks.map(
      ({ label, x }) => `<text x="${toX(x)}" y="${height - 8}" text-anchor="middle">${escape(label)}</text>`
    ),
    ...series.flatMap((one, index) => [`<path class="line-${index}" d="${path(one)}"/>`, ...dots(one, index)]),
    "</svg>",
    `<p class="legend">${series.map(({ name }, index) => `<span class="key-${index}">${escape(name)}</span>`).join(" ")}</p></figure>`
  ].join("\n")
}
