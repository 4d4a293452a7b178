import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.String)

const person = Schema.optionalKey(
  Schema.Struct({
    avatar: Schema.Struct({ original: Schema.String, thumb: Schema.String }),
    id: Schema.Int,
    name: Schema.String
  })
)

/** What an event says besides the call that it is of; which of it goes with which event is not shown. */
export const EventData = Schema.Struct({
  event_type: Schema.String,
  status: Schema.String,
  participant: person,
  creator: person,
  message: text,
  deleted: Schema.optionalKey(Schema.Boolean),
  id: Schema.optionalKey(Schema.Int),
  mime_type: text,
  name: text,
  path: text,
  progress: Schema.optionalKey(Schema.Int),
  signed_url: text,
  thumbnail: text,
  type: text
})
