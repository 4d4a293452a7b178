import * as Calls from "../calls/Calls.ts"
import type { CallEvent, CallRow, ParticipantRow } from "../calls/kept/CallRow.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { Call, Participant } from "../calls/model/Call.ts"

const participant = ({ device, network, stays, who }: Participant): ParticipantRow => ({
  who,
  device,
  network,
  stays: stays.map(({ from, to }) => (to === undefined ? { from } : { from, to }))
})

const comings = ({ answeredAt, dialer, endedAt, participants, receiver }: Call): ReadonlyArray<CallEvent> =>
  participants.flatMap(({ stays, who }) =>
    stays.flatMap(({ from, to }): ReadonlyArray<CallEvent> => [
      ...(from === answeredAt && (who === dialer || who === receiver)
        ? []
        : [{ at: from, type: "joined" as const, who }]),
      ...(to === undefined || (to === endedAt && isGuest(who)) ? [] : [{ at: to, type: "left" as const, who }])
    ])
  )

/** What happened in a call of the seed, as far as it says. */
const eventsOf = (call: Call): ReadonlyArray<CallEvent> => {
  const { answeredAt, dialer, endedAt, ending, receiver, recording, startedAt } = call
  const events: ReadonlyArray<CallEvent> = [
    { at: startedAt, type: "placed", who: dialer },
    ...(answeredAt === undefined
      ? []
      : [{ at: answeredAt, type: "answered" as const, ...(receiver === undefined ? {} : { who: receiver }) }]),
    ...(recording === undefined ? [] : [{ at: recording.startedAt, type: "recording-started" as const }]),
    ...comings(call),
    ...(recording?.stoppedAt === undefined ? [] : [{ at: recording.stoppedAt, type: "recording-stopped" as const }]),
    ...(endedAt === undefined || ending === undefined ? [] : [{ at: endedAt, type: "ended" as const, detail: ending }])
  ]
  return events.toSorted((one, other) => one.at - other.at)
}

/** What would be kept of a call of the seed. */
export const adopt = (calls: Calls.Calls, call: Call): CallRow => {
  const { answeredAt, endedAt, ending, group, receiver, recording } = call
  const { startedAt = 0, stoppedAt } = recording ?? {}
  return {
    position: call.position,
    id: Calls.idOf(calls, call.position),
    dialer: call.dialer,
    ...(receiver === undefined ? {} : { receiver }),
    ...(group === undefined ? {} : { group }),
    startedAt: call.startedAt,
    ...(answeredAt === undefined ? {} : { answeredAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(ending === undefined ? {} : { ending }),
    participants: call.participants.map(participant),
    ...(recording === undefined
      ? {}
      : { recording: stoppedAt === undefined ? { startedAt } : { startedAt, stoppedAt } }),
    ratings: call.ratings,
    tags: call.tags,
    invited: [],
    steps: [],
    events: eventsOf(call)
  }
}

/** The call at a position as it is kept, or would be. */
export const rowOf = (calls: Calls.Calls, position: number): CallRow =>
  Calls.rowAt(calls, position) ?? adopt(calls, Calls.at(calls, position))
