/** Who takes part in a call. Ids are texts here, and numbers in the administration. */
export interface Party {
  /** E-mail address. */
  readonly email?: string | null
  /** Number of the enterprise. */
  readonly enterpriseId?: number | string | null
  /** Id of the user. */
  readonly id?: number | string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** Name to log in with. */
  readonly username?: string | null
}

/** Who took part in a call, anonymous ones included. */
export interface Participant extends Party {
  /** Whether it is nobody in particular. */
  readonly isAnonymous?: boolean | null
}

/** How a participant rated a call. */
export interface Rating {
  /** Id of the participant. */
  readonly participant_id?: string | null
  /** The rating. */
  readonly rating?: string | null
}

/** A moment in unix seconds: a number by the interface, a text with a fraction as deployed; `""` while it is not set. */
export type UnixTime = number | string

/**
 * A call. Only `session`, its id, is certain: calls are sparse. A call is over when both `timeCallEnded` and
 * `reasonCallEnded` are set.
 */
export interface Call {
  /** First id that was noted on it. */
  readonly alt1_id?: string | null
  /** Second id that was noted on it. */
  readonly alt2_id?: string | null
  /** Third id that was noted on it. */
  readonly alt3_id?: string | null
  /** How long it took. */
  readonly callDuration?: number | string | null
  /** Id of who called, spelt as the interface spells it. */
  readonly dialderId?: number | string | null
  /** The same, as deployed services spell it besides. */
  readonly dialerId?: number | string | null
  /** Who called. */
  readonly dialer?: Party | null
  /** Name of who called. */
  readonly dialerName?: string | null
  /** Text that was noted on it. */
  readonly extra_info?: string | null
  /** Whether something is attached to it. */
  readonly has_attachments?: boolean | null
  /** Whether all who took part are of one enterprise. */
  readonly intraEnterpriseCall?: boolean | null
  /** E-mail address of whose call it is. */
  readonly owner_email?: string | null
  /** Id of whose call it is. */
  readonly owner_id?: number | string | null
  /** Name of whose call it is. */
  readonly owner_name?: string | null
  /** Who took part. */
  readonly participants?: ReadonlyArray<Participant> | null
  /** How it was rated. */
  readonly ratings?: ReadonlyArray<Rating> | null
  /** Why it ended. */
  readonly reasonCallEnded?: string | null
  /** Who was called. */
  readonly receiver?: Party | null
  /** Id of who was called. */
  readonly receiverId?: number | string | null
  /** Name of who was called. */
  readonly receiverName?: string | null
  /** What went wrong with its recording. */
  readonly recordingError?: string | null
  /** How far its recording is. */
  readonly recordingStatus?: string | null
  /** Address of its recording. */
  readonly recordingUrl?: string | null
  /** Id of the call. */
  readonly session: string
  /** Words it was tagged with. */
  readonly tags?: ReadonlyArray<string> | null
  /** When it ended. */
  readonly timeCallEnded?: UnixTime | null
  /** When it started. */
  readonly timeCallStarted?: UnixTime | null
  /** When it was written down. */
  readonly timestamp?: string | number | null
  /** Number of its workbox. */
  readonly workbox_id?: number | null
  /** Number of its workbox, in the newer count. */
  readonly workbox_v2_id?: number | null
}
