import * as Schema from "effect/Schema"

import { gap } from "./Gap.ts"
import { integer, json, lifetime, oneOf, text } from "./Kind.ts"

const day = 24 * 3600

/** What the interface leaves open about tokens and their lives. */
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
