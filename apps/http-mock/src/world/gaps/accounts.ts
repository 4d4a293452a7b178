import * as Schema from "effect/Schema"

import { gap, integer, json, lifetime, oneOf, text, texts } from "./Gap.ts"

export const auth = {
  "api-key.value": gap(texts("demo-api-key"), {
    section: "5, 5",
    alternatives: "keys that are issued and revoked at run time",
    reason: "The interface does not show how keys are issued; one known key is enough for development."
  }),
  "api-key.form": gap(oneOf("header-or-authorization", "header", "authorization"), {
    section: "5, 1",
    reason: "The reference samples and the administration examples differ; both work if no user token is sent."
  }),
  "api-key.beside-token": gap(oneOf("required", "optional"), {
    section: "5, 1",
    reason:
      "Programs send the key with every request; optional is for those that use the authorization header for the token."
  }),
  "auth.exchange-reuse": gap(oneOf("reusable", "once"), {
    section: "4.1, 3",
    reason: "A repeated migration should not fail; with once, the refresh token of the alias works one time."
  }),
  "auth.enterprise-log-in": gap(oneOf("administrators", "everyone"), {
    section: "4.1, 5",
    reason: "The token administers the enterprise, so only administrators get it."
  }),
  "auth.from-url-subject": gap(oneOf("guest", "user"), {
    section: "4.1, 9",
    reason: "The URL does not name a user; with user, the invited user gets the token."
  }),
  "auth.guest-permissions": gap(texts("view_account"), {
    section: "4.1, 1",
    reason: "The interface does not show the permissions of a guest; this one is from an example."
  }),
  "auth.password": gap(text("correct-horse"), {
    section: "4.5, 1",
    alternatives: "no password until the invitation is accepted, for which there is no endpoint",
    reason: "A provisioned user can log in at once, so that a test can check that deactivation prevents it."
  })
} as const

const day = 24 * 3600

export const tokens = {
  "pat.description": gap(oneOf("numbered", "empty"), {
    section: "4.2, 2",
    reason: "The request has no body, so the description contains the id."
  }),
  "pat.life": gap(lifetime("unlimited"), {
    section: "3.3",
    reason: "The interface describes only removal, so tokens do not expire. The token of the default world never does."
  }),
  "pat.made-tokens": gap(oneOf("end", "go on"), {
    section: "4.2, 4",
    reason: "Removing a leaked token should end all access by it; with go on, user tokens work until they expire."
  }),
  "pat.others": gap(oneOf("not found", "access denied"), {
    section: "4.2, 3-4",
    reason: "Ids are consecutive; the response should not reveal which exist."
  }),
  "pat.shown": gap(oneOf("always", "on creation"), {
    section: "2.3",
    reason: "All three responses document the token; with on creation, list and read omit it."
  }),
  "refresh.life": gap(integer(90 * day, { minimum: 1 }), {
    section: "5, 5",
    reason: "Three times the lifetime of a user token, in seconds."
  }),
  "refresh.most": gap(integer(100, { minimum: 1, maximum: 100_000 }), {
    section: "5, 5",
    reason: "The interface has no number. A new token replaces the oldest one; all guests count as one user."
  }),
  "refresh.reuse": gap(oneOf("grace", "once", "always"), {
    section: "4.1, 4",
    reason: "Published clients refresh in parallel with one token, so the previous token stays valid for refresh.grace."
  }),
  "refresh.grace": gap(integer(60, { minimum: 0 }), {
    section: "4.1, 4",
    reason: "Long enough for parallel refreshes, in seconds."
  }),
  "token.after-deactivation": gap(oneOf("resumes", "void"), {
    section: "3.1",
    alternatives: "personal access tokens are revoked too",
    reason:
      "Deactivation is reversible, so tokens work again after reactivation. void revokes earlier user and refresh tokens permanently; personal access tokens stay."
  }),
  "token.data": gap(oneOf("subject", "claims", "empty"), {
    section: "2.2",
    reason: "The use of the field is unknown; the subject is the most useful claim. claims is all claims as JSON."
  }),
  "token.expired-info": gap(oneOf("errorV1", "status"), {
    section: "4.1, 6-7",
    alternatives: "the plain text Token expired, which the contract does not document there",
    reason: "The interface documents 401 there. status responds with 200 and expired."
  }),
  "token.life": gap(integer(30 * day, { minimum: 1 }), {
    section: "5, 5",
    reason: "The lifetime of captured tokens, in seconds; --token-life sets it too."
  }),
  "token.owner-category": gap(
    json(Schema.Record(Schema.String, Schema.String), 'JSON such as {"owner":"enterprise_admin"}', {
      owner: "enterprise_admin",
      employee: "web_login"
    }),
    {
      section: "4.1, 7",
      alternatives: "categories by owner of the resource",
      reason: "An owner is an administrator, an employee is a user; other categories are rejected."
    }
  ),
  "token.status": gap(text("active"), { section: "2.2", reason: "The interface describes valid tokens only." }),
  "token.units": gap(oneOf(1, 1000), {
    section: "2.2",
    reason: "Seconds, as in the token's iat and exp; 1000 means milliseconds."
  })
} as const

export const users = {
  "enterprise.permission": gap(oneOf("required", "ignored"), {
    section: "4.5",
    reason: "Administration needs permissions: manage_users for users, manage_groups for pods."
  }),
  "pods.admins": gap(oneOf("ids", "empty"), {
    section: "2.6",
    alternatives: "objects with more than an id",
    reason: "The interface does not show the elements; deployed services have objects with an id."
  }),
  "pods.fields": gap(oneOf("13 fields", "the ten that are shown"), {
    section: "2.6",
    reason: "Deployed entries also have email, expert and manage, which programs read without a default."
  }),
  "registration.again": gap(oneOf("refused", "replaced", "sent again"), {
    section: "3.2",
    reason:
      "The state table starts without an account. replaced stores the new name and password, sent again only sends the e-mail."
  }),
  "registration.confirm-twice": gap(oneOf("refused", "the same answer"), {
    section: "3.2",
    reason: "The state table confirms unconfirmed accounts only; a used token is invalid."
  }),
  "registration.confirmed-answer": gap(
    json(Schema.Struct({ message: Schema.String, status: Schema.String }), "JSON of message and status", {
      message: "The account is confirmed. Log in with its e-mail address.",
      status: "confirmed"
    }),
    { section: "4.3, 2", reason: "The interface does not show values." }
  ),
  "registration.enterprise": gap(oneOf("of its own", "noted"), {
    section: "4.3, 6",
    reason:
      "A registered enterprise should be usable: its contact gets an API key and administers it. noted only stores the data and sends an e-mail."
  }),
  "registration.invitation-token": gap(oneOf("ignored", "refused"), {
    section: "4.3, 1",
    reason: "No endpoint issues such a token, so none can be checked; refused rejects all."
  }),
  "registration.new-email": gap(oneOf("confirmed", "at once"), {
    section: "3.2",
    alternatives: "an undocumented endpoint",
    reason: "No endpoint requests a new address; updating the email of a user does, and needs a confirmation."
  }),
  "registration.password-length": gap(integer(1, { minimum: 1, maximum: 128 }), {
    section: "4.3, 1",
    alternatives: "rules for characters",
    reason: "The interface has no rule; a password must not be empty."
  }),
  "registration.token-life": gap(lifetime("unlimited"), {
    section: "3.2",
    reason: "The interface has no expiry. The confirmation tokens of the default world do not expire."
  }),
  "registration.user": gap(oneOf("empty", "absent"), {
    section: "2.4",
    reason: "As in the table of types: available and status are strings, unset texts are empty."
  }),
  "users.answer": gap(oneOf("entry", "empty"), {
    section: "4.5, 1 and 4",
    reason: "Some programs parse the response as JSON; the entry saves them a second request. empty is {}."
  }),
  "users.deleted-answer": gap(json(Schema.Json, "JSON", {}), {
    section: "4.5, 5",
    reason: "Status 200 and JSON, which every program accepts."
  }),
  "users.duplicate-email": gap(oneOf("refused", "the user there is"), {
    section: "4.5, 1",
    alternatives: "a second user",
    reason: "An e-mail address is used to log in, so it belongs to one user, ignoring case."
  }),
  "users.order": gap(oneOf("creation", "newest first"), {
    section: "4.5, 3",
    alternatives: "by name",
    reason: "Pages stay stable while users are created."
  }),
  "users.own-account": gap(oneOf("allowed", "refused"), {
    section: "3.1",
    reason:
      "The state table has no such condition; refused prevents administrators from deactivating or deleting themselves."
  }),
  "users.pod-ids": gap(oneOf("known", "unknown ignored"), {
    section: "4.5, 1",
    reason: "An unknown pod is rejected; an empty list counts as omitted."
  }),
  "users.token": gap(oneOf("partner keys", "absent", "present"), {
    section: "2.5",
    reason:
      "The documented fields have none, and a token in a list ends up in logs. Programs with a partner key act as users by it."
  }),
  "users.required": gap(oneOf("email", "name and email"), {
    section: "4.5, 1",
    reason: "A user without an address cannot log in; the default name is the part before the @."
  }),
  "users.role": gap(oneOf("known", "any"), {
    section: "4.5, 1",
    reason:
      "User and EnterpriseAdmin are known, others are rejected; with any, an unknown role has the permissions of User."
  })
} as const
