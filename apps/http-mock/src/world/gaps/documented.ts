import type { Documented } from "./Gap.ts"

/** The points with one implemented choice, by id. */
export const documented: Readonly<Record<string, Documented>> = {
  "auth.link-url": {
    section: "4.1, 9",
    only: "required",
    alternatives: "optional, as the field is marked",
    reason: "The body requires it, and without a URL there is no user to authorize."
  },
  "partner-key.issue": {
    section: "5, 5",
    only: "registered at the start",
    alternatives: "an endpoint that issues them",
    reason:
      "The interface does not show how partner keys are issued; a site has one at a time, which is an option of the emulator."
  },
  "pat.users-only": {
    section: "4.2",
    only: "users",
    alternatives: "tokens of guests and of the enterprise too",
    reason: "Only users have personal access tokens, calls, favorites and a personal room."
  },
  "pods.subpods": {
    section: "2.6",
    only: "empty",
    alternatives: "pods within pods",
    reason: "The interface does not show the elements, and the list is empty in the example."
  },
  "pods.query": {
    section: "4.5, 2",
    only: "filter, page and page_size",
    alternatives: "order",
    reason: "The interface shows page only; programs send filter and page_size, but not order."
  },
  "pods.updated": {
    section: "2.6",
    only: "when the world begins",
    alternatives: "when a user joins or leaves",
    reason: "Programs filter pods by updated_at, which entries do not have, and no operation changes a pod."
  },
  "registration.confirmed-user": {
    section: "3.2",
    only: "in the administration",
    alternatives: "an account outside the enterprise",
    reason:
      "A confirmed user belongs to the enterprise of the API key, in the default pod; the contact of a registered enterprise administers it."
  },
  "token.of-anonymous": {
    section: "4.1, 1",
    only: "of a session",
    alternatives: "of a user made for it",
    reason: "The interface does not show the subject of an anonymous token; a user would need a license."
  },
  "users.fields": {
    section: "2.5",
    only: "30 fields",
    alternatives: "the seven that are shown",
    reason: "Captured entries have these and a token, which users.token adds; provider is empty."
  },
  "users.last-used": {
    section: "2.5",
    only: "the last log-in by password, or the last call that they joined",
    alternatives: "every request, or every exchange of a token",
    reason: "The interface does not define use, and a list that changes with each request has no stable pages."
  },
  "users.path": {
    section: "4.5, 5",
    only: "/v1r1/enterprise/users/:user_id",
    alternatives: "/v1r1/enterpriser/users/:user_id",
    reason: "One passage has the other spelling; the examples use this one."
  },
  "users.status": {
    section: "2.4",
    only: "0",
    alternatives: "further values of status and license",
    reason: "The interface shows no values; deployed entries have an integer."
  },
  "users.updatable": {
    section: "4.5, 4",
    only: "active, name and email",
    alternatives: "the other fields of an entry",
    reason: "The interface shows active only; people also change name and email."
  },
  "calls.events-known": {
    section: "6, 3",
    only: "call_started of the type request",
    alternatives: "further values of event_type and type",
    reason: "The interface does not show all values; calls.event and calls.event-type set others."
  },
  "calls.filter": {
    section: "4.4, 1",
    only: "as users",
    alternatives: "another grammar",
    reason: "The interface does not show the grammar; filters work as for users, on all fields except objects."
  },
  "calls.statistics": {
    section: "2.11",
    only: "a point every 5 seconds, good, fair or poor, of quality 3, 2 or 1; averages are those of the points",
    alternatives: "other scales, words and units",
    reason:
      "The interface shows none. Participants who never joined have no statistics; a running call has statistics up to now."
  },
  "calls.states": {
    section: "3.3",
    only: "placed, ringing, running, ended, by POST /__mock/calls alone",
    alternatives: "other states of calls and recordings",
    reason: "No operation starts or ends a call; the control plane does."
  },
  "calls.duration": {
    section: "2.8",
    only: "from the answer to the end",
    alternatives: "from the start, ringing included",
    reason: "The interface does not show the start of the duration. Generated calls are answered when they start."
  },
  "calls.group-receiver": {
    section: "2.8",
    only: "the group by its id and name, then the user who answered",
    alternatives: "the group throughout; no receiver",
    reason: "The interface does not show a call to an on-call group; is_group is true in events and recent calls."
  },
  "events.delivery": {
    section: "6, 1",
    only: "none",
    alternatives: "webhooks; push",
    reason: "The interface does not describe notifications; e-mails stay in the outbox."
  },
  "invitation.contact-token": {
    section: "4.4, 11",
    only: "the token of recent_call, such as contact-102",
    alternatives: "tokens of other responses",
    reason: "recent_call is the only response whose contact has a token."
  },
  "invitation.session-contacts": {
    section: "4.4, 11",
    only: "mailed",
    alternatives: "added to the participants",
    reason: "A contact token identifies a user, who gets an e-mail; the control plane can have them join."
  },
  compatibility: {
    section: "9, 4",
    only: "every operation stays as documented in version 1.0.0",
    alternatives: "deprecated operations, or responses of another version",
    reason: "The interface has no policy, so no operation is deprecated."
  },
  "errors.enterprise-body": {
    section: "7",
    only: "errorV1R1",
    alternatives: "statuses 401, 403, 404, 409 and 422",
    reason: "As for the other /v1r1 endpoints: 400 with code, message and name. The contract has no other status."
  },
  "limits.rate": {
    section: "8",
    only: "none by default",
    alternatives: "built-in limits",
    reason:
      "The interface shows neither limits nor their status. --rate-limit and PUT /__mock/rate-limit set limits; a fault responds with 429 once."
  }
}
