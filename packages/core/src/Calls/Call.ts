import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"

/** Id of a call, as its field `session` carries it (`call_<uuid>`). */
export const CallId = Wire.PathSegment.pipe(Schema.brand("CallId"))
export type CallId = typeof CallId.Type

/** A moment in unix seconds: an integer by the interface, a string with a fraction as deployed; `""` while unset. */
export const UnixTime = Wire.maybe(Schema.Union([Schema.Finite, Schema.String]))

/** Who takes part in a call. Ids are strings here, integers in the administration. */
export const Party = Schema.Struct({
  email: Wire.Text,
  enterpriseId: Wire.AnyId,
  id: Wire.AnyId,
  name: Wire.Text,
  username: Wire.Text
})
export type Party = typeof Party.Type

/** Who took part in a call, anonymous ones included. */
export const Participant = Schema.Struct({ ...Party.fields, isAnonymous: Wire.Flag })
export type Participant = typeof Participant.Type

/** How a participant rated a call. */
export const Rating = Schema.Struct({ participant_id: Wire.Text, rating: Wire.Text })
export type Rating = typeof Rating.Type

/**
 * A call (`hermes_call`). Only `session`, its id, is certain: calls are sparse. A call is over when both
 * `timeCallEnded` and `reasonCallEnded` are set. The interface spells `dialderId` what deployed services also send as
 * `dialerId`.
 *
 * Source: interface §2.8.
 */
export const Call = Schema.Struct({
  alt1_id: Wire.Text,
  alt2_id: Wire.Text,
  alt3_id: Wire.Text,
  callDuration: Wire.maybe(Schema.Union([Schema.Finite, Schema.String])),
  dialderId: Wire.AnyId,
  dialerId: Wire.AnyId,
  dialer: Wire.maybe(Party),
  dialerName: Wire.Text,
  extra_info: Wire.Text,
  has_attachments: Wire.Flag,
  intraEnterpriseCall: Wire.Flag,
  owner_email: Wire.Text,
  owner_id: Wire.AnyId,
  owner_name: Wire.Text,
  participants: Wire.maybe(Schema.Array(Participant)),
  ratings: Wire.maybe(Schema.Array(Rating)),
  reasonCallEnded: Wire.Text,
  receiver: Wire.maybe(Party),
  receiverId: Wire.AnyId,
  receiverName: Wire.Text,
  recordingError: Wire.Text,
  recordingStatus: Wire.Text,
  recordingUrl: Wire.Text,
  session: CallId,
  tags: Wire.maybe(Schema.Array(Schema.String)),
  timeCallEnded: UnixTime,
  timeCallStarted: UnixTime,
  timestamp: Wire.maybe(Schema.Union([Schema.String, Schema.Finite])),
  workbox_id: Wire.Integer,
  workbox_v2_id: Wire.Integer
}).annotate({ identifier: "hermes_call" })
export type Call = typeof Call.Type
