import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import * as Wire from "../Wire.ts"
import { Call, CallUser, UnixTime } from "./Call.ts"

// "Not shown" means: not in the interface

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

/**
 * One event of a call, the answer of `eventStream`, although the API names it a stream (`call_event_stream`). The fields of
 * `data` depend on the event.
 *
 * Source: interface §2.10, §6, 3.
 */
export class CallEventStream extends Wire.Struct<CallEventStream>("call_event_stream")({
  /** When it happened. */
  datetime: Wire.Moment,
  /** Kind of the record, such as `request`; other values are not shown. */
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
      /** Progress of an upload; the unit is not shown. */
      progress: Wire.Integer,
      /** Temporary download address of a file. */
      signed_url: Wire.Text,
      /** Address of a thumbnail. */
      thumbnail: Wire.Text,
      /** When it happened; the unit is not shown, the emulator sends unix seconds. */
      timestamp: Wire.maybe(Schema.Finite),
      /** Kind of the subject `id`; values are not shown. */
      type: Wire.Text,
      /** What happened, such as `call_started`. */
      event_type: Wire.Text,
      /** Status, such as `unknown`: a text in the interface, and integers are accepted too. */
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

/** A value of `bandwidth` or `packetLoss` at a time; the units are not shown. */
const Measurement = Schema.Struct({
  /** Value of the audio. */
  audio: Wire.maybe(Schema.Finite),
  /** Value of the video. */
  video: Wire.maybe(Schema.Finite),
  /** Quality as a word, such as `good`. */
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
      /** Average quality; the scale is not shown, the emulator sends 1 (poor) to 3 (good). */
      avgQuality: Wire.maybe(Schema.Finite),
      /** Average quality as a word, such as `good`. */
      avgResult: Wire.Text,
      /** Bandwidth by time. */
      bandwidth: Wire.maybe(Schema.Array(Measurement)),
      /** Packet loss by time. */
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
  /** Id at the signalling service, in addition to `session`. */
  galdrSession: Wire.Text,
  /** Id at the media service, in addition to `session`. */
  openTokSession: Wire.Text,
  /** Storage bucket of the recording. */
  recordingBucket: Wire.Text,
  /** Path of its recording. */
  recordingPath: Wire.Text,
  /** Id of the call, as `session` of a `Call`. */
  session: Wire.Text,
  /** When it was last evaluated. */
  lastEvaluatedTimestamp: UnixTime,
  /** When it was recorded. */
  timestamp: UnixTime
})

/**
 * A call with the statistics of its participants, the answer of `events`; it has no events. The API names it
 * `hermes_call_event`.
 *
 * Source: interface §2.11.
 */
export class CallEvents extends Wire.Struct<CallEvents>("hermes_call_event")({
  /** Whether the statistics are unavailable. */
  error: Wire.Flag,
  /** The call. */
  call: Wire.maybe(EventCall),
  /** Its statistics. */
  stats: Wire.maybe(
    Schema.Struct({
      /** Average quality of all participants, on the scale of `avgQuality`. */
      overallQuality: Wire.maybe(Schema.Finite),
      /** Id of the call, as `call.session`. */
      session: Wire.Text,
      /** When it was measured. */
      timestamp: UnixTime,
      /** The statistics of each participant. */
      participantStats: Wire.maybe(Schema.Array(ParticipantStats))
    })
  )
}) {}
