import { gap } from "./Gap.ts"

/** What the interface leaves open about calls, on-call groups and invitations. */
export const calls = {
  "calls.access": gap({
    section: "4.4, 3-6",
    options: ["participants"],
    alternatives: "administrators read every call",
    reason: "The endpoints are for the calls of the current user: calls of others are 403, unknown ones 401."
  }),
  "calls.annotate-answer": gap({
    section: "4.4, 4",
    options: ["OK"],
    alternatives: "any other text",
    reason: "A string without a shown value."
  }),
  "calls.deleted-user": gap({
    section: "3.1",
    options: [{ id: 0, name: "Deleted User", email: "", username: "" }],
    alternatives: "another id",
    reason: "Only the name is shown; ids of users are positive."
  }),
  "calls.event": gap({
    section: "2.10",
    options: [{ event_type: "call_started", status: "unknown" }],
    alternatives: "the latest event; a list",
    reason: "One object is documented, and these are its only values that are shown."
  }),
  "calls.filter": gap({
    section: "4.4, 1",
    options: ["as users"],
    alternatives: "another grammar",
    reason: "The grammar is not shown; filters are those of users, over the fields that are no objects."
  }),
  "calls.order": gap({
    section: "4.4, 1",
    options: ["newest first"],
    alternatives: "oldest first",
    reason: "A history begins with what happened last."
  }),
  "calls.recent": gap({
    section: "4.4, 2",
    options: ["one", "list"],
    reason: "The answer is documented as one recent_call; who had no call gets 401. list is up to 20 of them."
  }),
  "calls.running": gap({
    section: "2.8",
    options: ["unset"],
    alternatives: "empty texts in place of the integers",
    reason: "Fields are integers by the interface: the end and the duration are absent, the reason is empty."
  }),
  "calls.time-units": gap<1 | 1000>({
    section: "2.8",
    options: [1, 1000],
    reason: "Unix seconds are seen; 1000 makes times and durations milliseconds."
  }),
  "calls.values": gap({
    section: "2.8",
    options: ["Call Ended, Timed out, finished"],
    alternatives: "further reasons and recording states",
    reason: "The values that are seen; a text that is unset is empty."
  }),
  "invitation.personal-room": gap({
    section: "4.4, 10",
    options: ["the administrator"],
    alternatives: "every user of a paid license",
    reason: "Only certain users have a room, and how they get one is not shown; the others are refused with 401."
  }),
  "invitation.session-answer": gap({
    section: "4.4, 11",
    options: [{}],
    alternatives: "an empty body; the call",
    reason: "Status 200 and JSON, which every program accepts."
  }),
  "invitation.session-call": gap({
    section: "4.4, 11",
    options: ["running"],
    alternatives: "any call of the caller",
    reason: "The invitation is to a running session; one that is over is refused with 401."
  }),
  "invitation.session-contacts": gap({
    section: "4.4, 11",
    options: ["mailed"],
    alternatives: "added to the participants",
    reason: "A contact token stands for a user, who gets an e-mail; whether they come is theirs to decide."
  }),
  "invitation.session-required": gap({
    section: "4.4, 11",
    options: ["call_id and contact_tokens"],
    alternatives: "contact_tokens alone",
    reason: "Without them nobody is invited to nothing; user_token is the caller's unless it is given."
  }),
  "on-call.answer": gap({
    section: "4.4, 8-9",
    options: ["OK"],
    alternatives: "any other text",
    reason: "A string without a shown value."
  }),
  "on-call.favorite-twice": gap({
    section: "4.4, 8-9",
    options: ["the same answer"],
    alternatives: "refused",
    reason: "Who asks for a state that is there already has it; a repeated request does no harm."
  })
} as const
