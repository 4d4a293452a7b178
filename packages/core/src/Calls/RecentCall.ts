import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"
import { Participant, Rating } from "./Call.ts"

const Contact = Schema.Struct({
  /** Whether the contact may log in. */
  active: Wire.Flag,
  /** Whether the participant is anonymous. */
  anonymous: Wire.Flag,
  /** Whether the contact can be called now. */
  available: Wire.Flag,
  /** Whether it is a favorite of the caller. */
  favorite: Wire.Flag,
  /** Whether the contact is a group. */
  is_group: Wire.Flag,
  /** Picture of the contact. */
  avatar: Wire.Avatar,
  /** E-mail address. */
  email: Wire.Text,
  /** Id of the contact. */
  id: Wire.AnyId,
  /** Display name. */
  name: Wire.Text,
  /** Status; the interface does not list the values. */
  status: Wire.AnyId,
  /** A token that identifies the contact in an invitation. */
  token: Wire.maybe(Wire.Secret),
  /** Log-in name. */
  username: Wire.Text,
  /** Numbers of the enterprises. */
  enterprise_ids: Wire.maybe(Schema.Array(Schema.Int)),
  /** Tags of the contact. */
  tags: Wire.maybe(Schema.Array(Schema.String))
})

const RecentParticipant = Schema.Struct({
  ...Participant.fields,
  /** Place of work. */
  location: Wire.Text,
  /** Job title. */
  title: Wire.Text
})

/** A recent call, from the perspective of the caller of the API. Source: interface §2.9. */
export class RecentCall extends Wire.Struct<RecentCall>("recent_call")({
  /** The other side. */
  contact: Wire.maybe(Contact),
  /** Name of the other side. */
  contact_name: Wire.Text,
  /** Duration of the call. */
  duration: Wire.maybe(Schema.Finite),
  /** Whether it has attachments. */
  has_attachments: Wire.Flag,
  /** Whether the other side is a group. */
  is_group: Wire.Flag,
  /** Whether it is an outgoing call. */
  outgoing: Wire.Flag,
  /** A flag that the interface does not describe. */
  status: Wire.Flag,
  /** Participants. */
  participants: Wire.maybe(Schema.Array(RecentParticipant)),
  /** Ratings. */
  ratings: Wire.maybe(Schema.Array(Rating)),
  /** Reason for its end. */
  reason: Wire.Text,
  /** When it started. */
  start_time: Wire.Moment,
  /** Tags. */
  tags: Wire.maybe(Schema.Array(Schema.String))
}) {}
