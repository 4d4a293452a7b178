import type { CallEvents, CallEventStream } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { prng } from "../prng.ts"
import { timestamp } from "../timestamp.ts"
import type { CallContext } from "./CallContext.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { common, reasonOf, unixTime } from "./fields.ts"
import { actorOf, partyOf } from "./party.ts"

/** The event that is shown of a call: its start. */
export const eventStream = (context: CallContext, call: Call): CallEventStream => ({
  datetime: timestamp(call.startedAt),
  type: context.choose("calls.event-type"),
  data: {
    ...context.choose("calls.event"),
    call_id: Calls.idOf(context.world.calls, call.position),
    from: actorOf(context, call.dialer),
    to: actorOf(context, call.receiver),
    is_group: false,
    reason: reasonOf(context, call),
    timestamp: unixTime(context, call.startedAt)
  }
})

const devices = [
  { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
] as const

const measured = (context: CallContext, { position, startedAt }: Call, salt: number, from: number, spread: number) =>
  [0, 1, 2].map((index) => ({
    audio: from + (prng(context.world.calls.seed, position, salt + index) % spread),
    video: 4 * from + (prng(context.world.calls.seed, position, salt + 3 + index) % (4 * spread)),
    result: "good",
    timestamp: unixTime(context, startedAt + 5000 * (index + 1))
  }))

const quality = (context: CallContext, { position }: Call, salt: number) =>
  3 + (prng(context.world.calls.seed, position, salt) % 3)

const participant = (context: CallContext, call: Call, id: UserId, endedAt: number) => {
  const { enterpriseId, id: text, name } = partyOf(context, id)
  const salt = id === call.dialer ? 40 : 60
  const device = devices[prng(context.world.calls.seed, call.position, salt) % devices.length] ?? devices[0]
  return {
    enterpriseId,
    id: text,
    name,
    isDialer: id === call.dialer,
    started: { ...device, timestamp: unixTime(context, call.startedAt) },
    ended: { ...device, timestamp: unixTime(context, endedAt), reason: reasonOf(context, call) },
    network: {
      avgQuality: quality(context, call, salt + 1),
      avgResult: "good",
      bandwidth: measured(context, call, salt + 2, 40, 20),
      packetLoss: measured(context, call, salt + 10, 0, 2)
    }
  }
}

const stats = (context: CallContext, call: Call) => {
  const { endedAt, startedAt } = call
  const session = Calls.idOf(context.world.calls, call.position)
  const timestamp = unixTime(context, endedAt ?? startedAt)
  // nothing is measured of who never met, nor yet of a running call
  return endedAt === undefined || call.ending === "missed"
    ? { overallQuality: 0, session, timestamp, participantStats: [] }
    : {
        overallQuality: quality(context, call, 30),
        session,
        timestamp,
        participantStats: [
          participant(context, call, call.dialer, endedAt),
          participant(context, call, call.receiver, endedAt)
        ]
      }
}

/** A call with the statistics of its participants. */
export const events = (context: CallContext, call: Call): CallEvents => {
  const id = Calls.idOf(context.world.calls, call.position)
  return {
    error: false,
    call: {
      ...common(context, call),
      callId: id,
      dialerId: partyOf(context, call.dialer).id,
      galdrSession: id.replace("call_", "galdr_"),
      openTokSession: id.replace("call_", "video_"),
      recordingBucket: call.recorded ? "recordings" : "",
      recordingPath: call.recorded ? `${id}.mp4` : "",
      lastEvaluatedTimestamp: unixTime(context, call.endedAt ?? call.startedAt),
      timestamp: unixTime(context, call.startedAt)
    },
    stats: stats(context, call)
  }
}
