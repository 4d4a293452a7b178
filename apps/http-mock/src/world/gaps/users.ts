import * as Schema from "effect/Schema"

import { gap, integer, json, lifetime, oneOf } from "./Kind.ts"

export const users = {
  "enterprise.permission": gap(oneOf("required", "ignored"), {
    section: "4.5",
    reason: "Administration is for administrators: users need manage_users, pods need manage_groups."
  }),
  "pods.admins": gap(oneOf("ids", "empty"), {
    section: "2.6",
    alternatives: "objects with more than an id",
    reason: "The element is not shown; deployed ones are objects with an id."
  }),
  "pods.fields": gap(oneOf("13 fields", "the ten that are shown"), {
    section: "2.6",
    reason: "Deployed entries may add email, expert and manage, which programs read without a default."
  }),
  "registration.again": gap(oneOf("refused", "replaced", "sent again"), {
    section: "3.2",
    reason: "The table starts from no account. replaced takes the new name and password, sent again only mails."
  }),
  "registration.confirm-twice": gap(oneOf("refused", "the same answer"), {
    section: "3.2",
    reason: "The table confirms only what is unconfirmed; a used token is an invalid one."
  }),
  "registration.confirmed-answer": gap(
    json(Schema.Struct({ message: Schema.String, status: Schema.String }), "JSON of message and status", {
      message: "The account is confirmed. Log in with its e-mail address.",
      status: "confirmed"
    }),
    { section: "4.3, 2", reason: "Two texts without shown values." }
  ),
  "registration.enterprise": gap(oneOf("of its own", "noted"), {
    section: "4.3, 6",
    reason:
      "Who registers an enterprise wants to use it: its contact gets an API key of its own, and administers it. noted keeps a note and writes to the contact alone."
  }),
  "registration.invitation-token": gap(oneOf("ignored", "refused"), {
    section: "4.3, 1",
    reason: "No endpoint gives such a token, so none can be known; refused takes none."
  }),
  "registration.new-email": gap(oneOf("confirmed", "at once"), {
    section: "3.2",
    alternatives: "an endpoint that is not described",
    reason: "No endpoint requests a new address; PUT user with email does, and it waits for its confirmation."
  }),
  "registration.password-length": gap(integer(1, { minimum: 1, maximum: 128 }), {
    section: "4.3, 1",
    alternatives: "rules of characters",
    reason: "No rule is shown: a password is only not empty."
  }),
  "registration.token-life": gap(lifetime("unlimited"), {
    section: "3.2",
    reason: "No end is shown. The confirmation tokens of the seed have none."
  }),
  "registration.user": gap(oneOf("empty", "absent"), {
    section: "2.4",
    reason: "The types of the table are kept: available and status are strings, texts that are unset are empty."
  }),
  "users.answer": gap(oneOf("entry", "empty"), {
    section: "4.5, 1 and 4",
    reason: "Some programs parse the answer as JSON; the entry saves them a second call. empty is {}."
  }),
  "users.deleted-answer": gap(json(Schema.Json, "JSON", {}), {
    section: "4.5, 5",
    reason: "Status 200 and JSON, which every program accepts."
  }),
  "users.duplicate-email": gap(oneOf("refused", "the user there is"), {
    section: "4.5, 1",
    alternatives: "a second user",
    reason: "An e-mail address logs in, so it belongs to one user, upper and lower case alike."
  }),
  "users.order": gap(oneOf("creation", "newest first"), {
    section: "4.5, 3",
    alternatives: "by name",
    reason: "Pages stay stable while users are created."
  }),
  "users.own-account": gap(oneOf("allowed", "refused"), {
    section: "3.1",
    reason: "The table names no such condition; refused keeps administrators from deactivating or deleting themselves."
  }),
  "users.pod-ids": gap(oneOf("known", "unknown ignored"), {
    section: "4.5, 1",
    reason: "An unknown pod is refused; an empty list counts as omitted."
  }),
  "users.token": gap(oneOf("absent", "present"), {
    section: "2.5",
    reason:
      "The fields that are shown have none, and a token in a list ends up in logs. Programs act as a user by that of their entry: present."
  }),
  "users.required": gap(oneOf("email", "name and email"), {
    section: "4.5, 1",
    reason: "A user without an address cannot log in; a name defaults to the part before the @."
  }),
  "users.role": gap(oneOf("known", "any"), {
    section: "4.5, 1",
    reason:
      "User and EnterpriseAdmin are seen, others are refused; any gives an unknown role the permissions of a User."
  })
} as const
