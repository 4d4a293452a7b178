import * as Schema from "effect/Schema"

import { gap, integer, json, lifetime, oneOf, text, texts } from "./Kind.ts"

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
