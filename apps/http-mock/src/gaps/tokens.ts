import { gap } from "./Gap.ts"

/** What the interface leaves open about keys, log-in and tokens. */
export const tokens = {
  "api-key.value": gap({
    section: "5, 5",
    options: [["demo-api-key"]],
    alternatives: "several keys, revocable",
    reason: "How keys are issued is not shown; one known key suffices to develop against."
  }),
  "api-key.form": gap({
    section: "5, 1",
    options: ["header-or-authorization"],
    alternatives: "one form only",
    reason: "The reference samples and the administration examples differ; both work where no user token is sent."
  }),
  "auth.exchange-reuse": gap({
    section: "4.1, 3",
    options: ["reusable"],
    alternatives: "an alias refresh token works once",
    reason: "A migration that is run again should not fail."
  }),
  "auth.enterprise-log-in": gap({
    section: "4.1, 5",
    options: ["administrators", "everyone"],
    reason: "The token administers the enterprise, so its administrators get it."
  }),
  "auth.from-url-subject": gap({
    section: "4.1, 9",
    options: ["guest"],
    alternatives: "the user the invitation was sent to",
    reason: "The URL names no user; a guest session can be refreshed like any other."
  }),
  "auth.password": gap({
    section: "4.5, 1",
    options: ["correct-horse"],
    alternatives: "no password until the invitation is accepted, which no endpoint does",
    reason: "A provisioned user can log in at once, so that deactivation can be seen to stop it."
  }),
  "pat.description": gap({
    section: "4.2, 2",
    options: ["numbered"],
    alternatives: "empty",
    reason: "The creation takes no body, so the text names the id."
  }),
  "pat.life": gap({
    section: "3.3",
    options: ["until removed"],
    alternatives: "an expiry",
    reason: "States are not shown; removal is the only end that is described."
  }),
  "pat.made-tokens": gap({
    section: "4.2, 4",
    options: ["end"],
    alternatives: "user tokens made from a removed one go on until they expire",
    reason: "Who removes a leaked token wants all access by it to end."
  }),
  "pat.others": gap({
    section: "4.2, 3-4",
    options: ["not found"],
    alternatives: "access denied",
    reason: "Ids are numbers in a row; the answer does not tell which exist."
  }),
  "pat.shown": gap({
    section: "2.3",
    options: ["always", "on creation"],
    reason: "The object of all three answers has the token; on creation leaves it out of list and read."
  }),
  "pat.users-only": gap({
    section: "4.2",
    options: ["users"],
    alternatives: "tokens of guests and of the enterprise too",
    reason: "A personal access token is a user's; so are calls, favorites and a personal room."
  }),
  "refresh.life": gap({
    section: "5, 5",
    options: [90 * 24 * 3600],
    reason: "Three times the life of a token, in seconds."
  }),
  "refresh.reuse": gap({
    section: "4.1, 4",
    options: ["grace", "once", "always"],
    reason: "Published clients refresh in parallel with one token: the last one stays valid for refresh.grace."
  }),
  "refresh.grace": gap({ section: "4.1, 4", options: [60], reason: "Long enough for parallel refreshes, in seconds." }),
  "token.after-deactivation": gap({
    section: "3.1",
    options: ["resumes"],
    alternatives: "tokens from before a deactivation are void for good",
    reason: "Deactivation is reversible; tokens work again with the user."
  }),
  "token.data": gap({
    section: "2.2",
    options: ["subject"],
    alternatives: "anything",
    reason: "The field is a string of unknown use; the subject is what a reader of a token wants."
  }),
  "token.expired-info": gap({
    section: "4.1, 6-7",
    options: ["errorV1"],
    alternatives: "status expired; the bare string Token expired",
    reason: "401 is documented as errorV1 there, and the token is what is asked about, not a credential."
  }),
  "token.life": gap({ section: "5, 5", options: [30 * 24 * 3600], reason: "The life of captured tokens, in seconds." }),
  "token.owner-category": gap({
    section: "4.1, 7",
    options: [{ owner: "enterprise_admin", employee: "web_login" }],
    alternatives: "categories by ownership of the resource",
    reason: "An owner administers, an employee has an account; any other category is refused."
  }),
  "token.status": gap({ section: "2.2", options: ["active"], reason: "Only tokens that work are described." }),
  "token.units": gap<1 | 1000>({
    section: "2.2",
    options: [1, 1000],
    reason: "Seconds, as in the token's own iat and exp; 1000 makes them milliseconds."
  })
} as const
