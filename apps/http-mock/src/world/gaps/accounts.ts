import * as Schema from "effect/Schema"

import { gap, integer, json, lifetime, oneOf, text, texts } from "./Gap.ts"
import type { Documented } from "./Gap.ts"

export const auth = {
  "api-key.value": gap(texts("demo-api-key"), {
    section: "5, 5",
    alternatives: "keys that are issued and revoked while the service runs",
    reason: "How keys are issued is not shown; one known key suffices to develop against."
  }),
  "api-key.form": gap(oneOf("header-or-authorization", "header", "authorization"), {
    section: "5, 1",
    reason: "The reference samples and the administration examples differ; both work where no user token is sent."
  }),
  "api-key.beside-token": gap(oneOf("required", "optional"), {
    section: "5, 1",
    reason: "Programs send the key on every call; optional is for those whose one header authorization has the token."
  }),
  "auth.exchange-reuse": gap(oneOf("reusable", "once"), {
    section: "4.1, 3",
    reason: "A migration that is run again should not fail; once spends the refresh token of the alias."
  }),
  "auth.enterprise-log-in": gap(oneOf("administrators", "everyone"), {
    section: "4.1, 5",
    reason: "The token administers the enterprise, so its administrators get it."
  }),
  "auth.from-url-subject": gap(oneOf("guest", "user"), {
    section: "4.1, 9",
    reason: "The URL names no user; user gives the tokens of the one that the invitation was sent to."
  }),
  "auth.guest-permissions": gap(texts("view_account"), {
    section: "4.1, 1",
    reason: "The permissions of a guest are not shown; this one is an example of the interface."
  }),
  "auth.password": gap(text("correct-horse"), {
    section: "4.5, 1",
    alternatives: "no password until the invitation is accepted, which no endpoint does",
    reason: "A provisioned user can log in at once, so that deactivation can be seen to stop it."
  })
} as const

const day = 24 * 3600

export const tokens = {
  "pat.description": gap(oneOf("numbered", "empty"), {
    section: "4.2, 2",
    reason: "The creation takes no body, so the text names the id."
  }),
  "pat.life": gap(lifetime("unlimited"), {
    section: "3.3",
    reason:
      "States are not shown and removal is the only end that is described. The token of the seed has no other end."
  }),
  "pat.made-tokens": gap(oneOf("end", "go on"), {
    section: "4.2, 4",
    reason: "Who removes a leaked token wants all access by it to end; go on leaves user tokens until they expire."
  }),
  "pat.others": gap(oneOf("not found", "access denied"), {
    section: "4.2, 3-4",
    reason: "Ids are numbers in a row; the answer does not tell which exist."
  }),
  "pat.shown": gap(oneOf("always", "on creation"), {
    section: "2.3",
    reason: "The object of all three answers has the token; on creation leaves it out of list and read."
  }),
  "refresh.life": gap(integer(90 * day, { minimum: 1 }), {
    section: "5, 5",
    reason: "Three times the life of a token, in seconds."
  }),
  "refresh.most": gap(integer(100, { minimum: 1, maximum: 100_000 }), {
    section: "5, 5",
    reason: "No number is given. A user's 101st takes the place of the oldest; all guests together count as one user."
  }),
  "refresh.reuse": gap(oneOf("grace", "once", "always"), {
    section: "4.1, 4",
    reason: "Published clients refresh in parallel with one token: the last one stays valid for refresh.grace."
  }),
  "refresh.grace": gap(integer(60, { minimum: 0 }), {
    section: "4.1, 4",
    reason: "Long enough for parallel refreshes, in seconds."
  }),
  "token.after-deactivation": gap(oneOf("resumes", "void"), {
    section: "3.1",
    alternatives: "personal access tokens end too",
    reason:
      "Deactivation is reversible: tokens work again with the user. void ends user and refresh tokens from before it for good; personal access tokens stay, as all data does."
  }),
  "token.data": gap(oneOf("subject", "claims", "empty"), {
    section: "2.2",
    reason: "The field is a string of unknown use; the subject is what a reader of a token wants. claims is their JSON."
  }),
  "token.expired-info": gap(oneOf("errorV1", "status"), {
    section: "4.1, 6-7",
    alternatives: "the bare string Token expired, which the contract does not know there",
    reason:
      "401 is documented there, and the token is asked about, no credential. status answers 200 with expired in it."
  }),
  "token.life": gap(integer(30 * day, { minimum: 1 }), {
    section: "5, 5",
    reason: "The life of captured tokens, in seconds; the option for the life of a token sets it too."
  }),
  "token.owner-category": gap(
    json(Schema.Record(Schema.String, Schema.String), 'JSON such as {"owner":"enterprise_admin"}', {
      owner: "enterprise_admin",
      employee: "web_login"
    }),
    {
      section: "4.1, 7",
      alternatives: "categories by ownership of the resource",
      reason: "An owner administers, an employee has an account; any other category is refused."
    }
  ),
  "token.status": gap(text("active"), { section: "2.2", reason: "Only tokens that work are described." }),
  "token.units": gap(oneOf(1, 1000), {
    section: "2.2",
    reason: "Seconds, as in the token's own iat and exp; 1000 makes them milliseconds."
  })
} as const

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

/** Points at which transitions know one choice. */
export const documentedAccounts: Readonly<Record<string, Documented>> = {
  "auth.link-url": {
    section: "4.1, 9",
    only: "required",
    alternatives: "optional, as the field is marked",
    reason: "The body requires it, and without a URL there is nobody to authorize."
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
