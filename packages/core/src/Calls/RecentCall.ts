import * as Schema from "effect/Schema"

import * as Wire from "../Wire.ts"
import { Rating } from "./Call.ts"

const Contact = Schema.Struct({
  active: Wire.Flag,
  anonymous: Wire.Flag,
  available: Wire.Flag,
  favorite: Wire.Flag,
  is_group: Wire.Flag,
  avatar: Wire.Avatar,
  email: Wire.Text,
  id: Wire.AnyId,
  name: Wire.Text,
  status: Wire.AnyId,
  token: Wire.maybe(Wire.Secret),
  username: Wire.Text,
  enterprise_ids: Wire.maybe(Schema.Array(Schema.Int)),
  tags: Wire.maybe(Schema.Array(Schema.String))
})

const RecentParticipant = Schema.Struct({
  email: Wire.Text,
  id: Wire.AnyId,
  location: Wire.Text,
  name: Wire.Text,
  title: Wire.Text,
  username: Wire.Text,
  enterpriseId: Wire.AnyId,
  isAnonymous: Wire.Flag
})

/** A recent call, from the caller's side. Source: interface §2.9. */
export const RecentCall = Schema.Struct({
  contact: Wire.maybe(Contact),
  contact_name: Wire.Text,
  duration: Wire.maybe(Schema.Finite),
  has_attachments: Wire.Flag,
  is_group: Wire.Flag,
  outgoing: Wire.Flag,
  status: Wire.Flag,
  participants: Wire.maybe(Schema.Array(RecentParticipant)),
  ratings: Wire.maybe(Schema.Array(Rating)),
  reason: Wire.Text,
  start_time: Wire.Moment,
  tags: Wire.maybe(Schema.Array(Schema.String))
}).annotate({ identifier: "recent_call" })
export type RecentCall = typeof RecentCall.Type
