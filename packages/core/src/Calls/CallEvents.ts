import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"
import { Participant, UnixTime } from "./Call.ts"

const Actor = Wire.maybe(
  Schema.Struct({
    avatar: Wire.maybe(Schema.Struct({ original: Wire.Text, thumb: Wire.Text })),
    id: Wire.AnyId,
    name: Wire.Text
  })
)

/** The event stream of a call; which fields `data` has depends on the event. Source: interface §2.10. */
export const CallEventStream = Schema.Struct({
  datetime: Wire.Moment,
  type: Wire.Text,
  data: Wire.maybe(
    Schema.Struct({
      from: Actor,
      to: Actor,
      participant: Actor,
      creator: Actor,
      is_group: Wire.Flag,
      reason: Wire.Text,
      call_id: Wire.Text,
      message: Wire.Text,
      deleted: Wire.Flag,
      id: Wire.AnyId,
      mime_type: Wire.Text,
      name: Wire.Text,
      path: Wire.Text,
      progress: Wire.Integer,
      signed_url: Wire.Text,
      thumbnail: Wire.Text,
      timestamp: Wire.maybe(Schema.Finite),
      type: Wire.Text,
      event_type: Wire.Text,
      status: Wire.AnyId
    })
  )
}).annotate({ identifier: "call_event_stream" })
export type CallEventStream = typeof CallEventStream.Type

const device = {
  appVersion: Wire.Text,
  deviceType: Wire.Text,
  deviceVersion: Wire.Text,
  networkType: Wire.Text,
  timestamp: UnixTime
}

const Measurement = Schema.Struct({
  audio: Wire.maybe(Schema.Finite),
  video: Wire.maybe(Schema.Finite),
  result: Wire.Text,
  timestamp: UnixTime
})

const ParticipantStats = Schema.Struct({
  enterpriseId: Wire.AnyId,
  id: Wire.AnyId,
  name: Wire.Text,
  isDialer: Wire.Flag,
  started: Wire.maybe(Schema.Struct(device)),
  ended: Wire.maybe(Schema.Struct({ ...device, reason: Wire.Text })),
  network: Wire.maybe(
    Schema.Struct({
      avgQuality: Wire.maybe(Schema.Finite),
      avgResult: Wire.Text,
      bandwidth: Wire.maybe(Schema.Array(Measurement)),
      packetLoss: Wire.maybe(Schema.Array(Measurement))
    })
  )
})

const EventCall = Schema.Struct({
  callDuration: Wire.maybe(Schema.Union([Schema.Finite, Schema.String])),
  callId: Wire.Text,
  dialerId: Wire.AnyId,
  dialerName: Wire.Text,
  galdrSession: Wire.Text,
  openTokSession: Wire.Text,
  reasonCallEnded: Wire.Text,
  receiverId: Wire.AnyId,
  receiverName: Wire.Text,
  recordingBucket: Wire.Text,
  recordingError: Wire.Text,
  recordingPath: Wire.Text,
  recordingStatus: Wire.Text,
  session: Wire.Text,
  intraEnterpriseCall: Wire.Flag,
  lastEvaluatedTimestamp: UnixTime,
  timeCallEnded: UnixTime,
  timeCallStarted: UnixTime,
  timestamp: UnixTime,
  participants: Wire.maybe(Schema.Array(Participant))
})

/** A call with the statistics of its participants (`hermes_call_event`). Source: interface §2.11. */
export const CallEvents = Schema.Struct({
  error: Wire.Flag,
  call: Wire.maybe(EventCall),
  stats: Wire.maybe(
    Schema.Struct({
      overallQuality: Wire.maybe(Schema.Finite),
      session: Wire.Text,
      timestamp: UnixTime,
      participantStats: Wire.maybe(Schema.Array(ParticipantStats))
    })
  )
}).annotate({ identifier: "hermes_call_event" })
export type CallEvents = typeof CallEvents.Type
