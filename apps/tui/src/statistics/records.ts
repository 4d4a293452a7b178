import { wholeOf } from "./ChartState.ts"
import { countBefore } from "./Readings.ts"
import type { Readings } from "./Readings.ts"
import type { Span } from "./series.ts"
import type { Statistics } from "./Statistics.ts"
import { isoOf } from "./times.ts"

const heading = [
  "participant",
  "time",
  "bandwidth_video",
  "bandwidth_audio",
  "bandwidth_result",
  "packet_loss_video",
  "packet_loss_audio",
  "packet_loss_result"
]

const given = (value = Number.NaN) => (Number.isNaN(value) ? undefined : value)

const cells = ({ audio, results, times, video }: Readings, at: number): ReadonlyArray<unknown> => {
  const index = countBefore(times, at)
  return times[index] === at ? [given(video[index]), given(audio[index]), results[index]] : ["", "", ""]
}

/**
 * Readings as records, the first of them the names of the fields: one for each moment of each person, of all of a call or of
 * what is seen of it.
 */
export const records = (
  statistics: Statistics,
  span: Span = wholeOf(statistics)
): ReadonlyArray<ReadonlyArray<unknown>> => {
  const { people, times } = statistics
  const seen = Array.from(times.slice(countBefore(times, span.from), countBefore(times, span.to + 1)))
  return [
    heading,
    ...people.flatMap(({ bandwidth, loss, name }) =>
      seen.flatMap((at) => {
        const values = [...cells(bandwidth, at), ...cells(loss, at)]
        return values.every((value) => value === "" || value === undefined) ? [] : [[name, isoOf(at), ...values]]
      })
    )
  ]
}
