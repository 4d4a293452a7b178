import type { DescribedGroup } from "./Described.ts"

export const calls: DescribedGroup<"Calls" | "OnCallGroups" | "Invitations"> = {
  "Calls.list": {
    summary: "List the caller's calls",
    description: "One page as a bare array: how many calls there are it does not say.",
    answers: "CallList"
  },
  "Calls.recent": {
    summary: "Read the caller's most recent call",
    description: "One call, not a list; 401 for a caller who had none.",
    answers: "RecentCall"
  },
  "Calls.read": { summary: "Read a call", answers: "Call" },
  "Calls.annotate": {
    summary: "Note ids and text on a call",
    takes: "Annotation",
    example: { alt1_id: "ticket-4711", extra_info: "The pump was replaced." },
    answers: "Acknowledgement"
  },
  "Calls.eventStream": { summary: "Read the event stream of a call", answers: "CallEventStream" },
  "Calls.events": { summary: "Read a call with the statistics of its participants", answers: "CallEvents" },
  "OnCallGroups.list": { summary: "List one page of the on-call groups", answers: "OnCallGroupPage" },
  "OnCallGroups.favorite": {
    summary: "Make an on-call group the caller's favorite",
    description: "A favorite stays one.",
    answers: "Acknowledgement"
  },
  "OnCallGroups.unfavorite": { summary: "Take an on-call group off the favorites", answers: "Acknowledgement" },
  "Invitations.personalRoom": {
    summary: "Invite somebody to the caller's personal room",
    description: "By e-mail. A caller without a personal room is refused with 401.",
    takes: "Invitee",
    example: { email: "guest@example.com", name: "Guest" }
  },
  "Invitations.session": {
    summary: "Invite contacts to a running session",
    description: "By e-mail. `call_id` and `contact_tokens` are needed.",
    takes: "SessionInvitation",
    example: { call_id: "call_00000000-0000-4000-8000-000000000003", contact_tokens: ["contact-102"] },
    answers: "EmptyObject"
  }
}
