import { Calls, Errors, Failure, Invitations } from "@remote-assist/core"
import type { CallId } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { FieldChoice, FormField } from "../actions/Action.ts"
import type { FormAction } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import * as Field from "./Field.ts"
import { columnMaker, fieldMaker, formatDate, formatDateUtc, validateEmail } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"

/** Somebody one spoke with lately. */
interface Contact {
  readonly _tag: "Contact"
  readonly id: string
  readonly name: string
  readonly email: string
  readonly username: string
  readonly isAvailable: boolean | undefined
  /** When that was, as the service writes it. */
  readonly at: string
  /** By which they are invited to a session. */
  readonly token: Redacted.Redacted | undefined
  /** The one call that runs, where there is one. */
  readonly call: string | undefined
}

/** A call that runs, to which somebody can be invited. */
interface RunningCall {
  readonly _tag: "Call"
  readonly id: string
  /** Who is in it. */
  readonly name: string
  readonly at: string
}

/** Whom to invite, or where to. */
type Candidate = Contact | RunningCall

const isOver = ({ reasonCallEnded, timeCallEnded }: Calls.Call) =>
  (reasonCallEnded ?? "") !== "" && timeCallEnded != null && timeCallEnded !== "" && timeCallEnded !== 0

/** The calls of some that run. */
const runningIn = (calls: ReadonlyArray<Calls.Call>): ReadonlyArray<RunningCall> =>
  calls
    .filter((call) => !isOver(call))
    .map((call) => {
      const names = [call.dialerName, call.receiverName].filter((name) => name != null && name !== "")
      return { _tag: "Call", id: call.session, name: names.join(" and "), at: String(call.timestamp ?? "") }
    })

/** The contacts of recent calls, each once, as of the latest; groups are none. */
const contactsIn = (recent: ReadonlyArray<Calls.RecentCall>, call?: string): ReadonlyArray<Contact> => {
  const all = new Map<string, Contact>()
  for (const { contact, contact_name: name, is_group: isGroup, start_time: at } of recent) {
    if (contact == null || isGroup === true || contact.is_group === true) continue
    const { available, email, id, token, username } = contact
    const key = String(id ?? email ?? name ?? "")
    if (key === "" || all.has(key)) continue
    all.set(key, {
      _tag: "Contact",
      id: key,
      name: contact.name || name || "",
      email: email ?? "",
      username: username ?? "",
      isAvailable: available ?? undefined,
      at: at ?? "",
      token: token ?? undefined,
      call
    })
  }
  return [...all.values()]
}

/** So many of the calls are looked at for those that run. */
const mostCalls = 100

/** The recent calls: who had none is refused them as one refuses what is not there. */
const recent = Effect.flatMap(Calls.Calls, (calls) => calls.recent).pipe(
  Effect.catchIf(Failure.isNotFoundOrNoAccess, () => Effect.succeed([]))
)

/** Whom one spoke with lately, and the calls that run, to which they can be invited. */
const candidates = Effect.gen(function* () {
  const calls = yield* Effect.flatMap(Calls.Calls, (calls) => calls.list({ page_size: mostCalls }))
  const running = runningIn(calls)
  const [first, second] = running
  const call = second === undefined ? first?.id : undefined
  return [...running, ...contactsIn(yield* recent, call)]
})

const offered = (of: (row: Candidate) => ReadonlyArray<FieldChoice>): NonNullable<FormField["choices"]> =>
  Effect.map(candidates, (rows) => rows.flatMap(of))

/** The calls that run, to choose from. */
const callChoices = offered((row) =>
  row._tag === "Call" ? [{ value: row.id, label: row.name || row.id, detail: formatDateUtc(row.at) }] : []
)

/** The contacts of recent calls, to choose from. */
const contactChoices = offered((row) =>
  row._tag === "Contact"
    ? [{ value: row.email || row.id, label: row.name || row.email || row.id, detail: row.email }]
    : []
)

const cannot = (reason: string) => new Errors.InvalidRequest({ operation: "Invitations.session", reason })

const namesOf = ({ email, id, name, username }: Contact) => [id, email, name, username].filter((known) => known !== "")

const tokenOf = (contacts: ReadonlyArray<Contact>, name: string) => {
  const found = contacts.filter((contact) =>
    namesOf(contact).some((known) => known.toLowerCase() === name.toLowerCase())
  )
  const [contact, other] = found
  if (contact === undefined)
    return cannot(`${name} is not among the contacts of the recent calls; name one of those, or give the token of one`)
  if (other !== undefined)
    return cannot(`${name} is more than one contact: name one by its id, ${found.map(({ id }) => id).join(" or ")}`)
  return contact.token === undefined || Redacted.value(contact.token) === ""
    ? cannot(`the service gives no token of ${name} to invite them by`)
    : Effect.succeed(Redacted.value(contact.token))
}

/** The tokens of contacts, who are named by id, e-mail address or name. */
const contactTokens = (names: ReadonlyArray<string>) =>
  Effect.flatMap(recent, (calls) => {
    const contacts = contactsIn(calls)
    return Effect.forEach(names, (name) => tokenOf(contacts, name))
  })

const mailed = "It is sent by e-mail at once, which cannot be taken back."

const room = makeForm<Candidate, Invitations.Invitee>(Invitations.Invitee, {
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
      check: validateEmail
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

const lookUp: NonNullable<FormAction<Candidate>["lookUp"]> = ({ contacts, ...held }) =>
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

const session = makeForm<Candidate, SessionForm, "call_id" | "contacts" | "contact_token">(SessionForm, {
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

const forms: ReadonlyArray<FormAction<Candidate>> = [room, session]

const state: Resource<Candidate>["state"] = (row) => {
  if (row._tag === "Call") return { text: `${glyphs.active} running`, tone: "good" }
  if (row.isAvailable === undefined) return { text: `${glyphs.unknown} unknown`, tone: "quiet" }
  return row.isAvailable
    ? { text: `${glyphs.active} available`, tone: "good" }
    : { text: `${glyphs.inactive} away`, tone: "quiet" }
}

const emailOf = (row: Candidate) => (row._tag === "Contact" ? row.email : "")

const column = columnMaker<Candidate>()

const field = fieldMaker<Candidate>()

/** Whom to invite: contacts of recent calls, and running calls to invite them to. */
export const invite: Resource<Candidate> = {
  name: "invite",
  title: "Invite",
  one: "contact",
  many: "recent contacts and running calls",
  letter: "i",
  about: "somebody to your personal room, or contacts to a running call.",
  isLocal: true,
  pageSize: wholePageSize,
  idOf: ({ _tag, id }) => `${_tag} ${id}`,
  nameOf: (row) => (row._tag === "Call" ? row.id : row.email || row.name || row.id),
  read: (_, page) => Effect.map(candidates, (rows) => wholePage(rows, page)),
  enter: ({ _tag }) => (_tag === "Call" ? "invite.session" : "invite.room"),
  state,
  columns: [
    column("name", "NAME", ({ name }) => name, [16, 2, 0]),
    column("email", "E-MAIL", emailOf, [18, 2, 2]),
    column("at", "LAST CALL", ({ at }) => at, [16, 0, 3], { text: formatDate, tone: () => "quiet" })
  ],
  facts: [
    ["Name", ({ name }) => name],
    ["E-mail", emailOf],
    ["Call", (row) => (row._tag === "Call" ? row.id : row.call)],
    ["Last call", ({ at }) => formatDateUtc(at)],
    ["Id", ({ id }) => id]
  ],
  actions: [],
  forms,
  fields: [...Field.schemaFields<Candidate>({ fields: { id: {}, name: {}, at: {} } }), field("email", emailOf)],
  summary: ["id", "name", "email"],
  namedBy: "id"
}
