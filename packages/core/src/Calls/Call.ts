import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"

/** Id of a call, as its field `session` carries it (`call_<uuid>`). */
export const CallId = Wire.PathSegment.pipe(Schema.brand("CallId"))
export type CallId = typeof CallId.Type

/** A time in unix seconds: an integer in the interface, a string with a fraction in deployed services; `""` if unset. */
export const UnixTime = Wire.maybe(Schema.Union([Schema.Finite, Schema.String]))

/** A user in a call. Ids are strings here, and integers in the administration. */
export class CallUser extends Wire.Struct<CallUser>()({
  /** E-mail address. */
  email: Wire.Text,
  /** Number of the enterprise. */
  enterpriseId: Wire.AnyId,
  /** Id of the user. */
  id: Wire.AnyId,
  /** Display name. */
  name: Wire.Text,
  /** Log-in name. */
  username: Wire.Text
}) {}

/** A participant of a call, possibly anonymous. */
export class Participant extends Wire.Struct<Participant>()({
  ...CallUser.fields,
  /** Whether the participant is anonymous. */
  isAnonymous: Wire.Flag
}) {}

/** The rating of a call by a participant. */
export class Rating extends Wire.Struct<Rating>()({
  /** Id of the participant. */
  participant_id: Wire.Text,
  /** The rating. */
  rating: Wire.Text
}) {}

/**
 * A call (`hermes_call`). Only `session`, its id, is always present. A call has ended if both `timeCallEnded` and
 * `reasonCallEnded` are set. The interface spells `dialderId`; deployed services send it and `dialerId`.
 *
 * Source: interface §2.8.
 */
export class Call extends Wire.Struct<Call>("hermes_call")({
  /** First note id. */
  alt1_id: Wire.Text,
  /** Second note id. */
  alt2_id: Wire.Text,
  /** Third note id. */
  alt3_id: Wire.Text,
  /** Duration of the call. */
  callDuration: Wire.maybe(Schema.Union([Schema.Finite, Schema.String])),
  /** Id of the caller, in the spelling of the interface. */
  dialderId: Wire.AnyId,
  /** The same id, in the additional spelling of deployed services. */
  dialerId: Wire.AnyId,
  /** The caller. */
  dialer: Wire.maybe(CallUser),
  /** Name of the caller. */
  dialerName: Wire.Text,
  /** Text note. */
  extra_info: Wire.Text,
  /** Whether it has attachments. */
  has_attachments: Wire.Flag,
  /** Whether all participants belong to one enterprise. */
  intraEnterpriseCall: Wire.Flag,
  /** E-mail address of the owner. */
  owner_email: Wire.Text,
  /** Id of the owner. */
  owner_id: Wire.AnyId,
  /** Name of the owner. */
  owner_name: Wire.Text,
  /** Participants. */
  participants: Wire.maybe(Schema.Array(Participant)),
  /** Ratings. */
  ratings: Wire.maybe(Schema.Array(Rating)),
  /** Reason for its end. */
  reasonCallEnded: Wire.Text,
  /** The callee. */
  receiver: Wire.maybe(CallUser),
  /** Id of the callee. */
  receiverId: Wire.AnyId,
  /** Name of the callee. */
  receiverName: Wire.Text,
  /** Error of the recording. */
  recordingError: Wire.Text,
  /** Status of the recording. */
  recordingStatus: Wire.Text,
  /** URL of the recording. */
  recordingUrl: Wire.Text,
  /** Id of the call. */
  session: CallId,
  /** Tags. */
  tags: Wire.maybe(Schema.Array(Schema.String)),
  /** When it ended. */
  timeCallEnded: UnixTime,
  /** When it started. */
  timeCallStarted: UnixTime,
  /** When it was recorded. */
  timestamp: Wire.maybe(Schema.Union([Schema.String, Schema.Finite])),
  /** Number of its workbox. */
  workbox_id: Wire.Integer,
  /** Number of its workbox in version 2. */
  workbox_v2_id: Wire.Integer
}) {}
