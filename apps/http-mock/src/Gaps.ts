/** A point the interface leaves open: the options that handlers know, the one taken first, and why it is taken. */
export interface Gap<Option = unknown> {
  readonly section: string
  readonly options: readonly [Option, ...ReadonlyArray<Option>]
  /** What else a service could do; no handler knows it. */
  readonly alternatives?: string
  readonly reason: string
}

const gap = <const Option>(entry: Gap<Option>): Gap<Option> => entry

const register = {
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
  "enterprise.permission": gap({
    section: "4.5",
    options: ["required", "ignored"],
    reason: "Administration is for administrators: users need manage_users, pods need manage_groups."
  }),
  "errors.bad-input-v1": gap<401 | 500>({
    section: "7",
    options: [401],
    alternatives: "500",
    reason: "Clients repeat requests that meet 500; a bad request stays bad."
  }),
  "errors.codes": gap({
    section: "7",
    options: [
      {
        credentials: 1001,
        token: 1002,
        inactive: 1004,
        unconfirmed: 1005,
        apiKey: 1006,
        permission: 1007,
        notFound: 1008,
        badInput: 1009,
        duplicate: 1010,
        internal: 1099
      }
    ],
    alternatives: "any other numbers",
    reason: "Only 1003, an expired token, is public; each other cause has a number of its own."
  }),
  "errors.enterprise-body": gap({
    section: "7",
    options: ["errorV1R1"],
    alternatives: "statuses 401, 403, 404, 409 and 422",
    reason: "The rule of the other /v1r1 endpoints: 400 with code, message and name."
  }),
  "errors.no-version": gap({
    section: "7",
    options: ["errorV1R1"],
    alternatives: "errorV1",
    reason: "A path of neither version gets the body with the most fields."
  }),
  "filter.combination": gap({
    section: "4.5, 3",
    options: ["one clause"],
    alternatives: "clauses joined by a comma, & or AND",
    reason: "How clauses combine is not shown; all after the operator is the value."
  }),
  "filter.operators": gap({
    section: "4.5, 3",
    options: ["= ~= > |="],
    alternatives: "further operators",
    reason: "These four are seen in use; any other is refused, never ignored."
  }),
  "filter.unknown-field": gap({
    section: "4.5, 3",
    options: ["refused"],
    alternatives: "no entry passes",
    reason: "A misspelt field should be noticed."
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
  }),
  "order.descending": gap({
    section: "4.4, 1 and 7",
    options: ["-field"],
    alternatives: "field desc; field:desc",
    reason: "Only order=name is seen, which ascends; keys are joined by commas."
  }),
  "order.unknown-field": gap({
    section: "4.4, 1 and 7",
    options: ["refused"],
    alternatives: "ignored",
    reason: "A misspelt field should be noticed."
  }),
  "page.beyond-last": gap({
    section: "2.7",
    options: ["empty"],
    alternatives: "an error",
    reason: "Entries may go while a client pages; the totals stay right."
  }),
  "page.default-size": gap({ section: "8", options: [20], reason: "The size in the examples." }),
  "page.malformed": gap({
    section: "2.7",
    options: ["refused"],
    alternatives: "the default page",
    reason: "A wrong page number should be noticed."
  }),
  "page.maximum-size": gap({
    section: "8",
    options: [1000],
    reason: "Programs use up to 100; larger pages help exports."
  }),
  "page.no-entries": gap({
    section: "2.7",
    options: [0],
    alternatives: "one empty page",
    reason: "total_pages is total_entries divided by page_size, rounded up."
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
  "registration.again": gap({
    section: "3.2",
    options: ["refused"],
    alternatives: "the account is replaced; the confirmation is sent again",
    reason: "The table starts from no account; resend_confirmation sends the e-mail again."
  }),
  "registration.confirm-twice": gap({
    section: "3.2",
    options: ["refused"],
    alternatives: "the same answer again",
    reason: "The table confirms only what is unconfirmed; a used token is an invalid one."
  }),
  "registration.confirmed-answer": gap({
    section: "4.3, 2",
    options: [{ message: "The account is confirmed. Log in with its e-mail address.", status: "confirmed" }],
    alternatives: "any other texts",
    reason: "Two texts without shown values."
  }),
  "registration.confirmed-user": gap({
    section: "3.2",
    options: ["in the administration"],
    alternatives: "an account outside of the enterprise",
    reason: "One enterprise is emulated: who is confirmed is a plain user of it, in the default pod."
  }),
  "registration.enterprise": gap({
    section: "4.3, 6",
    options: ["noted"],
    alternatives: "a tenant of its own with the contact as administrator",
    reason: "The enterprise is kept and its contact gets an e-mail; no endpoint shows another enterprise."
  }),
  "registration.invitation-token": gap({
    section: "4.3, 1",
    options: ["ignored"],
    alternatives: "unknown ones refused",
    reason: "No endpoint gives such a token, so none can be known."
  }),
  "registration.new-email": gap({
    section: "3.2",
    options: ["PUT user with email"],
    alternatives: "an endpoint that is not described",
    reason: "No endpoint requests a new address; the update of a user is the only one that could."
  }),
  "registration.password": gap({
    section: "4.3, 1",
    options: ["not empty"],
    alternatives: "rules of length and characters",
    reason: "No rule is shown."
  }),
  "registration.token-life": gap({
    section: "3.2",
    options: ["unlimited"],
    alternatives: "tokens that expire",
    reason: "No end is shown."
  }),
  "registration.user": gap({
    section: "2.4",
    options: ["unset texts empty"],
    alternatives: "unset fields absent",
    reason: "The types of the table are kept: available and status are strings, token is empty."
  }),
  "request.maximum-body": gap({
    section: "8",
    options: [1_048_576],
    reason: "Far above any documented body, in bytes."
  }),
  "request.unknown-fields": gap({
    section: "4.5",
    options: ["ignored"],
    alternatives: "refused",
    reason: "Further parameters exist but are not shown."
  }),
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
  }),
  "users.fields": gap({
    section: "2.5",
    options: ["30 fields"],
    alternatives: "the seven that are shown",
    reason: "Captured entries have these and a token, which an administrator has no use for; provider is empty."
  }),
  "users.answer": gap({
    section: "4.5, 1 and 4",
    options: ["entry", "empty"],
    reason: "Some programs parse the answer as JSON; the entry saves them a second call."
  }),
  "users.deleted-answer": gap({
    section: "4.5, 5",
    options: [{}],
    reason: "Status 200 and JSON, which every program accepts."
  }),
  "users.duplicate-email": gap({
    section: "4.5, 1",
    options: ["refused"],
    alternatives: "a second user; the user there is",
    reason: "An e-mail address logs in, so it belongs to one user, upper and lower case alike."
  }),
  "users.order": gap({ section: "4.5, 3", options: ["creation"], reason: "Pages stay stable while users change." }),
  "users.own-account": gap({
    section: "3.1",
    options: ["allowed"],
    alternatives: "an administrator cannot deactivate or delete themselves",
    reason: "The table names no such condition."
  }),
  "users.pod-ids": gap({
    section: "4.5, 1",
    options: ["known"],
    alternatives: "unknown ids ignored",
    reason: "An unknown pod is refused; an empty list counts as omitted."
  }),
  "users.required": gap({
    section: "4.5, 1",
    options: ["email"],
    alternatives: "name and email",
    reason: "A user without an address cannot log in; a name defaults to the part before the @."
  }),
  "users.role": gap({
    section: "4.5, 1",
    options: ["known"],
    alternatives: "any text",
    reason: "User and EnterpriseAdmin are seen; others are refused."
  })
} as const

type Register = typeof register

/** The option taken at each gap. */
export type Choices = { readonly [Id in keyof Register]: Register[Id]["options"][number] }

/** Every choice that answers rely on where the interface says "not shown" or nothing. */
export const gaps: { readonly [Id in keyof Choices]: Gap<Choices[Id]> } = register

/** The option taken at a gap: the given one, else the first. */
export const choose = <Id extends keyof Choices>(taken: Partial<Choices>, id: Id): Choices[Id] =>
  taken[id] ?? gaps[id].options[0]
