import { inWords, momentText, personAtCursor, summaryParts, zoomText } from "../../statistics/words.ts"
import type { ChartBody } from "../../view/View.ts"
import { plain, sentence } from "./plain.ts"

/** The moment of the cursor, and what was measured of the person that was chosen. */
const here = ({ state, statistics }: ChartBody): string => {
  const person = statistics.people[state.person]
  return person === undefined || statistics.times.length === 0
    ? ""
    : sentence(plain(momentText(statistics, state.cursor)), plain(personAtCursor(person, state)))
}

const everything = (chart: ChartBody): ReadonlyArray<string> => [
  sentence(...summaryParts(chart.statistics, chart.state).map(plain)),
  ...inWords(chart.statistics).map(plain),
  here(chart)
]

const mediaText = ({ state: { media } }: ChartBody): string =>
  `${media.video ? (media.audio ? "video and audio" : "video") : "audio"} in the charts`

const zoomed = ({ state, statistics }: ChartBody): string => zoomText(statistics, state) || "the whole call"

const personText = ({ state, statistics }: ChartBody): string =>
  `${state.person + 1} of ${statistics.people.length}, ${plain(inWords(statistics)[state.person] ?? "")}`

/** What is said of the statistics of a call: all of it in words, then what one goes to. */
export const chartLines = (before: ChartBody | undefined, after: ChartBody): ReadonlyArray<string> => {
  if (before === undefined || before.title !== after.title) return everything(after)
  const [was, is] = [before.state, after.state]
  const words = inWords(before.statistics)
  return [
    ...inWords(after.statistics)
      .filter((line) => !words.includes(line))
      .map(plain),
    was.asTable === is.asTable ? "" : is.asTable ? "numbers in place of charts" : "charts in place of numbers",
    was.person === is.person ? "" : personText(after),
    was.media.audio === is.media.audio && was.media.video === is.media.video ? "" : mediaText(after),
    zoomed(before) === zoomed(after) ? "" : zoomed(after),
    was.cursor === is.cursor && was.person === is.person ? "" : here(after)
  ]
}
