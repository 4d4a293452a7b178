import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Candidate from "./Candidate.ts"
import type { Contact } from "./Candidate.ts"
import { recent } from "./read.ts"

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
export const contactTokens = (names: ReadonlyArray<string>) =>
  Effect.flatMap(recent, (calls) => {
    const contacts = Candidate.contacts(calls)
    return Effect.forEach(names, (name) => tokenOf(contacts, name))
  })
