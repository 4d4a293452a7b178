import { Calls, Errors, Failure, Invitations } from "@remote-assist/core"
import { disjunction } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { FormField } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import { callState } from "./calls/Call.ts"
import { formFields, formatDateUtc, fromProperties, validateEmail } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"

/** A contact of a recent call, or a running call. */
interface Candidate {
  readonly kind: "contact" | "call"
  readonly id: string
  /** The names of all participants of a call. */
  readonly name: string
  readonly email?: string | undefined
  readonly username?: string | undefined
  readonly isAvailable?: boolean | undefined
  /** Date of the last call, as in the API. */
  readonly at?: string | undefined
  /** Token that invites the contact to a call. */
  readonly token?: Redacted.Redacted | undefined
  /** The running call; of a contact only if there is exactly one. */
  readonly call?: string | undefined
}

const runningCalls = (calls: ReadonlyArray<Calls.Call>): ReadonlyArray<Candidate> =>
  calls
    .filter((call) => callState(call).tone === "warning")
    .map(({ dialerName, receiverName, session, timestamp }) => {
      const names = [dialerName, receiverName].filter((name) => name != null && name !== "")
      return { kind: "call", id: session, call: session, name: names.join(" and "), at: String(timestamp ?? "") }
    })

/** Returns the contacts of calls, each once, without groups. The first call of a contact counts. */
const contactsOf = (recent: ReadonlyArray<Calls.RecentCall>, call?: string): ReadonlyArray<Candidate> => {
  const all = new Map<string, Candidate>()
  for (const { contact, contact_name: name, is_group: isGroup, start_time: at } of recent) {
    if (contact == null || isGroup === true || contact.is_group === true) continue
    const { available, email, id, token, username } = contact
    const key = String(id ?? email ?? name ?? "")
    if (key === "" || all.has(key)) continue
    all.set(key, {
      kind: "contact",
      id: key,
      name: contact.name || name || "",
      email: email || undefined,
      username: username || undefined,
      isAvailable: available ?? undefined,
      at: at ?? undefined,
      token: token ?? undefined,
      call
    })
  }
  return [...all.values()]
}

// the service rejects the request of a user without calls
const recentCalls = Calls.Calls.use((calls) => calls.recent).pipe(
  Effect.catchIf(Failure.isNotFoundOrNoAccess, () => Effect.succeed([]))
)

/** How many calls are searched for running ones. */
const maxCalls = 100

const candidates = Effect.gen(function* () {
  const running = runningCalls(yield* Calls.Calls.use((calls) => calls.list({ page_size: maxCalls })))
  const [first, second] = running
  return [...running, ...contactsOf(yield* recentCalls, second === undefined ? first?.id : undefined)]
})

const choices = (kind: Candidate["kind"]): NonNullable<FormField["choices"]> =>
  Effect.map(candidates, (rows) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ at, email, id, name }) => ({
        value: email ?? id,
        label: name || (email ?? id),
        detail: email ?? formatDateUtc(at)
      }))
  )

const invalid = (reason: string) => new Errors.InvalidRequest({ operation: "Invitations.session", reason })

/** Finds the token of a contact by id, e-mail address or name. */
const findToken = (contacts: ReadonlyArray<Candidate>, name: string) => {
  const found = contacts.filter(({ email, id, name: own, username }) =>
    [id, email, own, username].some((known) => known?.toLowerCase() === name.toLowerCase())
  )
  const [contact, other] = found
  if (contact === undefined)
    return invalid(`${name} is not a contact of your recent calls. Name one of those, or give the token of a contact`)
  if (other !== undefined)
    return invalid(`${name} matches several contacts. Give the id, ${disjunction(found.map(({ id }) => id))}`)
  return contact.token === undefined || Redacted.value(contact.token) === ""
    ? invalid(`the service sent no token of ${name}, so they cannot be invited`)
    : Effect.succeed(Redacted.value(contact.token))
}

const findTokens = (names: ReadonlyArray<string>) =>
  Effect.flatMap(recentCalls, (calls) => {
    const contacts = contactsOf(calls)
    return Effect.forEach(names, (name) => findToken(contacts, name))
  })

const consequence = "The invitation is an e-mail, sent immediately. It cannot be withdrawn."

const inviteDefaults = { label: "invite", on: "none", effect: "mails" } as const

const room = makeForm<Candidate, Invitations.Invitee>(Invitations.Invitee, {
  ...inviteDefaults,
  name: "invite.room",
  object: "somebody to your personal room",
  hint: "invite to your room",
  keys: ["r"],
  consequence: `${consequence} Only certain users have a personal room.`,
  mails: ({ email }) => `An invitation goes to ${String(email)} immediately and cannot be withdrawn.`,
  fields: formFields(Invitations.Invitee, {
    email: { label: "E-mail", help: "E-mail address of the guest", check: validateEmail },
    name: "Name that the invitation greets"
  }),
  initial: ({ email, kind, name }) => (kind === "contact" ? { email, name } : {}),
  run: ({ email, name }) =>
    Invitations.Invitations.use((invitations) =>
      Effect.as(invitations.personalRoom({ email, name }), { kind: "contact", id: email, name, email } as const)
    ),
  done: "is invited to your personal room by e-mail.",
  example: '--email guest@example.com --name "Mary Jackson" --yes'
})

const Texts = Schema.optionalKey(Schema.Array(Schema.String))

/** `contact_tokens` are the looked-up tokens of `contacts`. */
const SessionForm = Schema.Struct({
  call_id: Invitations.SessionInvitation.fields.call_id.schema,
  contacts: Texts,
  contact_token: Schema.optionalKey(Schema.String),
  contact_tokens: Texts
})
type SessionForm = typeof SessionForm.Type

const isTexts = Schema.is(Schema.Array(Schema.String))

const session = makeForm<Candidate, SessionForm, "call_id" | "contacts" | "contact_token">(SessionForm, {
  ...inviteDefaults,
  name: "invite.session",
  object: "contacts to a running call",
  hint: "invite to a call",
  keys: ["c"],
  consequence,
  mails: ({ call_id, contact_token, contacts }) => {
    const ofToken = contact_token === true ? ["the contact of the token"] : []
    const names = [...(isTexts(contacts) ? contacts : []), ...ofToken].join(", ") || "nobody"
    return `Invitations to ${String(call_id)} go to ${names} by e-mail immediately and cannot be withdrawn.`
  },
  fields: formFields(SessionForm, {
    call_id: { flag: "call", help: "Id of a running call", choices: choices("call") },
    contacts: {
      flag: "contact",
      label: "Contacts",
      help: "Id, e-mail address or name of a contact of your recent calls",
      choices: choices("contact")
    },
    contact_token: { help: "Token of a contact", isSecret: true }
  }),
  initial: ({ call, email, id, kind }) => ({ call_id: call, ...(kind === "contact" && { contacts: email ?? id }) }),
  lookUp: ({ contacts, ...values }) =>
    isTexts(contacts)
      ? Effect.map(findTokens(contacts), (tokens) => ({ ...values, contact_tokens: tokens }))
      : undefined,
  run: Effect.fnUntraced(function* ({ call_id, contact_token, contact_tokens = [] }) {
    const tokens = new Set(contact_token === undefined ? contact_tokens : [...contact_tokens, contact_token])
    if (tokens.size === 0)
      return yield* invalid("no contact is named. Give a contact of a recent call, or the token of a contact")
    const invitation = { call_id, contact_tokens: Array.from(tokens, (token) => Redacted.make(token)) }
    yield* Invitations.Invitations.use((invitations) => invitations.session(invitation))
    return { kind: "call", id: call_id, name: "" } as const
  }),
  done: "invites the contacts by e-mail.",
  example: "--call call_00000000-0000-4000-8000-000000000003 --contact grace@example.com --yes"
})

/** Contacts of recent calls, and running calls to invite them to. */
export const invite: Resource<Candidate> = {
  name: "invite",
  title: "Invite",
  one: "contact",
  many: "recent contacts and running calls",
  letter: "i",
  about: "somebody to your personal room, or contacts to a running call.",
  isLocal: true,
  pageSize: wholePageSize,
  idOf: ({ id, kind }) => `${kind} ${id}`,
  nameOf: ({ email, id, kind, name }) => email ?? (kind === "contact" && name !== "" ? name : id),
  read: (_, page) => Effect.map(candidates, (rows) => wholePage(rows, page)),
  enter: ({ kind }) => (kind === "call" ? "invite.session" : "invite.room"),
  state: ({ isAvailable, kind }) => {
    if (kind === "call") return { text: `${glyphs.active} running`, tone: "good" }
    if (isAvailable === undefined) return { text: `${glyphs.unknown} unknown`, tone: "quiet" }
    return isAvailable
      ? { text: `${glyphs.active} available`, tone: "good" }
      : { text: `${glyphs.inactive} away`, tone: "quiet" }
  },
  ...fromProperties<Candidate>({
    name: { label: "Name", column: ["NAME", 16, 2, 0] },
    email: { label: "E-mail", column: ["E-MAIL", 18, 2, 2] },
    call: { label: "Call" },
    at: { label: "Last call", column: ["LAST CALL", 16, 0, 3], tone: () => "quiet" },
    id: { label: "Id" }
  }),
  actions: [],
  forms: [room, session],
  summary: ["id", "name", "email"],
  namedBy: "id"
}
