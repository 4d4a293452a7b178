import * as Schema from "effect/Schema"

import { gap, integer, json, oneOf, text } from "./Gap.ts"

const word = Schema.optionalKey(Schema.String)

const Reasons = Schema.Struct({
  ended: Schema.String,
  missed: Schema.String,
  declined: word,
  busy: word,
  cancelled: word,
  failed: word
})

const person = Schema.optionalKey(
  Schema.Struct({
    avatar: Schema.Struct({ original: Schema.String, thumb: Schema.String }),
    id: Schema.Int,
    name: Schema.String
  })
)

/** The fields of an event other than those of its call; the interface does not show which event has which. */
const EventData = Schema.Struct({
  event_type: Schema.String,
  status: Schema.String,
  participant: person,
  creator: person,
  message: word,
  deleted: Schema.optionalKey(Schema.Boolean),
  id: Schema.optionalKey(Schema.Int),
  mime_type: word,
  name: word,
  path: word,
  progress: Schema.optionalKey(Schema.Int),
  signed_url: word,
  thumbnail: word,
  type: word
})

export const calls = {
  "calls.access": gap(oneOf("participants", "administrators too"), {
    section: "4.4, 3-6",
    reason: "The endpoints are for calls of the current user: other calls get 403, unknown ones 401."
  }),
  "calls.annotate-answer": gap(text("OK"), {
    section: "4.4, 4",
    reason: "A string; the interface does not show the value."
  }),
  "calls.deleted-user": gap(
    json(
      Schema.Struct({ id: Schema.Int, name: Schema.String, email: Schema.String, username: Schema.String }),
      "JSON of id, name, email and username",
      {
        id: 0,
        name: "Deleted User",
        email: "",
        username: ""
      }
    ),
    { section: "3.1", reason: "The interface shows the name only; ids of users are positive." }
  ),
  "calls.event": gap(
    json(EventData, "JSON of event_type and status, and of further fields of section 2.10 such as message", {
      event_type: "call_started",
      status: "unknown"
    }),
    {
      section: "2.10",
      alternatives: "the latest event; a list",
      reason:
        "The interface documents one object with these values; it does not show which event has which other fields."
    }
  ),
  "calls.event-type": gap(text("request"), { section: "6, 3", reason: "The only documented value." }),
  "calls.order": gap(oneOf("newest first", "oldest first"), {
    section: "4.4, 1",
    reason: "A history starts with the latest call."
  }),
  "calls.reasons": gap(
    json(Reasons, "JSON of ended and missed, and of declined, busy, cancelled and failed", {
      ended: "Call Ended",
      missed: "Timed out",
      declined: "Declined",
      busy: "Busy",
      cancelled: "Cancelled",
      failed: "Failed"
    }),
    {
      section: "2.8",
      alternatives: "further reasons",
      reason: "The first two are seen in use; the others describe other ways to end. Empty while a call is running."
    }
  ),
  "calls.recent": gap(oneOf("one", "list"), {
    section: "4.4, 2",
    reason:
      "The interface documents one recent_call; a user without calls gets 401. list is a list, which may be empty."
  }),
  "calls.recent-most": gap(integer(20, { minimum: 1, maximum: 1000 }), {
    section: "4.4, 2",
    reason: "The interface does not show how many calls are recent; a list has one page of them."
  }),
  "calls.recording-expiry": gap(integer(3600, { minimum: 1, maximum: 31_536_000 }), {
    section: "2.8",
    reason:
      "The interface does not show the lifetime of the URL of a recording, in seconds. It is rounded to a sixtieth, so that repeated requests get the same URL."
  }),
  "calls.recording-running": gap(text("started"), {
    section: "2.8",
    reason: "The interface does not show the status of a running recording. It has a URL when it is finished."
  }),
  "calls.recording-status": gap(text("finished"), {
    section: "2.8",
    alternatives: "statuses of a failed recording",
    reason: "The value in use; the status is empty without a recording."
  }),
  "calls.ring-time": gap(integer(30, { minimum: 1, maximum: 3600 }), {
    section: "3.3",
    reason:
      "The interface does not show how many seconds a call rings before it is missed; telephones ring about this long."
  }),
  "calls.running": gap(oneOf("unset", "empty texts"), {
    section: "2.8",
    reason: "The fields are integers, so the end and the duration are absent. Deployed services have empty texts."
  }),
  "calls.time-units": gap(oneOf(1, 1000, "text"), {
    section: "2.8",
    reason: "Unix seconds are seen in use. 1000 means milliseconds; text formats start and end as 1615583559.322."
  }),
  "invitation.personal-room": gap(oneOf("the administrator", "every user"), {
    section: "4.4, 10",
    alternatives: "users with a paid license",
    reason: "Only some users have a room, and the interface does not show which; the others get 401."
  }),
  "invitation.personal-room-answer": gap(oneOf("{} for tokens of entries", "empty", "{}"), {
    section: "4.4, 10",
    reason: "The documented response is empty; programs that act by the token of a user's entry parse it as JSON."
  }),
  "invitation.session-answer": gap(json(Schema.Json, "JSON", {}), {
    section: "4.4, 11",
    alternatives: "an empty body",
    reason: "Every program accepts status 200 and JSON."
  }),
  "invitation.session-call": gap(oneOf("running", "any"), {
    section: "4.4, 11",
    reason: "The invitation is for a running session; an ended one gets 401."
  }),
  "invitation.session-required": gap(oneOf("call_id and contact_tokens", "contact_tokens"), {
    section: "4.4, 11",
    reason: "Both fields are required; with only contact_tokens, the caller's latest call is used."
  }),
  "on-call.answer": gap(text("OK"), {
    section: "4.4, 8-9",
    reason: "A string; the interface does not show the value."
  }),
  "on-call.favorite-twice": gap(oneOf("the same answer", "refused"), {
    section: "4.4, 8-9",
    reason: "A repeated request does no harm."
  })
} as const
