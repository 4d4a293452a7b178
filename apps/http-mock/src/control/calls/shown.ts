import type { CallId } from "@remote-assist/core/Calls"
import * as DateTime from "effect/DateTime"

import type { CallEvent, CallRow, ParticipantRow } from "../../world/calls/kept/CallRow.ts"
import { isGuest } from "../../world/calls/model/Call.ts"
import { partyOf, personOf, receiverOf } from "../../world/calls/party.ts"
import { recent } from "../../world/calls/recent.ts"
import { possible, stateOf } from "../../world/life/states.ts"
import type { TransitionContext } from "../../world/model/TransitionContext.ts"
import type { CallEntry } from "./CallsGroup.ts"

const moment = DateTime.makeUnsafe

const participantOf = (
  context: TransitionContext,
  row: CallRow,
  { device, network, stays, who }: ParticipantRow
): CallEntry["participants"][number] => {
  const { id, name, username } = personOf(context, who)
  const guest = isGuest(who)
  const seen = guest ? undefined : recent(context, row, who, context.now)
  return {
    id,
    name,
    username,
    guest,
    device,
    network: network.map(({ from, profile }) => ({ from: moment(from), profile })),
    stays: stays.map(({ from, to }) => ({ from: moment(from), ...(to === undefined ? {} : { to: moment(to) }) })),
    ...(seen === undefined
      ? {}
      : {
          sees: {
            outgoing: seen.outgoing === true,
            contact_name: seen.contact_name ?? "",
            status: seen.status === true,
            reason: seen.reason ?? "",
            duration: seen.duration ?? 0
          }
        })
  }
}

const eventOf = (context: TransitionContext, { at, detail, type, who }: CallEvent): CallEntry["events"][number] => ({
  at: moment(at),
  type,
  ...(who === undefined ? {} : { who: personOf(context, who).name }),
  ...(detail === undefined ? {} : { detail })
})

const times = ({ answeredAt, endedAt, recording, startedAt }: CallRow) => ({
  started_at: moment(startedAt),
  ...(answeredAt === undefined ? {} : { answered_at: moment(answeredAt) }),
  ...(endedAt === undefined ? {} : { ended_at: moment(endedAt) }),
  ...(recording === undefined
    ? {}
    : {
        recording: {
          started_at: moment(recording.startedAt),
          ...(recording.stoppedAt === undefined ? {} : { stopped_at: moment(recording.stoppedAt) })
        }
      })
})

/** A call as the control plane shows it. */
export const shown = (context: TransitionContext, row: CallRow): CallEntry => {
  const { ending, group, id, invited, ratings, ringing, steps, tags } = row
  const called = context.world.onCallGroups.find((one) => one.id === group)?.name
  const state = stateOf(row)
  const nameOf = (user: CallRow["dialer"]) => partyOf(context, user).name
  return {
    id: id satisfies CallId,
    state,
    possible: possible[state],
    from: nameOf(row.dialer),
    to: receiverOf(context, row).name,
    ...(group === undefined ? {} : { group: called ?? String(group) }),
    ...times(row),
    ...(ending === undefined ? {} : { ending }),
    ...(ringing === undefined ? {} : { ringing: { until: moment(ringing.until), for: ringing.users.map(nameOf) } }),
    participants: row.participants.map((one) => participantOf(context, row, one)),
    ratings: ratings.map(({ by, rating }) => ({ by: personOf(context, by).name, rating })),
    tags,
    invited: invited.map(nameOf),
    events: row.events.map((event) => eventOf(context, event)),
    steps: steps.map(({ action, at }) => ({ at: moment(at), action }))
  }
}
