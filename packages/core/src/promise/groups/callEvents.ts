import type { Participant, UnixTime } from "./call.ts"

/** A small picture. */
export interface ActorAvatar {
  /** Address of the picture as it was uploaded. */
  readonly original?: string | null
  /** Address of the small one. */
  readonly thumb?: string | null
}

/** Whom an event is about. */
export interface Actor {
  /** Picture of the user. */
  readonly avatar?: ActorAvatar | null
  /** Id of the user. */
  readonly id?: number | string | null
  /** Name as others see it. */
  readonly name?: string | null
}

/** What an event carries; which of the fields there are depends on the event. */
export interface CallEventData {
  /** Who acted. */
  readonly from?: Actor | null
  /** Whom it was done to. */
  readonly to?: Actor | null
  /** Who takes part. */
  readonly participant?: Actor | null
  /** Who made it. */
  readonly creator?: Actor | null
  /** Whether it is about a group. */
  readonly is_group?: boolean | null
  /** Why it happened. */
  readonly reason?: string | null
  /** Id of the call. */
  readonly call_id?: string | null
  /** A text that was written. */
  readonly message?: string | null
  /** Whether it was deleted. */
  readonly deleted?: boolean | null
  /** Id of what it is about. */
  readonly id?: number | string | null
  /** Type of a file. */
  readonly mime_type?: string | null
  /** Name of a file. */
  readonly name?: string | null
  /** Path of a file. */
  readonly path?: string | null
  /** How far it is. */
  readonly progress?: number | null
  /** Address that a file can be had from for a while. */
  readonly signed_url?: string | null
  /** Address of a small picture. */
  readonly thumbnail?: string | null
  /** When it happened. */
  readonly timestamp?: number | null
  /** Kind of what it is about. */
  readonly type?: string | null
  /** Kind of the event, such as `call_started`. */
  readonly event_type?: string | null
  /** Status, such as `unknown`. */
  readonly status?: number | string | null
}

/** The event stream of a call. */
export interface CallEventStream {
  /** When it happened. */
  readonly datetime?: string | null
  /** Kind of the event, such as `request`. */
  readonly type?: string | null
  /** What it carries. */
  readonly data?: CallEventData | null
}

/** What somebody called with. */
export interface Device {
  /** Version of the application. */
  readonly appVersion?: string | null
  /** Kind of the device. */
  readonly deviceType?: string | null
  /** Version of the device. */
  readonly deviceVersion?: string | null
  /** Kind of the network. */
  readonly networkType?: string | null
  /** When it was written down. */
  readonly timestamp?: UnixTime | null
}

/** What somebody hung up with. */
export interface EndDevice extends Device {
  /** Why the call ended. */
  readonly reason?: string | null
}

/** The quality of a connection at one moment. */
export interface Measurement {
  /** Of the sound. */
  readonly audio?: number | null
  /** Of the picture. */
  readonly video?: number | null
  /** In words. */
  readonly result?: string | null
  /** When it was measured. */
  readonly timestamp?: UnixTime | null
}

/** The quality of a participant's connection. */
export interface NetworkStats {
  /** On average. */
  readonly avgQuality?: number | null
  /** On average, in words. */
  readonly avgResult?: string | null
  /** How much got through. */
  readonly bandwidth?: ReadonlyArray<Measurement> | null
  /** How much was lost. */
  readonly packetLoss?: ReadonlyArray<Measurement> | null
}

/** How a call was for one participant. */
export interface ParticipantStats {
  /** Number of the enterprise. */
  readonly enterpriseId?: number | string | null
  /** Id of the participant. */
  readonly id?: number | string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** Whether it is who called. */
  readonly isDialer?: boolean | null
  /** What the participant came with. */
  readonly started?: Device | null
  /** What the participant left with. */
  readonly ended?: EndDevice | null
  /** How the connection was. */
  readonly network?: NetworkStats | null
}

/** A call, as its events tell it. */
export interface EventCall {
  /** How long it took. */
  readonly callDuration?: number | string | null
  /** Id of the call. */
  readonly callId?: string | null
  /** Id of who called. */
  readonly dialerId?: number | string | null
  /** Name of who called. */
  readonly dialerName?: string | null
  /** Id of its session at the signalling service. */
  readonly galdrSession?: string | null
  /** Id of its session at the media service. */
  readonly openTokSession?: string | null
  /** Why it ended. */
  readonly reasonCallEnded?: string | null
  /** Id of who was called. */
  readonly receiverId?: number | string | null
  /** Name of who was called. */
  readonly receiverName?: string | null
  /** Where its recording is kept. */
  readonly recordingBucket?: string | null
  /** What went wrong with its recording. */
  readonly recordingError?: string | null
  /** Path of its recording. */
  readonly recordingPath?: string | null
  /** How far its recording is. */
  readonly recordingStatus?: string | null
  /** Id of its session. */
  readonly session?: string | null
  /** Whether all who took part are of one enterprise. */
  readonly intraEnterpriseCall?: boolean | null
  /** When it was last looked at. */
  readonly lastEvaluatedTimestamp?: UnixTime | null
  /** When it ended. */
  readonly timeCallEnded?: UnixTime | null
  /** When it started. */
  readonly timeCallStarted?: UnixTime | null
  /** When it was written down. */
  readonly timestamp?: UnixTime | null
  /** Who took part. */
  readonly participants?: ReadonlyArray<Participant> | null
}

/** How a call was. */
export interface CallStats {
  /** Of all participants. */
  readonly overallQuality?: number | null
  /** Id of its session. */
  readonly session?: string | null
  /** When it was measured. */
  readonly timestamp?: UnixTime | null
  /** For each participant. */
  readonly participantStats?: ReadonlyArray<ParticipantStats> | null
}

/** A call with the statistics of its participants. */
export interface CallEvents {
  /** Whether they could not be had. */
  readonly error?: boolean | null
  /** The call. */
  readonly call?: EventCall | null
  /** Its statistics. */
  readonly stats?: CallStats | null
}
