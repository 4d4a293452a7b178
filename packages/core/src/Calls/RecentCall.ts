import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"
import { Rating } from "./Call.ts"

const Contact = Schema.Struct({
  /** Whether the contact may log in. */
  active: Wire.Flag,
  /** Whether it is nobody in particular. */
  anonymous: Wire.Flag,
  /** Whether the contact can be called now. */
  available: Wire.Flag,
  /** Whether it is a favorite of the caller. */
  favorite: Wire.Flag,
  /** Whether it is a group. */
  is_group: Wire.Flag,
  /** Picture of the contact. */
  avatar: Wire.Avatar,
  /** E-mail address. */
  email: Wire.Text,
  /** Id of the contact. */
  id: Wire.AnyId,
  /** Name as others see it. */
  name: Wire.Text,
  /** Status; which there are is not described. */
  status: Wire.AnyId,
  /** A token that names the contact in an invitation. */
  token: Wire.maybe(Wire.Secret),
  /** Name to log in with. */
  username: Wire.Text,
  /** Numbers of the enterprises. */
  enterprise_ids: Wire.maybe(Schema.Array(Schema.Int)),
  /** Words the contact was tagged with. */
  tags: Wire.maybe(Schema.Array(Schema.String))
})

const RecentParticipant = Schema.Struct({
  /** E-mail address. */
  email: Wire.Text,
  /** Id of the participant. */
  id: Wire.AnyId,
  /** Where the participant works. */
  location: Wire.Text,
  /** Name as others see it. */
  name: Wire.Text,
  /** What the participant does. */
  title: Wire.Text,
  /** Name to log in with. */
  username: Wire.Text,
  /** Number of the enterprise. */
  enterpriseId: Wire.AnyId,
  /** Whether it is nobody in particular. */
  isAnonymous: Wire.Flag
})

/** A recent call, from the caller's side. Source: interface §2.9. */
export class RecentCall extends Wire.Struct<RecentCall>("recent_call")({
  /** With whom it was. */
  contact: Wire.maybe(Contact),
  /** Name of whom it was with. */
  contact_name: Wire.Text,
  /** How long it took. */
  duration: Wire.maybe(Schema.Finite),
  /** Whether something is attached to it. */
  has_attachments: Wire.Flag,
  /** Whether it was with a group. */
  is_group: Wire.Flag,
  /** Whether the caller made it. */
  outgoing: Wire.Flag,
  /** A flag whose meaning is not described. */
  status: Wire.Flag,
  /** Who took part. */
  participants: Wire.maybe(Schema.Array(RecentParticipant)),
  /** How it was rated. */
  ratings: Wire.maybe(Schema.Array(Rating)),
  /** Why it ended. */
  reason: Wire.Text,
  /** When it started. */
  start_time: Wire.Moment,
  /** Words it was tagged with. */
  tags: Wire.maybe(Schema.Array(Schema.String))
}) {}
