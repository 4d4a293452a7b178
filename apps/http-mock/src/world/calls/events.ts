import type { CallEvents, CallEventStream } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import { choose } from "../gaps/Gaps.ts"
import type { World } from "../model/World.ts"
import { noise } from "../prng.ts"
import { moment } from "../timestamp.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { common, reasonOf, unixTime } from "./fields.ts"
import { actorOf, partyOf } from "./party.ts"

/** The event that is shown of a call: its start. */
export const eventStream = (world: World, call: Call): CallEventStream => ({
  datetime: moment(call.startedAt),
  type: choose(world.settings.choices, "calls.event-type"),
  data: {
    ...choose(world.settings.choices, "calls.event"),
    call_id: Calls.idOf(world.calls, call.position),
    from: actorOf(world, call.dialer),
    to: actorOf(world, call.receiver),
    is_group: false,
    reason: reasonOf(world, call),
    timestamp: unixTime(world, call.startedAt)
  }
})

const devices = [
  { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
] as const

const measured = (world: World, { position, startedAt }: Call, salt: number, from: number, spread: number) =>
  [0, 1, 2].map((index) => ({
    audio: from + (noise(world.calls.seed, position, salt + index) % spread),
    video: 4 * from + (noise(world.calls.seed, position, salt + 3 + index) % (4 * spread)),
    result: "good",
    timestamp: unixTime(world, startedAt + 5000 * (index + 1))
  }))

const quality = (world: World, { position }: Call, salt: number) => 3 + (noise(world.calls.seed, position, salt) % 3)

const participant = (world: World, call: Call, id: UserId, endedAt: number) => {
  const { enterpriseId, id: text, name } = partyOf(world, id)
  const salt = id === call.dialer ? 40 : 60
  const device = devices[noise(world.calls.seed, call.position, salt) % devices.length] ?? devices[0]
  return {
    enterpriseId,
    id: text,
    name,
    isDialer: id === call.dialer,
    started: { ...device, timestamp: unixTime(world, call.startedAt) },
    ended: { ...device, timestamp: unixTime(world, endedAt), reason: reasonOf(world, call) },
    network: {
      avgQuality: quality(world, call, salt + 1),
      avgResult: "good",
      bandwidth: measured(world, call, salt + 2, 40, 20),
      packetLoss: measured(world, call, salt + 10, 0, 2)
    }
  }
}

const stats = (world: World, call: Call) => {
  const { endedAt, startedAt } = call
  const session = Calls.idOf(world.calls, call.position)
  const timestamp = unixTime(world, endedAt ?? startedAt)
  // nothing is measured of who never met, nor yet of a running call
  return endedAt === undefined || call.ending === "missed"
    ? { overallQuality: 0, session, timestamp, participantStats: [] }
    : {
        overallQuality: quality(world, call, 30),
        session,
        timestamp,
        participantStats: [
          participant(world, call, call.dialer, endedAt),
          participant(world, call, call.receiver, endedAt)
        ]
      }
}

/** A call with the statistics of its participants. */
export const events = (world: World, call: Call): CallEvents => {
  const id = Calls.idOf(world.calls, call.position)
  return {
    error: false,
    call: {
      ...common(world, call),
      callId: id,
      dialerId: partyOf(world, call.dialer).id,
      galdrSession: id.replace("call_", "galdr_"),
      openTokSession: id.replace("call_", "video_"),
      recordingBucket: call.recorded ? "recordings" : "",
      recordingPath: call.recorded ? `${id}.mp4` : "",
      lastEvaluatedTimestamp: unixTime(world, call.endedAt ?? call.startedAt),
      timestamp: unixTime(world, call.startedAt)
    },
    stats: stats(world, call)
  }
}
