import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"

/** Id of a call, as its field `session` carries it (`call_<uuid>`). */
export const CallId = Wire.PathSegment.pipe(Schema.brand("CallId"))
export type CallId = typeof CallId.Type

/** A moment in unix seconds: an integer by the interface, a string with a fraction as deployed; `""` while unset. */
export const UnixTime = Wire.maybe(Schema.Union([Schema.Finite, Schema.String]))

/** Who takes part in a call. Ids are strings here, integers in the administration. */
export class CallUser extends Wire.Struct<CallUser>()({
  /** E-mail address. */
  email: Wire.Text,
  /** Number of the enterprise. */
  enterpriseId: Wire.AnyId,
  /** Id of the user. */
  id: Wire.AnyId,
  /** Name as others see it. */
  name: Wire.Text,
  /** Name to log in with. */
  username: Wire.Text
}) {}

/** Who took part in a call, anonymous ones included. */
export class Participant extends Wire.Struct<Participant>()({
  ...CallUser.fields,
  /** Whether it is nobody in particular. */
  isAnonymous: Wire.Flag
}) {}

/** How a participant rated a call. */
export class Rating extends Wire.Struct<Rating>()({
  /** Id of the participant. */
  participant_id: Wire.Text,
  /** The rating. */
  rating: Wire.Text
}) {}

/**
 * A call (`hermes_call`). Only `session`, its id, is certain: calls are sparse. A call is over when both
 * `timeCallEnded` and `reasonCallEnded` are set. The interface spells `dialderId` what deployed services also send as
 * `dialerId`.
 *
 * Source: interface §2.8.
 */
export class Call extends Wire.Struct<Call>("hermes_call")({
  /** First id that was noted on it. */
  alt1_id: Wire.Text,
  /** Second id that was noted on it. */
  alt2_id: Wire.Text,
  /** Third id that was noted on it. */
  alt3_id: Wire.Text,
  /** How long it took. */
  callDuration: Wire.maybe(Schema.Union([Schema.Finite, Schema.String])),
  /** Id of who called, spelt as the interface spells it. */
  dialderId: Wire.AnyId,
  /** The same, as deployed services spell it besides. */
  dialerId: Wire.AnyId,
  /** Who called. */
  dialer: Wire.maybe(CallUser),
  /** Name of who called. */
  dialerName: Wire.Text,
  /** Text that was noted on it. */
  extra_info: Wire.Text,
  /** Whether something is attached to it. */
  has_attachments: Wire.Flag,
  /** Whether all who took part are of one enterprise. */
  intraEnterpriseCall: Wire.Flag,
  /** E-mail address of whose call it is. */
  owner_email: Wire.Text,
  /** Id of whose call it is. */
  owner_id: Wire.AnyId,
  /** Name of whose call it is. */
  owner_name: Wire.Text,
  /** Who took part. */
  participants: Wire.maybe(Schema.Array(Participant)),
  /** How it was rated. */
  ratings: Wire.maybe(Schema.Array(Rating)),
  /** Why it ended. */
  reasonCallEnded: Wire.Text,
  /** Who was called. */
  receiver: Wire.maybe(CallUser),
  /** Id of who was called. */
  receiverId: Wire.AnyId,
  /** Name of who was called. */
  receiverName: Wire.Text,
  /** What went wrong with its recording. */
  recordingError: Wire.Text,
  /** How far its recording is. */
  recordingStatus: Wire.Text,
  /** Address of its recording. */
  recordingUrl: Wire.Text,
  /** Id of the call. */
  session: CallId,
  /** Words it was tagged with. */
  tags: Wire.maybe(Schema.Array(Schema.String)),
  /** When it ended. */
  timeCallEnded: UnixTime,
  /** When it started. */
  timeCallStarted: UnixTime,
  /** When it was written down. */
  timestamp: Wire.maybe(Schema.Union([Schema.String, Schema.Finite])),
  /** Number of its workbox. */
  workbox_id: Wire.Integer,
  /** Number of its workbox, in the newer count. */
  workbox_v2_id: Wire.Integer
}) {}
