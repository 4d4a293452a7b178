import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"
import { Participant, UnixTime } from "./Call.ts"

const Actor = Wire.maybe(
  Schema.Struct({
    /** Picture of the user. */
    avatar: Wire.maybe(
      Schema.Struct({
        /** Address of the picture as it was uploaded. */
        original: Wire.Text,
        /** Address of the small one. */
        thumb: Wire.Text
      })
    ),
    /** Id of the user. */
    id: Wire.AnyId,
    /** Name as others see it. */
    name: Wire.Text
  })
)

/** The event stream of a call; which fields `data` has depends on the event. Source: interface §2.10. */
export class CallEventStream extends Wire.Struct<CallEventStream>("call_event_stream")({
  /** When it happened. */
  datetime: Wire.Moment,
  /** Kind of the event, such as `request`. */
  type: Wire.Text,
  /** What it carries. */
  data: Wire.maybe(
    Schema.Struct({
      /** Who acted. */
      from: Actor,
      /** Whom it was done to. */
      to: Actor,
      /** Who takes part. */
      participant: Actor,
      /** Who made it. */
      creator: Actor,
      /** Whether it is about a group. */
      is_group: Wire.Flag,
      /** Why it happened. */
      reason: Wire.Text,
      /** Id of the call. */
      call_id: Wire.Text,
      /** A text that was written. */
      message: Wire.Text,
      /** Whether it was deleted. */
      deleted: Wire.Flag,
      /** Id of what it is about. */
      id: Wire.AnyId,
      /** Type of a file. */
      mime_type: Wire.Text,
      /** Name of a file. */
      name: Wire.Text,
      /** Path of a file. */
      path: Wire.Text,
      /** How far it is. */
      progress: Wire.Integer,
      /** Address that a file can be had from for a while. */
      signed_url: Wire.Text,
      /** Address of a small picture. */
      thumbnail: Wire.Text,
      /** When it happened. */
      timestamp: Wire.maybe(Schema.Finite),
      /** Kind of what it is about. */
      type: Wire.Text,
      /** Kind of the event, such as `call_started`. */
      event_type: Wire.Text,
      /** Status, such as `unknown`. */
      status: Wire.AnyId
    })
  )
}) {}

const device = {
  /** Version of the application. */
  appVersion: Wire.Text,
  /** Kind of the device. */
  deviceType: Wire.Text,
  /** Version of the device. */
  deviceVersion: Wire.Text,
  /** Kind of the network. */
  networkType: Wire.Text,
  /** When it was written down. */
  timestamp: UnixTime
}

const Measurement = Schema.Struct({
  /** Of the sound. */
  audio: Wire.maybe(Schema.Finite),
  /** Of the picture. */
  video: Wire.maybe(Schema.Finite),
  /** In words. */
  result: Wire.Text,
  /** When it was measured. */
  timestamp: UnixTime
})

const ParticipantStats = Schema.Struct({
  /** Number of the enterprise. */
  enterpriseId: Wire.AnyId,
  /** Id of the participant. */
  id: Wire.AnyId,
  /** Name as others see it. */
  name: Wire.Text,
  /** Whether it is who called. */
  isDialer: Wire.Flag,
  /** What the participant came with. */
  started: Wire.maybe(Schema.Struct(device)),
  /** What the participant left with. */
  ended: Wire.maybe(
    Schema.Struct({
      ...device,
      /** Why the call ended. */
      reason: Wire.Text
    })
  ),
  /** How the connection was. */
  network: Wire.maybe(
    Schema.Struct({
      /** On average. */
      avgQuality: Wire.maybe(Schema.Finite),
      /** On average, in words. */
      avgResult: Wire.Text,
      /** How much got through. */
      bandwidth: Wire.maybe(Schema.Array(Measurement)),
      /** How much was lost. */
      packetLoss: Wire.maybe(Schema.Array(Measurement))
    })
  )
})

const EventCall = Schema.Struct({
  /** How long it took. */
  callDuration: Wire.maybe(Schema.Union([Schema.Finite, Schema.String])),
  /** Id of the call. */
  callId: Wire.Text,
  /** Id of who called. */
  dialerId: Wire.AnyId,
  /** Name of who called. */
  dialerName: Wire.Text,
  /** Id of its session at the signalling service. */
  galdrSession: Wire.Text,
  /** Id of its session at the media service. */
  openTokSession: Wire.Text,
  /** Why it ended. */
  reasonCallEnded: Wire.Text,
  /** Id of who was called. */
  receiverId: Wire.AnyId,
  /** Name of who was called. */
  receiverName: Wire.Text,
  /** Where its recording is kept. */
  recordingBucket: Wire.Text,
  /** What went wrong with its recording. */
  recordingError: Wire.Text,
  /** Path of its recording. */
  recordingPath: Wire.Text,
  /** How far its recording is. */
  recordingStatus: Wire.Text,
  /** Id of its session. */
  session: Wire.Text,
  /** Whether all who took part are of one enterprise. */
  intraEnterpriseCall: Wire.Flag,
  /** When it was last looked at. */
  lastEvaluatedTimestamp: UnixTime,
  /** When it ended. */
  timeCallEnded: UnixTime,
  /** When it started. */
  timeCallStarted: UnixTime,
  /** When it was written down. */
  timestamp: UnixTime,
  /** Who took part. */
  participants: Wire.maybe(Schema.Array(Participant))
})

/** A call with the statistics of its participants (`hermes_call_event`). Source: interface §2.11. */
export class CallEvents extends Wire.Struct<CallEvents>("hermes_call_event")({
  /** Whether they could not be had. */
  error: Wire.Flag,
  /** The call. */
  call: Wire.maybe(EventCall),
  /** Its statistics. */
  stats: Wire.maybe(
    Schema.Struct({
      /** Of all participants. */
      overallQuality: Wire.maybe(Schema.Finite),
      /** Id of its session. */
      session: Wire.Text,
      /** When it was measured. */
      timestamp: UnixTime,
      /** For each participant. */
      participantStats: Wire.maybe(Schema.Array(ParticipantStats))
    })
  )
}) {}
