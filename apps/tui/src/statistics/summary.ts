import type { ChartState } from "./ChartState.ts"
import { wholeOf } from "./ChartState.ts"
import { momentText } from "./cursor.ts"
import type { Person, Statistics } from "./Statistics.ts"
import { worstMinute } from "./stretches.ts"
import { counted } from "./texts.ts"
import { clockOf, isOverDays, lasting } from "./times.ts"

const pointsOf = ({ bandwidth, loss }: Person) => Math.max(bandwidth.times.length, loss.times.length)

const pointsText = ({ people, usual }: Statistics): string => {
  const counts = people.map(pointsOf)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const count = least === most ? counted(most, "point") : `${least} to ${most} points`
  const each = people.length > 1 && least === most ? " each" : ""
  return `${count}${each}${usual === 0 ? "" : `, one every ${lasting(usual)}`}`
}

/** What is seen of the call, where it is not all of it. */
export const zoomText = (statistics: Statistics, { zoom }: ChartState): string => {
  if (zoom === undefined) return ""
  const { from, to } = wholeOf(statistics)
  const clock = (at: number) => clockOf(at, { withDay: isOverDays(from, to) })
  return `${clock(zoom.from)} to ${clock(zoom.to)} of ${lasting(to - from)}`
}

/** What is said above the charts, the dearest first. */
export const summaryParts = (statistics: Statistics, state: ChartState): ReadonlyArray<string> => {
  const { overall, people, times } = statistics
  return [
    overall === "" ? "" : `Overall ${overall}`,
    times.length === 0 ? "" : `cursor ${momentText(statistics, state.cursor)}`,
    zoomText(statistics, state),
    people.length === 0 ? "" : people.length === 1 ? "1 person" : `${people.length} people`,
    times.length === 0 ? "" : pointsText(statistics)
  ].filter((part) => part !== "")
}

/** The average of a person, and when it was worst. */
export const averageText = (person: Person): string => {
  const worst = worstMinute(person)
  const minute = (at: number) => clockOf(at, { withSeconds: false })
  return [
    person.average === "" ? "" : `average ${person.average}`,
    worst === undefined ? "" : `worst ${minute(worst)} to ${minute(worst + 60_000)}`
  ]
    .filter((part) => part !== "")
    .join(", ")
}
