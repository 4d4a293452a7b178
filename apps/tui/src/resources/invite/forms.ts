import { Errors, Invitations } from "@remote-assist/core"
import type { CallId } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as FormAction from "../../actions/FormAction.ts"
import { emailMistake } from "../texts.ts"
import type { Candidate } from "./Candidate.ts"
import { callChoices, contactChoices } from "./choices.ts"
import { contactTokens } from "./contactTokens.ts"

const mailed = "It is sent by e-mail at once, which cannot be taken back."

const room = FormAction.make<Candidate, Invitations.Invitee>(Invitations.Invitee, {
  name: "invite.room",
  label: "invite",
  object: "somebody to your personal room",
  hint: "invite to your room",
  keys: ["r"],
  pending: "inviting",
  on: "none",
  effect: "mails",
  consequence: `${mailed} Only certain users have a personal room.`,
  mails: ({ email }) => `An invitation goes to ${String(email)} at once, and cannot be taken back.`,
  fields: {
    email: {
      flag: "email",
      label: "E-mail",
      takes: "text",
      help: "E-mail address of whom to invite",
      isRequired: true,
      check: emailMistake
    },
    name: { flag: "name", takes: "text", help: "Name that the invitation speaks to", isRequired: true }
  },
  initial: (row) => (row._tag === "Contact" ? { email: row.email, name: row.name } : {}),
  run: (invitee) =>
    Effect.as(
      Effect.flatMap(Invitations.Invitations, (invitations) => invitations.personalRoom(invitee)),
      contactOf(invitee)
    ),
  done: "is invited to your personal room by e-mail.",
  example: '--email guest@example.com --name "Mary Jackson" --yes'
})

const contactOf = ({ email, name }: Invitations.Invitee): Candidate => ({
  _tag: "Contact",
  id: email,
  name,
  email,
  username: "",
  isAvailable: undefined,
  at: "",
  token: undefined,
  call: undefined
})

const texts = Schema.optionalKey(Schema.Array(Schema.String))

/** `contact_tokens` are what contacts were looked up as. */
const SessionForm = Schema.Struct({
  call_id: Invitations.SessionInvitation.fields.call_id.schema,
  contacts: texts,
  contact_token: Schema.optionalKey(Schema.String),
  contact_tokens: texts
})
type SessionForm = typeof SessionForm.Type

const isTexts = Schema.is(Schema.Array(Schema.String))

const lookUp: NonNullable<FormAction.FormAction<Candidate>["lookUp"]> = ({ contacts, ...held }) =>
  isTexts(contacts) ? Effect.map(contactTokens(contacts), (tokens) => ({ ...held, contact_tokens: tokens })) : undefined

const invited = Effect.fnUntraced(function* (call_id: CallId, tokens: ReadonlyArray<string>) {
  if (tokens.length === 0)
    return yield* new Errors.InvalidRequest({
      operation: "Invitations.session",
      reason: "nobody is named: give a contact of a recent call, or the token of one"
    })
  const invitations = yield* Invitations.Invitations
  const contact_tokens = [...new Set(tokens)].map((token) => Redacted.make(token))
  yield* invitations.session({ call_id, contact_tokens })
  return { _tag: "Call", id: call_id, name: "", at: "" } satisfies Candidate
})

const session = FormAction.make<Candidate, SessionForm, "call_id" | "contacts" | "contact_token">(SessionForm, {
  name: "invite.session",
  label: "invite",
  object: "contacts to a running call",
  hint: "invite to a call",
  keys: ["c"],
  pending: "inviting",
  on: "none",
  effect: "mails",
  consequence: mailed,
  mails: () => "Invitations go out by e-mail at once, and cannot be taken back.",
  fields: {
    call_id: { flag: "call", takes: "text", help: "Id of a call that runs", isRequired: true, choices: callChoices },
    contacts: {
      flag: "contact",
      label: "Contacts",
      takes: "texts",
      help: "Whom: id, e-mail address or name of a contact of your recent calls, once for each",
      choices: contactChoices
    },
    contact_token: {
      flag: "contact-token",
      takes: "text",
      help: "The token of a contact, where one is known otherwise",
      isSecret: true
    }
  },
  initial: (row) => (row._tag === "Call" ? { call_id: row.id } : { call_id: row.call, contacts: row.email || row.id }),
  lookUp,
  run: ({ call_id, contact_token, contact_tokens = [] }) =>
    invited(call_id, contact_token === undefined ? contact_tokens : [...contact_tokens, contact_token]),
  done: "has its invitations on their way, by e-mail.",
  example: "--call call_00000000-0000-4000-8000-000000000003 --contact grace@example.com --yes"
})

export const forms: ReadonlyArray<FormAction.FormAction<Candidate>> = [room, session]
