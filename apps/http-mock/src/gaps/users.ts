import { gap } from "./Gap.ts"

/** What the interface leaves open about the administration of users and about registration. */
export const users = {
  "enterprise.permission": gap({
    section: "4.5",
    options: ["required", "ignored"],
    reason: "Administration is for administrators: users need manage_users, pods need manage_groups."
  }),
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
