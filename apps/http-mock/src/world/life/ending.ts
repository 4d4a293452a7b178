import type { Ending } from "../calls/model/Call.ts"
import type { Moment } from "./Moment.ts"
import { noted, withRow } from "./Moment.ts"
import { isPresent } from "./people.ts"
import { exit } from "./presence.ts"

/** Ends a call for all who are in it, and its recording. */
export const end = (moment: Moment, ending: Ending): Moment => {
  const there = moment.row.participants.filter(({ who }) => isPresent(moment.row, who))
  const stopped = stopRecording(moment)
  const left = there.reduce((next, { who }) => exit(next, who), stopped)
  const { ringing: _, ...row } = left.row
  return noted({ ...left, row: { ...row, endedAt: left.at, ending } }, { type: "ended", detail: ending })
}

/** Stops the recording where one runs. */
export const stopRecording = (moment: Moment): Moment => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? moment
    : noted(withRow(moment, { recording: { ...recording, stoppedAt: moment.at } }), { type: "recording-stopped" })
}

/** Ends a call in which fewer than two are left. */
export const endWhenEmpty = (moment: Moment): Moment => {
  const { participants } = moment.row
  const left = participants.filter(({ who }) => isPresent(moment.row, who)).length
  return left < 2 ? end(moment, "ended") : moment
}
