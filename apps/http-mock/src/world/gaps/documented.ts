import type { Documented } from "./Kind.ts"

/** Points at which transitions know one choice. */
export const documented: Readonly<Record<string, Documented>> = {
  "auth.link-url": {
    section: "4.1, 9",
    only: "required",
    alternatives: "optional, as the field is marked",
    reason: "The body requires it, and without a URL there is nobody to authorize."
  },
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
  compatibility: {
    section: "9, 4",
    only: "every operation stays as the document of version 1.0.0 has it",
    alternatives: "operations that are marked deprecated or answer with another version",
    reason: "No policy is shown, so nothing announces an end."
  },
  "errors.enterprise-body": {
    section: "7",
    only: "errorV1R1",
    alternatives: "statuses 401, 403, 404, 409 and 422",
    reason:
      "The rule of the other /v1r1 endpoints: 400 with code, message and name. The contract knows no other status."
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
  },
  "limits.rate": {
    section: "8",
    only: "none unless one is set",
    alternatives: "limits of its own",
    reason:
      "Neither limits nor their status are shown. --rate-limit and PUT /__mock/rate-limit set some; a fault answers 429 once."
  },
  "partner-key.issue": {
    section: "5, 5",
    only: "registered at the start",
    alternatives: "an endpoint that issues them",
    reason: "How partner keys are issued is not shown: a site has one at a time, which is given to the emulator."
  },
  "pat.users-only": {
    section: "4.2",
    only: "users",
    alternatives: "tokens of guests and of the enterprise too",
    reason: "A personal access token is a user's; so are calls, favorites and a personal room."
  },
  "pods.subpods": {
    section: "2.6",
    only: "empty",
    alternatives: "pods within pods",
    reason: "The element is not shown, and the list is empty in the example."
  },
  "pods.query": {
    section: "4.5, 2",
    only: "filter, page and page_size",
    alternatives: "order",
    reason: "Only page is shown; filter and page_size are sent by programs, order is not."
  },
  "pods.updated": {
    section: "2.6",
    only: "when the world begins",
    alternatives: "when a user joins or leaves",
    reason: "Programs filter pods by updated_at, which entries do not show, and no operation changes a pod."
  },
  "registration.confirmed-user": {
    section: "3.2",
    only: "in the administration",
    alternatives: "an account outside of the enterprise",
    reason:
      "Who is confirmed is a plain user of the enterprise whose API key the request has, in the default pod; the contact of a registered one administers it."
  },
  "token.of-anonymous": {
    section: "4.1, 1",
    only: "of a session",
    alternatives: "of a user made for it",
    reason: "The subject of an anonymous token is not shown; no user is made who would need a license."
  },
  "users.fields": {
    section: "2.5",
    only: "30 fields",
    alternatives: "the seven that are shown",
    reason: "Captured entries have these and a token, which users.token adds; provider is empty."
  },
  "users.last-used": {
    section: "2.5",
    only: "the last log-in by password, or the last call that they came into",
    alternatives: "every request, or every exchange of a token",
    reason: "What counts as use is not shown, and a list that each request changes has no page that stays."
  },
  "users.path": {
    section: "4.5, 5",
    only: "/v1r1/enterprise/users/:user_id",
    alternatives: "/v1r1/enterpriser/users/:user_id",
    reason: "One passage spells it so; the examples use this one."
  },
  "users.status": {
    section: "2.4",
    only: "0",
    alternatives: "further values of status and license",
    reason: "No values are shown; deployed entries have an integer."
  },
  "users.updatable": {
    section: "4.5, 4",
    only: "active, name and email",
    alternatives: "the other fields of an entry",
    reason: "Only active is shown; name and email are what a person changes."
  }
}
