import * as Schema from "effect/Schema"

import { gap, integer, json, oneOf, text } from "./Gap.ts"
import type { Documented } from "./Gap.ts"

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

/** What an event says besides the call that it is of; which of it goes with which event is not shown. */
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
    reason: "The endpoints are for the calls of the current user: calls of others are 403, unknown ones 401."
  }),
  "calls.annotate-answer": gap(text("OK"), { section: "4.4, 4", reason: "A string without a shown value." }),
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
    { section: "3.1", reason: "Only the name is shown; ids of users are positive." }
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
        "One object is documented, and these are its only values that are shown; which further fields go with which event is not."
    }
  ),
  "calls.event-type": gap(text("request"), { section: "6, 3", reason: "The only value that is shown." }),
  "calls.order": gap(oneOf("newest first", "oldest first"), {
    section: "4.4, 1",
    reason: "A history begins with what happened last."
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
      reason: "The first two are seen; the others are words for how calls end besides. Empty while a call runs."
    }
  ),
  "calls.recent": gap(oneOf("one", "list"), {
    section: "4.4, 2",
    reason: "The answer is documented as one recent_call; who had no call gets 401. list is some of them, or none."
  }),
  "calls.recent-most": gap(integer(20, { minimum: 1, maximum: 1000 }), {
    section: "4.4, 2",
    reason: "How many calls are recent is not shown; a list holds a page of them."
  }),
  "calls.recording-expiry": gap(integer(3600, { minimum: 1, maximum: 31_536_000 }), {
    section: "2.8",
    reason:
      "How many seconds the address of a recording works is not shown. It ends with a full sixtieth of that, up to which all addresses are the same."
  }),
  "calls.recording-running": gap(text("started"), {
    section: "2.8",
    reason: "The status of a recording that is under way is not shown. It has an address once it is finished."
  }),
  "calls.recording-status": gap(text("finished"), {
    section: "2.8",
    alternatives: "statuses of a recording that failed",
    reason: "The value that is seen; the status is empty without a recording."
  }),
  "calls.ring-time": gap(integer(30, { minimum: 1, maximum: 3600 }), {
    section: "3.3",
    reason: "How many seconds a call rings before it counts as missed is not shown; telephones ring about as long."
  }),
  "calls.running": gap(oneOf("unset", "empty texts"), {
    section: "2.8",
    reason: "Fields are integers by the interface: the end and the duration are absent. Deployed ones are empty texts."
  }),
  "calls.time-units": gap(oneOf(1, 1000, "text"), {
    section: "2.8",
    reason:
      "Unix seconds are seen. 1000 makes times and durations milliseconds, text makes start and end 1615583559.322."
  }),
  "invitation.personal-room": gap(oneOf("the administrator", "every user"), {
    section: "4.4, 10",
    alternatives: "users of a paid license",
    reason: "Only certain users have a room, and how they get one is not shown; the others are refused with 401."
  }),
  "invitation.personal-room-answer": gap(oneOf("empty", "{}"), {
    section: "4.4, 10",
    reason: "The answer is documented as empty; {} is for programs that parse it as JSON."
  }),
  "invitation.session-answer": gap(json(Schema.Json, "JSON", {}), {
    section: "4.4, 11",
    alternatives: "an empty body",
    reason: "Status 200 and JSON, which every program accepts."
  }),
  "invitation.session-call": gap(oneOf("running", "any"), {
    section: "4.4, 11",
    reason: "The invitation is to a running session; one that is over is refused with 401."
  }),
  "invitation.session-required": gap(oneOf("call_id and contact_tokens", "contact_tokens"), {
    section: "4.4, 11",
    reason: "Without them nobody is invited to nothing. contact_tokens alone invite to the caller's latest call."
  }),
  "on-call.answer": gap(text("OK"), { section: "4.4, 8-9", reason: "A string without a shown value." }),
  "on-call.favorite-twice": gap(oneOf("the same answer", "refused"), {
    section: "4.4, 8-9",
    reason: "Who asks for a state that is there already has it; a repeated request does no harm."
  })
} as const

/** Points at which transitions know one choice. */
export const documentedCalls: Readonly<Record<string, Documented>> = {
  "calls.events-known": {
    section: "6, 3",
    only: "call_started of the type request",
    alternatives: "further values of event_type and type",
    reason: "The complete lists are not shown; calls.event and calls.event-type put other values in the same event."
  },
  "calls.filter": {
    section: "4.4, 1",
    only: "as users",
    alternatives: "another grammar",
    reason: "The grammar is not shown; filters are those of users, over the fields that are no objects."
  },
  "calls.statistics": {
    section: "2.11",
    only: "a point every 5 seconds, good, fair or poor, of quality 3, 2 or 1; averages are those of the points",
    alternatives: "other scales, words and units",
    reason: "None is shown. Who never met has no statistics; a running call has those up to now."
  },
  "calls.states": {
    section: "3.3",
    only: "placed, ringing, running, ended, by POST /__mock/calls alone",
    alternatives: "other states of calls and recordings",
    reason: "No operation begins or ends a call, and the transitions are not shown; the control plane does both."
  },
  "calls.duration": {
    section: "2.8",
    only: "from the answer to the end",
    alternatives: "from the start, ringing included",
    reason: "What it counts from is not shown. A call of the seed is answered when it starts."
  },
  "calls.group-receiver": {
    section: "2.8",
    only: "the group by its id and name, then who answered",
    alternatives: "the group throughout; no receiver",
    reason: "A call to an on-call group is not shown; is_group is true of it in events and recent calls."
  },
  "events.delivery": {
    section: "6, 1",
    only: "none",
    alternatives: "webhooks; push",
    reason: "No notification that leaves the service is described; e-mails are kept in the outbox."
  },
  "invitation.contact-token": {
    section: "4.4, 11",
    only: "that of recent_call, such as contact-102",
    alternatives: "tokens of other answers",
    reason: "recent_call is the only answer whose contact has a token."
  },
  "invitation.session-contacts": {
    section: "4.4, 11",
    only: "mailed",
    alternatives: "added to the participants",
    reason: "A contact token stands for a user, who gets an e-mail; they come when the control plane has them join."
  }
}
