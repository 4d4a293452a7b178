import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import * as Wire from "../Wire.ts"
import { Call, CallUser, UnixTime } from "./Call.ts"

const Actor = Wire.maybe(
  Schema.Struct({
    /** Picture of the user. */
    avatar: Wire.maybe(
      Schema.Struct({
        /** Address of the original picture. */
        original: Wire.Text,
        /** Address of the thumbnail. */
        thumb: Wire.Text
      })
    ),
    /** Id of the user. */
    id: Wire.AnyId,
    /** Display name. */
    name: Wire.Text
  })
)

/** The event stream of a call; the fields of `data` depend on the event. Source: interface §2.10. */
export class CallEventStream extends Wire.Struct<CallEventStream>("call_event_stream")({
  /** When it happened. */
  datetime: Wire.Moment,
  /** Kind of the event, such as `request`. */
  type: Wire.Text,
  /** Data of the event. */
  data: Wire.maybe(
    Schema.Struct({
      /** The acting user. */
      from: Actor,
      /** The target user. */
      to: Actor,
      /** The participant. */
      participant: Actor,
      /** The creator. */
      creator: Actor,
      /** Whether the target is a group. */
      is_group: Wire.Flag,
      /** Reason of the event. */
      reason: Wire.Text,
      /** Id of the call. */
      call_id: Wire.Text,
      /** Text of a message. */
      message: Wire.Text,
      /** Whether the message was deleted. */
      deleted: Wire.Flag,
      /** Id of the subject. */
      id: Wire.AnyId,
      /** Type of a file. */
      mime_type: Wire.Text,
      /** Name of a file. */
      name: Wire.Text,
      /** Path of a file. */
      path: Wire.Text,
      /** Progress of an upload. */
      progress: Wire.Integer,
      /** Temporary download address of a file. */
      signed_url: Wire.Text,
      /** Address of a thumbnail. */
      thumbnail: Wire.Text,
      /** When it happened. */
      timestamp: Wire.maybe(Schema.Finite),
      /** Kind of the subject. */
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
  /** When it was recorded. */
  timestamp: UnixTime
}

const Measurement = Schema.Struct({
  /** Audio value. */
  audio: Wire.maybe(Schema.Finite),
  /** Video value. */
  video: Wire.maybe(Schema.Finite),
  /** Result in words. */
  result: Wire.Text,
  /** When it was measured. */
  timestamp: UnixTime
})

const ParticipantStats = Schema.Struct({
  ...Struct.pick(CallUser.fields, ["enterpriseId", "id", "name"]),
  /** Whether the participant is the caller. */
  isDialer: Wire.Flag,
  /** Device at the start. */
  started: Wire.maybe(Schema.Struct(device)),
  /** Device at the end. */
  ended: Wire.maybe(
    Schema.Struct({
      ...device,
      /** Why the call ended. */
      reason: Wire.Text
    })
  ),
  /** Network quality. */
  network: Wire.maybe(
    Schema.Struct({
      /** Average quality. */
      avgQuality: Wire.maybe(Schema.Finite),
      /** Average quality in words. */
      avgResult: Wire.Text,
      /** Bandwidth. */
      bandwidth: Wire.maybe(Schema.Array(Measurement)),
      /** Packet loss. */
      packetLoss: Wire.maybe(Schema.Array(Measurement))
    })
  )
})

const EventCall = Schema.Struct({
  ...Struct.pick(Call.fields, [
    "callDuration",
    "dialerName",
    "intraEnterpriseCall",
    "participants",
    "reasonCallEnded",
    "receiverId",
    "receiverName",
    "recordingError",
    "recordingStatus",
    "timeCallEnded",
    "timeCallStarted"
  ]),
  /** Id of the call. */
  callId: Wire.Text,
  /** Id of the caller. */
  dialerId: Wire.AnyId,
  /** Id of its session at the signalling service. */
  galdrSession: Wire.Text,
  /** Id of its session at the media service. */
  openTokSession: Wire.Text,
  /** Storage bucket of the recording. */
  recordingBucket: Wire.Text,
  /** Path of its recording. */
  recordingPath: Wire.Text,
  /** Id of its session. */
  session: Wire.Text,
  /** When it was last evaluated. */
  lastEvaluatedTimestamp: UnixTime,
  /** When it was recorded. */
  timestamp: UnixTime
})

/** A call with the statistics of its participants (`hermes_call_event`). Source: interface §2.11. */
export class CallEvents extends Wire.Struct<CallEvents>("hermes_call_event")({
  /** Whether the statistics are unavailable. */
  error: Wire.Flag,
  /** The call. */
  call: Wire.maybe(EventCall),
  /** Its statistics. */
  stats: Wire.maybe(
    Schema.Struct({
      /** Quality for all participants. */
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
