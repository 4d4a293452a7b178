import type { CallEventStream, CallEvents } from "@remote-assist/core/Calls"

import { timestamp } from "../timestamp.ts"
import { devices } from "./Call.ts"
import type { Call, Participant } from "./Call.ts"
import * as Calls from "./Calls.ts"
import type { CallContext } from "./Calls.ts"
import { common, reasonOf, unixTime } from "./fields.ts"
import { averageOf, measurements, resultOf } from "./measurements.ts"
import type { Measurement } from "./measurements.ts"
import { actorOf, partyOf, personOf, receiverOf } from "./parties.ts"

const network = (context: CallContext, measured: ReadonlyArray<Measurement>) => {
  const avgQuality = averageOf(measured)
  const of = (series: "bandwidth" | "packetLoss") =>
    measured.map((point) => ({ ...point[series], result: point.result, timestamp: unixTime(context, point.at) }))
  return { avgQuality, avgResult: resultOf(avgQuality), bandwidth: of("bandwidth"), packetLoss: of("packetLoss") }
}

const shown = (
  context: CallContext,
  call: Call,
  { device, stays, who }: Participant,
  measured: ReadonlyArray<Measurement>
) => {
  const { enterpriseId, id, name } = personOf(context, who)
  const [from, to] = [stays[0]?.from ?? call.startedAt, stays.at(-1)?.to]
  const ended =
    to === undefined
      ? {}
      : { ended: { ...devices[device], timestamp: unixTime(context, to), reason: reasonOf(context, call) } }
  return {
    enterpriseId,
    id,
    name,
    isDialer: who === call.dialer,
    started: { ...devices[device], timestamp: unixTime(context, from) },
    ...ended,
    network: network(context, measured)
  }
}

/** Returns the end of a call, or now if it is running. */
const knownUntil = ({ endedAt, startedAt }: Call, now: number): number => endedAt ?? Math.max(startedAt, now)

/** Returns the statistics of a call. Participants who never joined have no measurements. */
export const statistics = (context: CallContext, call: Call, now: number) => {
  const { calls } = context.world
  const measured = call.participants
    .map((participant, place) => ({ participant, points: measurements(calls.seed, call, place, now) }))
    .filter(({ points }) => points.length > 0)
  return {
    overallQuality: averageOf(measured.flatMap(({ points }) => points)),
    session: Calls.idOf(calls, call.position),
    timestamp: unixTime(context, knownUntil(call, now)),
    participantStats: measured.map(({ participant, points }) => shown(context, call, participant, points))
  }
}

export const eventStream = (context: CallContext, call: Call): CallEventStream => ({
  datetime: timestamp(call.startedAt),
  type: context.option("calls.event-type"),
  data: {
    ...context.option("calls.event"),
    call_id: Calls.idOf(context.world.calls, call.position),
    from: actorOf(partyOf(context, call.dialer)),
    to: actorOf(receiverOf(context, call)),
    is_group: call.group !== undefined,
    reason: reasonOf(context, call),
    timestamp: unixTime(context, call.startedAt)
  }
})

export const events = (context: CallContext & { readonly now: number }, call: Call): CallEvents => {
  const id = Calls.idOf(context.world.calls, call.position)
  return {
    error: false,
    call: {
      ...common(context, call),
      callId: id,
      dialerId: partyOf(context, call.dialer).id,
      galdrSession: id.replace("call_", "galdr_"),
      openTokSession: id.replace("call_", "video_"),
      recordingBucket: call.recording?.stoppedAt !== undefined ? "recordings" : "",
      recordingPath: call.recording?.stoppedAt !== undefined ? `${id}.mp4` : "",
      lastEvaluatedTimestamp: unixTime(context, knownUntil(call, context.now)),
      timestamp: unixTime(context, call.startedAt)
    },
    stats: statistics(context, call, context.now)
  }
}
